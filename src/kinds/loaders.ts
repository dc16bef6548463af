import DataLoader from 'dataloader';
import type { Reader } from '../cache/at-revision.ts';
import type { Versioned } from '../cache/records.ts';
import type { UserIdentity } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import { inNextTick } from '../domain/event-loop.ts';
import { once } from '../domain/once-for.ts';
import { giveUpWhenLate } from '../domain/request.ts';
import type { Context, Reads } from './context.ts';
import { CUSTOM_FIELDS, type DefinitionReader, type Definitions } from './custom-fields/definitions.ts';
import { shownIn } from './event/linked-records.ts';
import type { EventRecord } from './event/record.ts';
import { type ByList, byName, type EventLinkKind, type RecordOf } from './event-links.ts';
import type { ImageRecord } from './image/record.ts';
import type { LinkedRecord } from './post/record.ts';
import type { SeriesRecord } from './series/record.ts';
import { formerSlug } from './shared/former-slugs.ts';
import type { Finder, Loader, RecordKey, Repository } from './shared/repository.ts';
import type { TermRecord } from './term/record.ts';

/** A loader that can forget. */
export interface RecordLoader<R> extends Loader<R> {
  clear(): void;
}

type LinkedLoaders = { [K in EventLinkKind as K['name']]: RecordLoader<RecordOf<K>> };

/** What a request has read, with a loader for each kind that records refer to. */
export interface Loaders extends Reads, LinkedLoaders {
  category: RecordLoader<TermRecord>;
  tag: RecordLoader<TermRecord>;
  image: RecordLoader<ImageRecord>;
  series: RecordLoader<SeriesRecord>;
  /** The direct children of a category, in no particular order. Reads made at the same time share one query. */
  categoriesBelow(id: number): Promise<TermRecord[]>;
  /** The user with this id, if there is one. */
  user(id: number): Promise<UserIdentity | undefined>;
  /** The result of `make`, which runs once per key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Reads something about a record. Calls made at the same time with the same key share one `read`. */
  together<T>(key: string, id: number, read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>): Promise<T>;
}

/** The repositories behind the loaders. */
interface Repositories extends ByList<Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
  images: Repository<ImageRecord>;
  series: Repository<SeriesRecord>;
  usersByIds: UsersByIds;
  definitions: DefinitionReader;
}

/** The users with these ids, in no particular order. */
export type UsersByIds = (ids: readonly number[]) => Promise<readonly UserIdentity[]>;

/** The order of the index that finds the children of a category. */
const BY_PARENT = {
  sort: [
    ['parent', 1],
    ['_id', 1],
  ],
  index: 'by_parent',
} as const;

/** Who a request reads for, and from which revision. */
export type Caller = Pick<Context, 'viewer' | 'now' | 'running'> &
  Partial<Reader> & {
    /** The current revision of the calendar, if it is followed. */
    currentRevision?(): number | undefined | Promise<number | undefined>;
  };

