import type { Versioned } from '../../cache/records.ts';
import { mayEditOthers, mayUpload, type Viewer } from '../../domain/access.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { withStored } from '../../domain/fields/storage.ts';
import { PICTURE_SIZE } from '../../domain/own-pictures.ts';
import type { Context } from '../context.ts';
import { visible } from '../post/filter.ts';
import { findRecord, notFound } from '../shared/find.ts';
import type { Repository } from '../shared/repository.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import { type ImagePatch, imagePatch, newImageFields } from './fields.ts';
import { type ImageCopy, type ImageFacts, type ImageRecord, isOwnPicture, soundFacts, storedUrl } from './record.ts';

/** Handles images as fields of other records: they have no route of their own. */
export interface ImageService {
  /** The problems of an image that was sent as an id or address; none if it may be used. */
  problems(image: string | null | undefined, ctx: Context): Promise<Problem[]>;
  /** Returns the copy that a record keeps. Runs in the record's unit. Null clears the image, undefined leaves it. */
  link(image: string | null | undefined, ctx: Context): Promise<{ image?: ImageCopy | undefined }>;
  /** Returns one image. @throws IMAGE_NOT_FOUND if there is none, or the caller may not see it */
  read(ref: RecordRef, ctx: Context): Promise<ImageCopy>;
  /**
   * Adds an image by its address, with known details. An image that already exists stays as it is. The server never fetches it.
   * @throws INVALID_FIELD naming the url
   */
  bringIn(image: { url: string } & Parameters<typeof soundFacts>[0], ctx: Context): Promise<ImageCopy>;
  /** Changes the texts of an image, in the language of the request. Records that show the image stay unchanged. */
  update(ref: RecordRef, patch: ImagePatch, ctx: Context): Promise<ImageCopy>;
}

const isId = (image: string): boolean => /^\d+$/.test(image);

export interface ImageDeps {
  write: Write;
  repository: Repository<ImageRecord>;
  /** The repositories of records that keep copies. */
  showing: readonly Pick<Repository<Versioned>, 'find'>[];
}

export function createImageService({ write, repository, showing }: ImageDeps): ImageService {
  /**
   * Whether the caller may see an image. The user who added it may, and so may everybody who sees a record that shows it. To
   * others its address would reveal too much.
   */
  async function maySee(image: ImageRecord, ctx: Context): Promise<boolean> {
    if (image.author === ctx.viewer?.id) return true;
    const shows = { 'image.id': image._id, ...visible(ctx) };
    for (const records of showing) if ((await records.find(shows, { limit: 1, only: [] })).length) return true;
    return false;
  }

  const may = (viewer: Viewer | undefined) => ({ update: mayUpload(viewer), delete: false });
  const unknown = (ref: RecordRef, { viewer }: Context) => notFound('image', ref, may(viewer));
  const find = (ref: RecordRef, ctx: Context) => findRecord(repository, ref, { unknown: () => unknown(ref, ctx) });
  async function reread(ref: RecordRef, ctx: Context): Promise<ImageRecord> {
    const image = await find(ref, ctx);
    if (await maySee(image, ctx)) return image;
    throw unknown(ref, ctx);
  }
  const writes = createWrites<ImageRecord>(write, {
    find,
    reread,
    mayWrite: mayUpload,
    mayChange: (viewer, { author }) => mayEditOthers(viewer) || author === viewer?.id,
    shown: copyOf,
    unknownFirst: 'never',
  });

  async function bringIn(sent: string, ctx: Context, facts: ImageFacts = {}): Promise<ImageRecord> {
    const url = storedUrl(sent, ctx.links);
    const stored = await repository.one({ url });
    if (stored) return stored;
    const record = { ...newImage(ctx.origin?.id ?? (await repository.nextId()), url, ctx), ...facts };
    await repository.insert(record);
    return record;
  }

  return {
    async problems(image, ctx) {
      if (image == null) return [];
      if (isId(image)) {
        const stored = await repository.one({ _id: Number(image) });
        return stored && (await maySee(stored, ctx))
          ? []
          : [problem('image', 'invalid_image', 'There is no {0} with this id.', { word: 'image' })];
      }
      return mayUpload(ctx.viewer) ? [] : [problem('image', 'invalid_image', 'You may not bring in images.')];
    },
    read: async (ref, ctx) => copyOf(await reread(ref, ctx)),
    async link(image, ctx) {
      if (image === undefined) return {};
      if (image === null) return { image: undefined };
      const record = isId(image) ? await repository.one({ _id: Number(image) }) : await bringIn(image, ctx);
      return { image: record && copyOf(record) };
    },
    bringIn: async ({ url: sent, ...facts }, ctx) =>
      copyOf(
        await writes.create(ctx, {
          input() {
            const { url } = validate({ table: newImageFields, use: 'create' }, { url: sent }, ctx);
            if (!/^https?:/i.test(url))
              throw invalidField('url', 'invalid_image', 'Must be an absolute http(s) address.');
            return url;
          },
          write: (url) => bringIn(url, ctx, soundFacts(facts)),
        }),
      ),
    update: async (ref, patch, ctx) =>
      copyOf(
        await writes.change(ref, ctx, {
          input: () => validate({ table: imagePatch, use: 'patch' }, patch, ctx),
          write: (before, values) => repository.replace(before, withStored(imagePatch, before, values, ctx)),
        }),
      ),
  };
}

/** A new image. Its size is unknown, unless the server draws it. */
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

/** The copy of an image that other records keep: only what never changes. */
export const copyOf = ({ _id, url, width, height, filesize, sizes }: ImageRecord): ImageCopy => ({
  id: _id,
  url,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  ...(filesize !== undefined && { filesize }),
  ...(sizes !== undefined && { sizes }),
});
