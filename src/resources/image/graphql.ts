import { builder } from '../../graphql/builder.ts';
import { ImageRefInput, refOf } from '../../graphql/inputs.ts';
import { mutationField } from '../../graphql/mutations.ts';
import { DATABASE_ID, idField, Node, readable, VERSION } from '../../graphql/node.ts';
import { Json, Url } from '../../graphql/scalars.ts';
import { storedFields } from '../../graphql/stored-fields.ts';
import { imagePatch } from './fields.ts';
import { extensionOf, type ImageCopy, imageUrl } from './record.ts';

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image. Its address is kept as it was sent; the server never fetches it.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    version: t.int({
      complexity: 0.5,
      description: VERSION,
      resolve: ({ id }, _, { loaders, services }) =>
        loaders.together('versions of images', id, services.image.versions),
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
storedFields(ImageType, imagePatch);

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
