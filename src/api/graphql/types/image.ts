import { toIso } from '../../../domain/iso.ts';
import { imagePatch } from '../../../kinds/image/fields.ts';
import { extensionOf, type ImageCopy, type ImageRecord, imageUrl } from '../../../kinds/image/record.ts';
import { builder } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { ImageRefInput, refOf } from '../inputs.ts';
import { mutationField } from '../mutations.ts';
import { CREATED, DATABASE_ID, idField, Node, readable, VERSION } from '../node.ts';
import { DateTime, Json, Url } from '../scalars.ts';
import { textField } from '../stored-fields.ts';

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image. Its URL is kept as it was sent; the server never fetches it.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    version: t.int({
      complexity: 0.5,
      description: VERSION,
      resolve: async ({ id }, _, ctx) => (await saidOf(id, ctx)).version,
    }),
    createdAt: t.field({
      type: DateTime,
      nullable: true,
      complexity: 0.5,
      description: CREATED,
      resolve: async ({ id }, _, ctx) => {
        const { createdAt } = await saidOf(id, ctx);
        return createdAt === undefined ? null : toIso(createdAt, ctx.zone);
      },
    }),
    url: t.field({
      type: Url,
      description: 'Its URL.',
      resolve: (image, _, { links }) => imageUrl(image, links),
    }),
    extension: t.string({
      description: 'Extension of the file name, in lower case; empty if it has none.',
      resolve: ({ url }) => extensionOf(url),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels, if known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels, if known.' }),
    sizes: t.expose('sizes', { type: Json, nullable: true, description: 'Smaller copies by name, if known.' }),
    filesize: t.exposeInt('filesize', { nullable: true, description: 'Size in bytes, if known.' }),
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

type Said = Pick<ImageRecord, 'version' | 'text' | 'original'> & { createdAt?: ImageRecord['createdAt'] };

/** If the record of an image is damaged, nothing is shown of it, and no version matches for a write. */
const NOTHING: Said = { version: 0, text: {}, original: 'en' };

/** Image fields that other records do not copy, because they change. */
async function saidOf(id: number, { loaders }: Pick<ResolverContext, 'loaders'>): Promise<Said> {
  const [record] = await loaders.image.linked([id]);
  return record ?? NOTHING;
}

mutationField(
  {
    name: 'updateImage',
    description: 'Describes an image in the language of the request.',
    table: imagePatch,
    ref: ImageRefInput,
    run: (values, { ref }, ctx) => ctx.services.image.update(refOf('image', ref, ctx), values, ctx),
  },
  { name: 'image', type: ImageType },
);
