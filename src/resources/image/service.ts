import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { validate } from '../../fields/examine.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { withStored } from '../../fields/storage.ts';
import { mayEditOthers, mayUpload, type Viewer } from '../../rules/access.ts';
import { PICTURE_SIZE } from '../../rules/own-pictures.ts';
import { visible } from '../post/filter.ts';
import type { Versioned } from '../shared/bodies.ts';
import { findRecord, notFound } from '../shared/find.ts';
import type { Repository } from '../shared/repository.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import { type ImagePatch, imagePatch } from './fields.ts';
import { type ImageCopy, type ImageRecord, isOwnPicture, storedUrl } from './record.ts';

/** Images as fields of other records: there is no route of their own. */
export interface ImageService {
  /** What is wrong with an image that was sent as id or address; nothing when it may be used. */
  problems(image: string | null | undefined, ctx: Context): Promise<Problem[]>;
  /** The copy a record keeps. Part of the record's unit. Null clears, undefined leaves. */
  link(image: string | null | undefined, ctx: Context): Promise<{ image?: ImageCopy | undefined }>;
  /** One image. @throws IMAGE_NOT_FOUND when there is none, or none that the caller sees on a record */
  read(ref: RecordRef, ctx: Context): Promise<ImageCopy>;
  /** Says something of an image, in the language of the request. Records that show it are not changed. */
  update(ref: RecordRef, patch: ImagePatch, ctx: Context): Promise<ImageCopy>;
}

const isId = (image: string): boolean => /^\d+$/.test(image);

export interface ImageDeps {
  write: Write;
  repository: Repository<ImageRecord>;
  /** The records that keep copies. */
  showing: readonly Pick<Repository<Versioned>, 'find'>[];
}

export function createImageService({ write, repository, showing }: ImageDeps): ImageService {
  /** Who brought an image in sees it, and who sees a record that shows it. To all others its address says too much. */
  async function maySee(image: ImageRecord, ctx: Context): Promise<boolean> {
    if (image.author === ctx.viewer?.id) return true;
    const shows = { 'image.id': image._id, ...visible(ctx) };
    for (const records of showing) if ((await records.find(shows, { limit: 1, only: [] })).length) return true;
    return false;
  }

  const may = (viewer: Viewer | undefined) => ({ update: mayUpload(viewer), delete: false });
  const unknown = (ref: RecordRef, { viewer }: Context) => notFound('image', ref, may(viewer));
  const find = (ref: RecordRef, ctx: Context) => findRecord(repository, ref, () => unknown(ref, ctx));
  const writes = createWrites<ImageRecord>(write, {
    find,
    mayWrite: mayUpload,
    mayChange: (viewer, { author }) => mayEditOthers(viewer) || author === viewer?.id,
    shown: copyOf,
    unknownFirst: 'never',
  });

  async function bringIn(sent: string, ctx: Context): Promise<ImageRecord> {
    const url = storedUrl(sent, ctx.links);
    const known = await repository.one({ url });
    if (known) return known;
    const record = newImage(await repository.nextId(), url, ctx);
    await repository.insert(record);
    return record;
  }

  return {
    async problems(image, ctx) {
      if (image == null) return [];
      if (isId(image)) {
        const known = await repository.one({ _id: Number(image) });
        return known && (await maySee(known, ctx)) ? [] : [problem('There is no image with this id.')];
      }
      return mayUpload(ctx.viewer) ? [] : [problem('You may not bring in images.')];
    },
    async read(ref, ctx) {
      const image = await find(ref, ctx);
      if (await maySee(image, ctx)) return copyOf(image);
      throw unknown(ref, ctx);
    },
    async link(image, ctx) {
      if (image === undefined) return {};
      if (image === null) return { image: undefined };
      const record = isId(image) ? await repository.one({ _id: Number(image) }) : await bringIn(image, ctx);
      return { image: record && copyOf(record) };
    },
    update: (ref, patch, ctx) =>
      writes.change(ref, ctx, {
        input: () => validate({ table: imagePatch, use: 'patch' }, patch, ctx),
        write: async (before, values) =>
          copyOf(await repository.replace(before, withStored(imagePatch, before, values, ctx))),
      }),
  };
}

const problem = (message: string): Problem => ({ field: 'image', code: 'invalid_image', message });

/** The beginnings of a new image. Nothing is known of its size, unless the server draws it. */
export const newImage = (
  id: number,
  url: string,
  { viewer, now, language }: Pick<Context, 'viewer' | 'now' | 'language'>,
): ImageRecord => ({
  _id: id,
  version: 1,
  url,
  author: viewer?.id ?? 1,
  createdAt: now,
  text: {},
  original: language,
  ...(isOwnPicture({ url }) ? PICTURE_SIZE : {}),
});

/** What other records keep of an image: nothing that changes. */
export const copyOf = ({ _id, url, width, height, filesize, sizes }: ImageRecord): ImageCopy => ({
  id: _id,
  url,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  ...(filesize !== undefined && { filesize }),
  ...(sizes !== undefined && { sizes }),
});
