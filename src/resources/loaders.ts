import DataLoader from 'dataloader';
import type { Context, Reads } from '../context.ts';
import { DomainError } from '../errors.ts';
import { inNextTick } from '../event-loop.ts';
import { giveUpWhenLate } from '../request.ts';
import type { KnownUser } from '../rules/access.ts';
import { once } from '../rules/once-for.ts';
import { shownIn } from './event/links.ts';
import type { EventRecord } from './event/record.ts';
import { type ByList, byName, type KnownLink, type RecordOf } from './event-links.ts';
import type { ImageRecord } from './image/record.ts';
import type { LinkedRecord } from './post/record.ts';
import type { Reader } from './shared/at-revision.ts';
import type { Versioned } from './shared/bodies.ts';
import type { Finder, RecordKey, Repository } from './shared/repository.ts';
import type { TermRecord } from './term/record.ts';

/** Reads the records of a kind for answers: all that a request asks for at a moment in one query. */
export interface RecordLoader<R> extends Finder<R> {
  /**
   * Those that another record refers to, in the given order, without what is not there, damaged, or not for the caller to
   * see. At once where they have been read already.
   */
  linked(ids: readonly number[]): R[] | Promise<R[]>;
  clear(): void;
}

type LinkedLoaders = { [K in KnownLink as K['name']]: RecordLoader<RecordOf<K>> };

/** What a request has read, with what others refer to by kind. */
export interface Loaders extends Reads, LinkedLoaders {
  category: RecordLoader<TermRecord>;
  tag: RecordLoader<TermRecord>;
  image: RecordLoader<ImageRecord>;
  /** The categories directly below one, in no promised order: all that a request asks for at a moment in one query. */
  categoriesBelow(id: number): Promise<TermRecord[]>;
  /** A user, if there is one with this id. */
  user(id: number): Promise<KnownUser | undefined>;
  /** What `make` gives, made once for a key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** What is read of a record in a way that has a key: of all records that this is asked for at a moment in one go. */
  together<T>(key: string, id: number, read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>): Promise<T>;
}

/** The repositories that loaders read from. */
interface Repositories extends ByList<Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
  images: Repository<ImageRecord>;
  usersByIds: UsersByIds;
}

/** The users with these ids, in no promised order. */
export type UsersByIds = (ids: readonly number[]) => Promise<readonly KnownUser[]>;

/** The order of the index that knows what stands below a category. */
const BY_PARENT = {
  sort: [
    ['parent', 1],
    ['_id', 1],
  ],
  index: 'parent',
} as const;

/** For whom a request reads, and since when. */
export type Caller = Pick<Context, 'viewer' | 'now' | 'running'> & Partial<Reader>;

/** The loaders of one request, for one caller. */
export function createLoaders(
  { events, categories, tags, images, usersByIds, ...linked }: Repositories,
  caller: Caller,
): Loaders {
  const { restsOn = null } = caller;
  /** What is read for the rest of the request. */
  const reader: { -readonly [K in keyof Reader]: Reader[K] } = { standing: caller.standing, restsOn };
  const loaders = new Map<unknown, RecordLoader<unknown>>();
  function loading<R extends Versioned>(repository: Repository<R>, shown?: (record: R) => boolean) {
    const find = async (keys: readonly RecordKey[]) => {
      giveUpWhenLate(caller.running);
      return repository.shownByKeys(keys, reader);
    };
    const loader = recordLoader({ find, known: (id) => repository.known(id, reader), shown });
    loaders.set(repository, loader);
    return loader;
  }
  loading(events);
  const kinds = {
    ...(byName(({ inEvents }) => loading(linked[inEvents], (record) => shownIn(record, caller))) as LinkedLoaders),
    category: loading(categories),
    tag: loading(tags),
    image: loading(images),
  };
  const others = once(
    () =>
      new DataLoader<number, boolean>(async (ids) => {
        const found = await Promise.all(
          [...Object.values(linked), images].map((posts) => idsAmong(posts, ids, restsOn)),
        );
        return ids.map((id) => found.flat().includes(id));
      }, BATCHES),
  );
  const below = once(
    () =>
      new DataLoader<number, TermRecord[]>(async (ids) => {
        giveUpWhenLate(caller.running);
        const found = await categories.shown({ parent: { $in: [...ids] } }, { ...BY_PARENT, restsOn });
        return ids.map((id) => found.filter(({ parent }) => parent === id));
      }, BATCHES),
  );
  const users = once(
    () =>
      new DataLoader<number, KnownUser | undefined>(async (ids) => {
        const found = await usersByIds(ids);
        return ids.map((id) => found.find((user) => user.id === id));
      }, BATCHES),
  );
  const made = new Map<string, unknown>();
  const batches = new Map<string, DataLoader<number, unknown>>();
  return {
    ...kinds,
    of: <R extends Versioned>(repository: Repository<R>) => loaders.get(repository) as RecordLoader<R>,
    isOtherPost: (id) => others().load(id),
    categoriesBelow: (id) => below().load(id),
    user: (id) => users().load(id),
    once<T>(key: string, make: () => Promise<T>) {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as Promise<T>;
    },
    together<T>(key: string, id: number, read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>) {
      if (!batches.has(key))
        batches.set(
          key,
          new DataLoader(async (ids) => {
            const found = await read(ids);
            return ids.map((each) => found.get(each));
          }, BATCHES),
        );
      return batches.get(key)!.load(id) as Promise<T>;
    },
    restsOn,
    get standing() {
      return reader.standing;
    },
    clear() {
      reader.standing = undefined;
      for (const loader of loaders.values()) loader.clear();
      others().clearAll();
      below().clearAll();
      made.clear();
      batches.clear();
    },
  };
}

