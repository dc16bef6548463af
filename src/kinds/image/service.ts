import { isPictureRefused, type Taken, type TakePicture } from '../../data/pictures/take.ts';
import { mayEditOthers, mayUpload, type Viewer } from '../../domain/access.ts';
import { DomainError, type Problem, problem } from '../../domain/errors.ts';
import { invalid, invalidField, validate } from '../../domain/fields/examine.ts';
import { type PageInput, pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { withStored } from '../../domain/fields/storage.ts';
import { stripTags } from '../../domain/html.ts';
import { message } from '../../domain/message.ts';
import { PICTURE_SIZE, pictureName, uploadedPicture } from '../../domain/own-pictures.ts';
import type { Page } from '../../domain/paging.ts';
import { cut } from '../../domain/text.ts';
import { isUploadToken, type UploadedFile } from '../../domain/upload.ts';
import type { Context } from '../context.ts';
import { visible } from '../post/filter.ts';
import type { PostRecord } from '../post/record.ts';
import { findRecord, notFound } from '../shared/find.ts';
import { pageOf, readContextOf } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { createWrites, refuseUnless, type Write } from '../shared/writes.ts';
import { type ImagePatch, imagePatch, newImageFields, type UploadInput, uploadFields } from './fields.ts';
import { type ImageCopy, type ImageFacts, type ImageRecord, soundFacts } from './record.ts';
import { filesOf, storedUrl, uploadedFacts } from './sizes.ts';

/** An image as a record takes it: in one of these fields. */
export interface SentImage {
  /** An id, an address, or the token of a file. */
  image?: string | null;
  imageId?: number | null;
  imageUrl?: string | null;
}

/** Handles images, by themselves and as fields of other records. */
export interface ImageService {
  /** The problems of an image that was sent as an id, an address or a file; none if it may be used. Keeps the file. */
  problems(sent: SentImage, ctx: Context): Promise<Problem[]>;
  /** Returns the copy that a record keeps. Runs in the record's unit. Null clears the image, undefined leaves it. */
  link(sent: SentImage, ctx: Context): Promise<{ image?: ImageCopy }>;
  /** Returns one image. @throws IMAGE_NOT_FOUND if there is none, or the caller may not see it */
  read(ref: RecordRef, ctx: Context): Promise<ImageCopy>;
  /**
   * Adds an image by its address, with known details and the address that its file was fetched from. An image that already exists
   * stays as it is. No request makes the server fetch it.
   * @throws INVALID_FIELD naming the url
   */
  bringIn(
    image: Pick<ImageRecord, 'url' | 'from'> & Parameters<typeof soundFacts>[0],
    ctx: Context,
  ): Promise<ImageCopy>;
  /** Changes the texts of an image, in the language of the request. Records that show the image stay unchanged. */
  update(ref: RecordRef, patch: ImagePatch, ctx: Context): Promise<ImageCopy>;
  /** Adds a picture that the request brought. @throws INVALID_FIELD naming the file, NO_PICTURES */
  upload(input: UploadInput, ctx: Context): Promise<ImageCopy>;
  /** Deletes an image. The files of a picture stay until it is certain that nobody needs them. @throws IMAGE_IN_USE */
  remove(ref: RecordRef, ctx: Context): Promise<ImageCopy & { deleted: ImageRecord }>;
  /** The images that the caller added, the last first. @throws UNAUTHENTICATED */
  own(page: PageInput, ctx: Context): Page<ImageCopy>;
  /** The images whose files were fetched from these addresses, or had them while this site was at another. */
  fetchedFrom(addresses: Iterable<string>): Promise<Map<string, ImageCopy>>;
  /**
   * Keeps the file that a program fetched from an address. The image that had the address keeps its id.
   * @throws PictureRefused, NO_PICTURES, UNAVAILABLE
   */
  keepFetched(address: string, path: string, ctx: Context): Promise<ImageCopy>;
  /** The sound records of a kind that may show images, for a program. */
  showing(kind: string, ids: readonly number[]): Promise<PostRecord[]>;
  /** Changes what they show. Returns those that changed, before and after. */
  reshow(
    kind: string,
    ids: readonly number[],
    change: (record: PostRecord) => PostRecord,
    ctx: Context,
  ): Promise<[before: PostRecord, after: PostRecord][]>;
}

/** The repository of each kind whose records keep copies of images. */
type Showing = Readonly<Record<string, Pick<Repository<PostRecord>, 'find' | 'count' | 'replace'>>>;

const isId = (image: string) => /^\d+$/.test(image);

/** The field in which an image was sent, and what was sent there. */
function imageIn(sent: SentImage) {
  const field = (['imageId', 'imageUrl'] as const).find((key) => sent[key] !== undefined) ?? 'image';
  const image = sent[field];
  return { field, image: image == null ? image : String(image) };
}

interface ImageDeps {
  write: Write;
  repository: Repository<ImageRecord>;
  /** The repositories of records that keep copies. */
  showing: Showing;
  pictures: {
    take: TakePicture;
    /** Notes that a file was needed until now. */
    touch(name: string): Promise<unknown>;
  };
}

export function createImageService({ write, repository, showing, pictures }: ImageDeps): ImageService {
  /**
   * Whether the caller may see an image. The user who added it may, whoever may edit what others wrote, and everybody who sees a
   * record that shows it. To others its address would reveal too much.
   */
  async function maySee(image: ImageRecord, ctx: Context) {
    if (image.author === ctx.viewer?.id || mayEditOthers(ctx.viewer)) return true;
    const shows = { 'image.id': image._id, ...visible(ctx) };
    for (const records of Object.values(showing))
      if ((await records.find(shows, { limit: 1, only: [] })).length) return true;
    return false;
  }

  const may = (viewer: Viewer | undefined) => ({ update: mayUpload(viewer), delete: mayUpload(viewer) });
  const unknown = (ref: RecordRef, { viewer }: Context) => notFound('image', ref, may(viewer));
  const find = (ref: RecordRef, ctx: Context) => findRecord(repository, ref, { unknown: () => unknown(ref, ctx) });
  async function reread(ref: RecordRef, ctx: Context) {
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

  async function bringIn(sent: string, ctx: Context, facts: ImageFacts & Pick<ImageRecord, 'from'> = {}) {
    const own = storedUrl(sent, ctx.links);
    // Only an upload makes a path that looks like one.
    const url = uploadedPicture(own) ? sent : own;
    const fetchedFrom = [url, ...(facts.from === undefined ? [] : [facts.from])];
    const stored =
      (await repository.one({ url: { $in: [own, url] } })) ?? (await repository.one({ from: { $in: fetchedFrom } }));
    if (stored) return stored;
    const record = { ...newImage(ctx.origin?.id ?? (await repository.nextId()), url, ctx), ...facts };
    await repository.insert(record);
    return record;
  }

  const taken = new WeakMap<UploadedFile, Promise<Taken>>();

  /** Keeps the files of a picture, once for a request. */
  function take(file: UploadedFile) {
    const taking = taken.get(file) ?? pictures.take(file.path);
    taken.set(file, taking);
    return taking;
  }

  /** The problems of a file. */
  async function fileProblems(field: string, token: string, { uploads }: Context): Promise<Problem[]> {
    const file = uploads?.get(token);
    if (!file) return [problem(field, 'invalid_image', 'Must be a file that comes with the request.')];
    try {
      await take(file);
      return [];
    } catch (error) {
      if (isPictureRefused(error)) return [{ field, code: 'invalid_image', message: error.said }];
      throw error;
    }
  }

  /** Adds the record of a picture whose files are kept. */
  async function insertUploaded(token: string, texts: ImagePatch, ctx: Context) {
    const file = ctx.uploads!.get(token)!;
    const id = await repository.nextId();
    const record = { ...newImage(id, '', ctx), ...uploadedFacts(id, file.name, await take(file)) };
    const values = { title: titleOf(file.name), ...texts };
    return repository.insert(withStored(imagePatch, record, values, ctx));
  }

  return {
    async problems(sent, ctx) {
      const { field, image } = imageIn(sent);
      if (image == null) return [];
      if (isUploadToken(image) && mayUpload(ctx.viewer)) return fileProblems(field, image, ctx);
      if (isId(image)) {
        const stored = await repository.one({ _id: Number(image) });
        return stored && (await maySee(stored, ctx))
          ? []
          : [problem(field, 'invalid_image', 'There is no {0} with this id.', { word: 'image' })];
      }
      return mayUpload(ctx.viewer) ? [] : [problem(field, 'invalid_image', 'You may not bring in images.')];
    },
    read: async (ref, ctx) => copyOf(await reread(ref, ctx)),
    async link(sent, ctx) {
      const { image } = imageIn(sent);
      if (image === undefined) return {};
      if (image === null) return { image: undefined };
      const record = isId(image)
        ? await repository.one({ _id: Number(image) })
        : await (isUploadToken(image) ? insertUploaded(image, {}, ctx) : bringIn(image, ctx));
      return { image: record && copyOf(record) };
    },
    bringIn: async ({ url: sent, from, ...facts }, ctx) =>
      copyOf(
        await writes.create(ctx, {
          input() {
            const { url } = validate({ table: newImageFields, use: 'create' }, { url: sent }, ctx);
            if (!/^https?:/i.test(url))
              throw invalidField('url', 'invalid_image', 'Must be an absolute http(s) address.');
            return url;
          },
          write: (url) => bringIn(url, ctx, { ...soundFacts(facts), ...(from !== undefined && { from }) }),
        }),
      ),
    update: async (ref, patch, ctx) =>
      copyOf(
        await writes.change(ref, ctx, {
          input: () => validate({ table: imagePatch, use: 'patch' }, patch, ctx),
          write: (before, values) => repository.replace(before, withStored(imagePatch, before, values, ctx)),
        }),
      ),
    upload: async (sent, ctx) =>
      copyOf(
        await writes.create(ctx, {
          input: () => validate({ table: uploadFields, use: 'create' }, { ...sent }, ctx),
          async named({ file }) {
            const problems = await fileProblems('file', file, ctx);
            if (problems.length) throw invalid(problems);
          },
          write: ({ file, ...texts }) => insertUploaded(file, texts, ctx),
        }),
      ),
    async remove(ref, ctx) {
      const deleted = await writes.change(ref, ctx, {
        deletes: true,
        input: () => ({}),
        async write(before) {
          let shown = 0;
          for (const records of Object.values(showing))
            shown += await records.count({ 'image.id': before._id }, { index: 'image' });
          if (shown) throw new DomainError('IMAGE_IN_USE', message('The image is shown by {0} records.', shown));
          await repository.delete(before);
          for (const name of filesOf(before)) await pictures.touch(name);
          return before;
        },
      });
      return { ...copyOf(deleted), deleted };
    },
    own(sent, ctx) {
      refuseUnless(ctx.viewer !== undefined, ctx);
      const { page = 1, perPage = 10 } = validate({ table: pageFields, use: 'filter' }, sent, ctx);
      const found = pageOf(
        repository,
        { filter: { author: ctx.viewer!.id }, sort: [['_id', -1]], index: 'author' },
        { page, perPage, ...readContextOf(ctx) },
      );
      return { ...found, items: async () => (await found.items()).map(copyOf) };
    },
    async fetchedFrom(addresses) {
      const paths = new Map([...addresses].map((address) => [address, new URL(address).pathname]));
      const own = [...paths.values()].filter(uploadedPicture);
      const fetched = await repository.find({ from: { $in: [...paths.keys()] } }, { index: 'source' });
      const moved = own.length > 0 ? await repository.find({ url: { $in: own } }, { index: 'url' }) : [];
      const found = new Map<string, ImageRecord>();
      for (const image of moved) found.set(image.url, image);
      for (const image of fetched) found.set(image.from!, image);
      const images = [...paths].map(([address, path]) => [address, found.get(address) ?? found.get(path)] as const);
      return new Map(images.flatMap(([address, image]) => (image ? [[address, copyOf(image)]] : [])));
    },
    async keepFetched(from, path, ctx) {
      const file = await pictures.take(path);
      return write(ctx, async () => {
        const already = await repository.one({ from });
        if (already) return copyOf(already);
        const before = await repository.one({ url: from });
        const { sizes: _, ...image } = before ?? newImage(await repository.nextId(), from, ctx);
        const name = new URL(from).pathname.split('/').pop()!;
        const after = { ...image, from, ...uploadedFacts(image._id, name, file) };
        return copyOf(await (before ? repository.replace(before, after) : repository.insert(after)));
      });
    },
    showing: (kind, ids) => showing[kind]!.find({ _id: { $in: ids } }),
    reshow: (kind, ids, change, ctx) =>
      write(ctx, async () => {
        const changed: [PostRecord, PostRecord][] = [];
        for (const before of await showing[kind]!.find({ _id: { $in: ids } })) {
          const after = await showing[kind]!.replace(before, change(before));
          if (after !== before) changed.push([before, after]);
        }
        return changed;
      }),
  };
}

/** The title of an upload, from the name of its file. */
const titleOf = (name: string) => cut(stripTags(name.replace(/\.\w{1,5}$/, '').replace(/\p{Cc}+/gu, ' ')), 200).trim();

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
  ...(pictureName(url) !== undefined ? PICTURE_SIZE : {}),
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
