import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { mayUpload } from '../../rules/access.ts';
import type { Store } from '../../store/port.ts';
import type { ImageCopy } from '../post/record.ts';
import type { Repository } from '../repository.ts';
import type { ImageRecord } from './record.ts';

/** Images as fields of other records: there is no route of their own. */
export interface ImageService {
  /** What is wrong with an image that was sent as id or address; nothing when it may be used. */
  problems(image: string | null | undefined, ctx: Context): Promise<Problem[]>;
  /** The copy a record keeps. Part of the record's unit. Null clears, undefined leaves. */
  link(image: string | null | undefined, ctx: Context): Promise<{ image?: ImageCopy | undefined }>;
  exists(id: number): Promise<boolean>;
}

const isId = (image: string): boolean => /^\d+$/.test(image);

export function createImageService(store: Store, repository: Repository<ImageRecord>): ImageService {
  const byId = (image: string) => repository.one({ _id: Number(image) });

  async function bringIn(url: string, ctx: Context): Promise<ImageRecord> {
    const known = await repository.one({ url });
    if (known) return known;
    const record = { _id: await store.nextId('posts'), url, author: ctx.viewer?.id ?? 1, createdAt: ctx.now };
    await repository.insert(record);
    return record;
  }

  return {
    async problems(image, ctx) {
      if (image == null) return [];
      if (isId(image)) return (await byId(image)) ? [] : [problem('There is no image with this id.')];
      return mayUpload(ctx.viewer) || !ctx.viewer ? [] : [problem('You may not bring in images.')];
    },
    async link(image, ctx) {
      if (image === undefined) return {};
      if (image === null) return { image: undefined };
      const record = isId(image) ? await byId(image) : await bringIn(image, ctx);
      return { image: record && copyOf(record) };
    },
    exists: async (id) => (await repository.one({ _id: id })) !== undefined,
  };
}

const problem = (message: string): Problem => ({ field: 'image', code: 'rest_invalid_image', message });

const copyOf = ({ _id, author: _, createdAt: __, ...seen }: ImageRecord): ImageCopy => ({ id: _id, ...seen });