interface LoaderDeps<R> {
  find(keys: readonly RecordKey[]): Promise<(R | DomainError | undefined)[]>;
  /** What need not be read. */
  known(id: number): R | DomainError | undefined;
  /** What others may show of those that they refer to. */
  shown?: ((record: R) => boolean) | undefined;
}

function recordLoader<R extends Versioned>({ find, known, shown = () => true }: LoaderDeps<R>): RecordLoader<R> {
  // Most requests need a few of the kinds only.
  const loader = once(
    () =>
      new DataLoader<RecordKey, R | undefined, string>(find, { ...BATCHES, cacheKeyFn: (key) => JSON.stringify(key) }),
  );
  let linked = new Map<number, R | undefined>();
  let next: { ids: Set<number>; read: Promise<void> } | undefined;

  /** Reads the ids that are asked for from here on until the moment is over. */
  function readTogether(into: typeof linked): { ids: Set<number>; read: Promise<void> } {
    const ids = new Set<number>();
    const read = thisMoment().then(async () => {
      if (next?.ids === ids) next = undefined;
      const asked = [...ids];
      const found = await find(asked.map((_id) => ({ _id })));
      for (const [at, record] of found.entries()) into.set(asked[at]!, shownOf(record));
    });
    return { ids, read };
  }

  /** What is damaged is not there for those that refer to it. */
  const shownOf = (record: R | DomainError | undefined): R | undefined =>
    record && !(record instanceof DomainError) && shown(record) ? record : undefined;

  return {
    one: (key) => {
      const record = '_id' in key ? known(key._id) : undefined;
      return record && !(record instanceof DomainError) ? Promise.resolve(record) : loader().load(key);
    },
    // A promise for each list, not for each id: pages ask for hundreds.
    linked(ids) {
      const among = linked;
      const missing = ids.filter((id) => {
        const record = among.has(id) ? undefined : known(id);
        if (record) among.set(id, shownOf(record));
        return !among.has(id);
      });
      const found = () => ids.map((id) => among.get(id)).filter((record) => record !== undefined);
      if (missing.length === 0) return found();
      next ??= readTogether(among);
      for (const id of missing) next.ids.add(id);
      return next.read.then(found);
    },
    clear() {
      loader().clearAll();
      linked = new Map();
      next = undefined;
    },
  };
}

/** Resolved when everything has been asked for that follows from what is known at this moment. */
const thisMoment = (): Promise<void> => new Promise(inNextTick);

const BATCHES = { batchScheduleFn: inNextTick };

async function idsAmong(
  repository: Pick<Repository<Versioned>, 'find'>,
  ids: readonly number[],
  restsOn: Reader['restsOn'],
): Promise<number[]> {
  const found = await repository.find({ _id: { $in: ids } }, { only: [], restsOn });
  return found.map(({ _id }) => _id);
}
