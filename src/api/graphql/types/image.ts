import { pageFields, recordsOnPage } from '../../../domain/fields/paging.ts';
import { escapeHtml } from '../../../domain/html.ts';
import { toIso } from '../../../domain/iso.ts';
import type { Page } from '../../../domain/paging.ts';
import { imagePatch, type UploadInput, uploadFields } from '../../../kinds/image/fields.ts';
import type { ImageCopy, ImageRecord, ImageSize } from '../../../kinds/image/record.ts';
import {
  extensionOf,
  type ImageRendition,
  imageUrl,
  renditionsOf,
  sizesOf,
  typeByExtension,
  urlForWidth,
} from '../../../kinds/image/sizes.ts';
import { builder } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { COSTS, COUNTS, OF_RECORDS, type Points } from '../costs.ts';
import { forRest } from '../for-rest.ts';
import { ImageRefInput, refOf } from '../inputs.ts';
import { mutationField } from '../mutations.ts';
import { CREATED, DATABASE_ID, idField, Node, readable, VERSION_DESCRIPTION } from '../node.ts';
import { DateTime, Json, Url } from '../scalars.ts';
import { textField } from '../stored-fields.ts';
import { User } from './user.ts';

const RenditionType = builder.objectRef<ImageRendition>('ImageRendition').implement({
  description: 'An image in one size.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'A word such as `medium` or `large`; `full` for the image itself.' }),
    url: t.expose('url', { type: Url, description: 'Its URL.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels, if known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels, if known.' }),
  }),
});

export const ImageType = builder.objectRef<ImageCopy>('Image').implement({
  description: 'An image: a URL that the server never fetches, or an uploaded picture.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: DATABASE_ID }),
    version: t.int({
      complexity: 0.5,
      description: VERSION_DESCRIPTION,
      resolve: async (image, _, ctx) => (await saidOf(image, ctx)).version,
    }),
    createdAt: t.field({
      type: DateTime,
      nullable: true,
      complexity: 0.5,
      description: CREATED,
      resolve: async (image, _, ctx) => {
        const { createdAt } = await saidOf(image, ctx);
        return createdAt === undefined ? null : toIso(createdAt, ctx.zone);
      },
    }),
    url: t.field({
      type: Url,
      description: 'Its URL. With `width`, that of the smallest size which is not narrower, if there is one.',
      args: { width: t.arg.int({ description: 'The width of the place where you show it, in pixels.' }) },
      resolve: (image, { width }, { links }) =>
        width == null ? imageUrl(image, links) : urlForWidth(image, width, links),
    }),
    renditions: t.field({
      type: [RenditionType],
      description: 'The sizes that it comes in, from the smallest to the image itself, which is `full`.',
      resolve: (image, _, { links }) => renditionsOf(image, links),
    }),
    mimeType: t.string({
      nullable: true,
      description: 'Its media type, as its URL suggests it; null if that has no extension.',
      resolve: ({ url }) => typeByExtension(url),
    }),
    author: t.field({
      type: User,
      nullable: true,
      complexity: 0.5,
      description: 'The user who added it.',
      resolve: async (image, _, ctx) => {
        const { author } = await saidOf(image, ctx);
        return author === undefined ? null : { id: author };
      },
    }),
    authorDatabaseId: t.int({
      ...forRest('author', 'The numeric id of the user who added it; 0 if it is not known.'),
      complexity: 0.5,
      resolve: async (image, _, ctx) => (await saidOf(image, ctx)).author ?? 0,
    }),
    titleObject: t.field({
      type: Json,
      ...forRest('title', 'Its title as HTML, in the member `rendered`.'),
      complexity: 0.5,
      resolve: async (image, _, ctx) => {
        const { text, original } = await saidOf(image, ctx);
        return { rendered: escapeHtml(text[ctx.language]?.title ?? text[original]?.title ?? '') };
      },
    }),
    mediaDetails: t.field({
      type: Json,
      ...forRest('renditions', 'Its width and height, and its sizes by name, as WordPress describes them.'),
      resolve: mediaDetailsOf,
    }),
    extension: t.string({
      description: 'Extension of the file name, in lower case; empty if it has none.',
      resolve: ({ url }) => extensionOf(url),
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels, if known.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels, if known.' }),
    sizes: t.field({
      type: Json,
      nullable: true,
      ...forRest('renditions', 'Smaller copies by name, if known.'),
      resolve: (image, _, { links }) => sizesOf(image, links),
    }),
    filesize: t.exposeInt('filesize', { nullable: true, description: 'Size in bytes, if known.' }),
  }),
});
idField(ImageType, 'image', ({ id }) => id);
readable('image', ImageType, (ref, ctx) => ctx.services.image.read(ref, ctx));
for (const [key, field] of Object.entries(imagePatch)) {
  const text = textField(key, field);
  builder.objectField(ImageType, key, (t) =>
    t.field({ ...text, resolve: async (image, args, ctx) => text.resolve(await saidOf(image, ctx), args, ctx) }),
  );
}