/** The loaders of one request, for one caller. */
export function createLoaders(
  { events, categories, tags, images, series, usersByIds, definitions, ...linked }: Repositories,
  caller: Caller,
): Loaders {
  const { dependencies = null } = caller;
  const loaders = new Map<unknown, RecordLoader<unknown>>();
  function loading<R extends Versioned>(repository: Repository<R>, shown?: (record: R) => boolean) {
    const find = async (keys: readonly RecordKey[]) => {
      giveUpWhenLate(caller.running);
      return repository.shownByKeys(keys, reads);
    };
    const formerly = async (key: RecordKey) => {
      if (!('slugs' in key)) return [];
      const [filter, how] = formerSlug(key.slugs);
      return repository.shown(filter, { ...how, dependencies });
    };
    const loader = recordLoader({ find, formerly, cached: (id) => repository.cached(id, reads), shown });
    loaders.set(repository, loader);
    return loader;
  }
  loading(events);
  const kinds = {
    ...(byName(({ inEvents }) => loading(linked[inEvents], (record) => shownIn(record, caller))) as LinkedLoaders),
    category: loading(categories),
    tag: loading(tags),
    image: loading(images),
    series: loading(series, (record) => shownIn(record, caller)),
  };
  const others = batched(async (ids) => {
    const found = await Promise.all(
      [...Object.values(linked), images, series].map((posts) => idsAmong(posts, ids, dependencies)),
    );
    return ids.map((id) => found.flat().includes(id));
  });
  const below = batched(async (ids) => {
    giveUpWhenLate(caller.running);
    const found = await categories.shown({ parent: { $in: [...ids] } }, { ...BY_PARENT, dependencies });
    return ids.map((id) => found.filter(({ parent }) => parent === id));
  });
  const users = batched(async (ids) => {
    const found = await usersByIds(ids);
    return ids.map((id) => found.find((user) => user.id === id));
  });
  const made = new Map<string, unknown>();
  const batches = new Map<string, () => DataLoader<number, unknown>>();
  const reads: Loaders & { revision: Reader['revision'] } = {
    ...kinds,
    of: <R extends Versioned>(repository: Repository<R>) => loaders.get(repository) as RecordLoader<R>,
    customFields() {
      const cached = made.get(CUSTOM_FIELDS.name) as Definitions | Promise<Definitions> | undefined;
      const found = cached ?? definitions.shown(reads);
      made.set(CUSTOM_FIELDS.name, found);
      return found;
    },
    isOtherPost: (id) => others().load(id),
    categoriesBelow: (id) => below().load(id),
    user: (id) => users().load(id),
    once<T>(key: string, make: () => Promise<T>) {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as Promise<T>;
    },
    together<T>(key: string, id: number, read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>) {
      const batch =
        batches.get(key) ??
        batched(async (ids) => {
          const found = await read(ids);
          return ids.map((each) => found.get(each));
        });
      batches.set(key, batch);
      return batch().load(id) as Promise<T>;
    },
    revision: caller.revision,
    dependencies,
    async readAnew() {
      for (const loader of loaders.values()) loader.clear();
      others().clearAll();
      below().clearAll();
      made.clear();
      batches.clear();
      reads.revision = undefined;
      reads.revision = await caller.currentRevision?.();
    },
  };
  return reads;
}

interface LoaderDeps<R> extends Required<Pick<Finder<R>, 'formerly'>> {
  find(keys: readonly RecordKey[]): Promise<(R | DomainError | undefined)[]>;
  /** A record that need not be read again. */
  cached(id: number): R | DomainError | undefined;
  /** Whether records that refer to this one may show it. */
  shown?: (record: R) => boolean;
}

function recordLoader<R extends Versioned>({
  find,
  formerly,
  cached,
  shown = () => true,
}: LoaderDeps<R>): RecordLoader<R> {
  // Most requests need only a few of the kinds.
  const loader = once(
    () =>
      new DataLoader<RecordKey, R | undefined, string>(find, { ...BATCHES, cacheKeyFn: (key) => JSON.stringify(key) }),
  );
  let linked = new Map<number, R | undefined>();
  let next: { ids: Set<number>; read: Promise<void> } | undefined;

  /** Collects the ids requested during this tick, then reads them together. */
  function readTogether(into: typeof linked) {
    const ids = new Set<number>();
    const read = thisMoment().then(async () => {
      if (next?.ids === ids) next = undefined;
      const batch = [...ids];
      const found = await find(batch.map((_id) => ({ _id })));
      for (const [at, record] of found.entries()) into.set(batch[at]!, shownOf(record));
    });
    return { ids, read };
  }

  /** Records that refer to a damaged one treat it as missing. */
  const shownOf = (record: R | DomainError | undefined) =>
    record && !(record instanceof DomainError) && shown(record) ? record : undefined;

  return {
    formerly,
    one: (key) => {
      const record = '_id' in key ? cached(key._id) : undefined;
      return record && !(record instanceof DomainError) ? Promise.resolve(record) : loader().load(key);
    },
    // One promise per list, not per id: pages ask for hundreds.
    linked(ids) {
      const among = linked;
      const missing = ids.filter((id) => {
        if (among.has(id)) return false;
        const record = cached(id);
        if (record) among.set(id, shownOf(record));
        return record === undefined;
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

/** Resolves when everything that the current results lead to has been requested. */
const thisMoment = (): Promise<void> => new Promise(inNextTick);

const BATCHES = { batchScheduleFn: inNextTick };

/** A loader of what is asked for at the same time. Most requests need only a few, so it is made with the first. */
const batched = <V>(read: (ids: readonly number[]) => Promise<V[]>) =>
  once(() => new DataLoader<number, V>(read, BATCHES));

async function idsAmong(
  repository: Pick<Repository<Versioned>, 'find'>,
  ids: readonly number[],
  dependencies: Reader['dependencies'],
) {
  const found = await repository.find({ _id: { $in: ids } }, { only: [], dependencies });
  return found.map(({ _id }) => _id);
}
