import { builder } from '../../graphql/builder.ts';
import { ImageRefInput, inputFrom, refOf } from '../../graphql/inputs.ts';
import { DATABASE_ID, idField } from '../../graphql/node.ts';
import { WRITE_COST } from '../../graphql/pages.ts';
import { Json, Url } from '../../graphql/scalars.ts';
import { storedFields } from '../../graphql/stored-fields.ts';
import { type ImagePatch, imagePatch } from './fields.ts';
import { extensionOf, type ImageCopy } from './record.ts';

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image. Its address is kept as it was sent; the server never fetches it.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    url: t.expose('url', { type: Url, description: 'Where it lies.' }),
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
storedFields(ImageType, imagePatch);

const ImagePatchType = inputFrom<ImagePatch>('ImagePatch', {
  table: imagePatch,
  use: 'patch',
  description: 'What is said of an image.',
});

builder.mutationField('updateImage', (t) =>
  t.field({
    type: ImageType,
    nullable: true,
    complexity: WRITE_COST,
    description: 'Says something of an image, in the language of the request.',
    args: {
      ref: t.arg({ type: ImageRefInput, required: true, description: 'Which image is meant.' }),
      patch: t.arg({ type: ImagePatchType, required: true, description: 'What is to change.' }),
    },
    resolve: (_, { ref, patch }, ctx) => ctx.services.image.update(refOf('image', ref, ctx), patch, ctx),
  }),
);