type Said = Pick<ImageRecord, 'version' | 'text' | 'original'> & Partial<Pick<ImageRecord, 'createdAt' | 'author'>>;

/** If the record of an image is damaged, nothing is shown of it, and no version matches for a write. */
const NOTHING: Said = { version: 0, text: {}, original: 'en' };

/** Image fields that other records do not copy, because they change. */
async function saidOf({ id, deleted }: ImageCopy & { deleted?: Said }, { loaders }: Pick<ResolverContext, 'loaders'>) {
  if (deleted) return deleted;
  const [record] = await loaders.image.linked([id]);
  return record ?? NOTHING;
}

/** The sizes of an image as WordPress describes them, the image itself among them. */
function mediaDetailsOf(image: ImageCopy, _: unknown, { links }: ResolverContext): object {
  const { width = 0, height = 0, filesize = 0 } = image;
  const sizeOf = (url: string, size: Pick<ImageSize, 'width' | 'height' | 'filesize'>, type?: string) => ({
    file: url.split('/').pop(),
    width: size.width,
    height: size.height,
    filesize: size.filesize,
    mime_type: type,
    source_url: url,
  });
  const full = sizeOf(imageUrl(image, links), { width, height, filesize }, typeByExtension(image.url));
  const smaller = Object.entries(sizesOf(image, links) ?? {}).map(([name, size]) => [
    name,
    sizeOf(size.url, size, size['mime-type']),
  ]);
  return { width, height, file: full.file, filesize, sizes: { ...Object.fromEntries(smaller), full } };
}

const OwnImages = builder.objectRef<Page<ImageCopy>>('ImagePage').implement({
  description: 'One page of a list of images. A page past the end is empty.',
  fields: (t) => ({
    items: t.field({
      type: [ImageType],
      description: 'The images on this page.',
      complexity: { field: 0, multiplier: 1 },
      extensions: OF_RECORDS,
      resolve: (page) => page.items(),
    }),
    total: t.int({
      extensions: COUNTS,
      description: 'Number of images on all pages.',
      resolve: (page) => page.total(),
    }),
    totalPages: t.int({
      extensions: COUNTS,
      description: 'Number of pages; 0 if there are no images.',
      resolve: (page) => page.totalPages(),
    }),
  }),
});

builder.queryFields((t) => ({
  image: t.field({
    type: ImageType,
    nullable: true,
    complexity: COSTS.read,
    description: 'One image. Null with an error if there is none or the caller may not see it.',
    args: { ref: t.arg({ type: ImageRefInput, required: true, description: 'The image to read.' }) },
    resolve: (_, { ref }, ctx) => ctx.services.image.read(refOf('image', ref, ctx), ctx),
  }),
  ownImages: t.field({
    type: OwnImages,
    nullable: true,
    description: 'The images that you added, the last first. Visitors get an error.',
    args: {
      page: t.arg.int({ defaultValue: pageFields.page.default, description: pageFields.page.description }),
      perPage: t.arg.int({ defaultValue: pageFields.perPage.default, description: pageFields.perPage.description }),
    },
    complexity: (args): Points => ({ field: COSTS.others, total: COSTS.otherTotal, records: recordsOnPage(args) }),
    resolve: (_, args, ctx) => ctx.services.image.own(args, ctx),
  }),
}));

mutationField(
  {
    name: 'uploadImage',
    description: 'Adds a picture that comes with the request, as its multipart form.',
    table: uploadFields,
    creates: true,
    run: (values, _, ctx) => ctx.services.image.upload(values as UploadInput, ctx),
  },
  { name: 'image', type: ImageType },
);

mutationField(
  {
    name: 'deleteImage',
    description: 'Deletes an image that no record shows.',
    ref: ImageRefInput,
    deletes: ({ id }: ImageCopy) => id,
    run: (_, { ref }, ctx) => ctx.services.image.remove(refOf('image', ref, ctx), ctx),
  },
  { name: 'image', type: ImageType },
);

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
