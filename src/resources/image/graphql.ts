import { builder } from '../../graphql/builder.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import { ImageRefInput, refOf } from '../../graphql/inputs.ts';
import { mutationField } from '../../graphql/mutations.ts';
import { DATABASE_ID, idField, Node, readable, VERSION } from '../../graphql/node.ts';
import { Json, Url } from '../../graphql/scalars.ts';
import { textField } from '../../graphql/stored-fields.ts';
import { imagePatch } from './fields.ts';
import { extensionOf, type ImageCopy, type ImageRecord, imageUrl } from './record.ts';

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image. Its address is kept as it was sent; the server never fetches it.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    version: t.int({
      complexity: 0.5,
      description: VERSION,
      resolve: async ({ id }, _, ctx) => (await saidOf(id, ctx)).version,
    }),
    url: t.field({
      type: Url,
      description: 'Where it lies.',
      resolve: (image, _, { links }) => imageUrl(image, links),
    }),
    extension: t.string({
      description: 'Extension of the file name, in lower case; empty when it has none.',
      resolve: ({ url }) => extensionOf(url),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels, when known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels, when known.' }),
    sizes: t.expose('sizes', { type: Json, nullable: true, description: 'Smaller copies by name, when known.' }),
    filesize: t.exposeInt('filesize', { nullable: true, description: 'Bytes, when known.' }),
  }),
});
idField(ImageType, 'image', ({ id }) => id);
readable('image', ImageType, (ref, ctx) => ctx.services.image.read(ref, ctx));
for (const [key, field] of Object.entries(imagePatch)) {
  const text = textField(key, field);
  builder.objectField(ImageType, key, (t) =>
    t.field({ ...text, resolve: async ({ id }, args, ctx) => text.resolve(await saidOf(id, ctx), args, ctx) }),
  );
}

type Said = Pick<ImageRecord, 'version' | 'text' | 'original'>;

/** Of an image whose own record is damaged nothing is said, and no version is the one that it is written in. */
const NOTHING: Said = { version: 0, text: {}, original: 'en' };

/** What other records do not keep of an image, because it changes. */
async function saidOf(id: number, { loaders }: Pick<ResolverContext, 'loaders'>): Promise<Said> {
  const [record] = await loaders.image.linked([id]);
  return record ?? NOTHING;
}

mutationField(
  {
    name: 'updateImage',
    description: 'Says something of an image, in the language of the request.',
    table: imagePatch,
    ref: ImageRefInput,
    run: (values, { ref }, ctx) => ctx.services.image.update(refOf('image', ref, ctx), values, ctx),
  },
  { name: 'image', type: ImageType },
);
