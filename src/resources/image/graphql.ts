import { builder } from '../../graphql/builder.ts';
import { Json } from '../../graphql/scalars.ts';
import type { ImageCopy } from '../post/record.ts';
import { extensionOf } from './record.ts';

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image. Its address is kept as it was sent; the server never fetches it.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    url: t.exposeString('url', { description: 'Absolute address.' }),
    extension: t.string({
      description: 'Extension of the file name, in lower case; empty when it has none.',
      resolve: ({ url }) => extensionOf(url),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Pixels, when known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Pixels, when known.' }),
    sizes: t.expose('sizes', { type: Json, nullable: true, description: 'Smaller copies by name, when known.' }),
    filesize: t.exposeInt('filesize', { nullable: true, description: 'Bytes, when known.' }),
  }),
});
