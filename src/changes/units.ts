import { isDeepStrictEqual } from 'node:util';
import type { FoundKind } from '../errors.ts';
import { createScope } from '../scope.ts';
import type { Store, Stored } from '../store/port.ts';
import { fill } from './fill.ts';
import { PRUNE_EVERY, prune } from './prune.ts';
import {
  type Besides,
  CHANGES,
  type Entry,
  type EventLists,
  firstRevision,
  MOST_CHANGES,
  MOST_NAMES,
  type RecordChange,
} from './record.ts';
import { ANY, recordName } from './touched.ts';

/** How a unit is run: the store's `atomically`, or one around it. `now` is the moment that decides what is public. */
export interface UnitOfWriting {
  now: number;
  atomically: Store['atomically'];
  /** Run when a unit is committed that left something to be counted, before its caller is told. */
  counted?(): Promise<void>;
}

/** Tells of a record: without `before` it was made, without `after` it is gone for good. Throws outside of a unit. */
export type Note<R> = (before: R | undefined, after: R | undefined) => void;

/** Writes the log. */
export interface ChangeWriter {
  /** How many units of this process have ended, since it began. A unit counts before its caller is told. */
  ended(): number;
  /** Runs a unit of writing; what is noted in it is written with it. One inside of another belongs to that. */
  unit<T>(how: UnitOfWriting, work: () => Promise<T>): Promise<T>;
  /** What notes the changes of one kind. `isPublic` says whether everybody may read a record at a moment. */
  noting<R extends Noting>(
    kind: FoundKind,
    isPublic: (record: R, now: number) => boolean,
    listsOf?: ListsOf<R>,
  ): Note<R>;
  /** Takes down in the unit, if there is one, that a record was written, or something else: `venue/5`, `sweeps`. */
  touch(name: string): void;
  /** Notes in the unit that any record may have changed. */
  noteAll(): void;
  /** Leaves something to be counted, with what the unit tells: readers are told of it when that is counted. */
  leaveToCount(what: object): void;
  /** Tells in a unit of its own that any record may have changed. */
  tellAll(): Promise<void>;
  /** `put` of the store, which tells with each call that any record may have changed. */
  put<T extends Stored>(collection: string, documents: readonly T[]): Promise<void>;
}

/** What is known of every record. */
interface Noting {
  version: number;
  slugs?: readonly string[];
}

/** Of events: the lists in which something has changed; `all` where they cannot be named. */
export type ListsOf<R> = (before: R | undefined, after: R | undefined) => EventLists | 'all' | undefined;

type Noted = Omit<RecordChange, 'revision' | 'at'> & Besides;

interface Unit {
  now: number;
  /** Each record once, by kind and id. */
  noted: Map<string, Noted>;
  /** What was written, told or not. */
  touched: Set<string>;
  /** Lists were changed that cannot be named. */
  allLists: boolean;
  all: boolean;
  toCount: object[];
  open: boolean;
}

export function createWriter(store: Store, clock: () => number): ChangeWriter {
  const units = createScope<Unit>();
  let ended = 0;

  function current(): Unit | undefined {
    const unit = units.current();
    return unit?.open ? unit : undefined;
  }

  function open(): Unit {
    const unit = current();
    if (!unit) throw new Error('a record is written outside of a unit: the log of changes would miss it');
    return unit;
  }

  /** Writes what was noted, if anything was, and gives the number of the unit. Numbers that were taken are in `taken`. */
  async function write(unit: Unit, taken: number[]): Promise<number | undefined> {
    const { noted, all, toCount } = unit;
    const touched = touchedBesides(unit);
    if (noted.size === 0 && touched.length === 0 && !all) return undefined;
    const number = await store.nextId(CHANGES.name);
    taken.push(number);
    const first = firstRevision(number);
    // Not before the number was given: then all lower numbers are at least as old.
    const at = clock();
    const told = all || noted.size > MOST_CHANGES ? [{ kind: 'all' } as const] : [...noted.values()];
    const [head, ...others] = told.map((change, place): Entry => ({ _id: first + place, at, ...change }));
    // Refused when a reader did not wait any longer. The others have no place without the first one.
    await store.insert<Entry>(CHANGES.name, {
      ...(head ?? { _id: first, at, void: true }),
      touched,
      ...(toCount.length ? { uncounted: true, toCount } : {}),
    });
    if (others.length) await store.put(CHANGES.name, others);
    return number;
  }

  /** Nobody waits for it. What fails is done by readers, or the next time; the store says when it is away. */
  const afterwards = (work: () => Promise<void>): void => void work().catch(() => undefined);

  async function fillAll(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) await fill(store, number, clock());
  }

  async function unit<T>({ now, atomically, counted }: UnitOfWriting, work: () => Promise<T>): Promise<T> {
    if (current()) return atomically(work);
    const taken: number[] = [];
    let written: number | undefined;
    let leaves = false;
    let done = false;
    try {
      const result = await atomically(async () => {
        const own: Unit = {
          ...{ now, noted: new Map(), touched: new Set(), allLists: false, all: false, toCount: [] },
          open: true,
        };
        try {
          const value = await units.run(own, work);
          written = await write(own, taken);
          leaves = own.toCount.length > 0;
          return value;
        } finally {
          own.open = false;
        }
      });
      done = true;
      if (leaves) await counted?.();
      return result;
    } finally {
      ended += 1;
      // It may have run more than once, and every time but the last was undone.
      const undone = taken.filter((number) => !done || number !== written);
      if (undone.length) afterwards(() => fillAll(undone));
      if (done && written !== undefined && written % PRUNE_EVERY === 0) {
        const newest = written;
        afterwards(() => prune(store, newest, clock()));
      }
    }
  }

  function noteAll(): void {
    open().all = true;
  }

  return {
    unit,
    ended: () => ended,
    noteAll,
    leaveToCount: (what) => void open().toCount.push(what),
    tellAll: () => unit({ now: clock(), atomically: store.atomically }, async () => noteAll()),
    touch: (name) => void current()?.touched.add(name),
    noting: (kind, isPublic, listsOf) => (before, after) => {
      const unit = open();
      const { noted, now } = unit;
      const { _id: id } = (after ?? before) as unknown as { _id: number };
      const key = recordName(kind, id);
      const known = noted.get(key);
      const lists = listsOf?.(before, after);
      if (lists === 'all') unit.allLists = true;
      const version = after ? Math.max(after.version, (before?.version ?? 0) + 1) : before!.version;
      noted.set(key, {
        kind,
        id,
        version,
        publicBefore: known?.publicBefore ?? (before !== undefined && isPublic(before, now)),
        publicAfter: after !== undefined && isPublic(after, now),
        ...(after ? {} : { removed: true }),
        ...(known?.slugs || !isDeepStrictEqual(before?.slugs, after?.slugs) ? { slugs: true } : {}),
        ...joined(known?.lists, lists === 'all' ? undefined : lists),
      });
    },
    put: (collection, documents) =>
      unit({ now: clock(), atomically: store.atomically }, async () => {
        await store.put(collection, documents);
        noteAll();
      }),
  };
}

/** What a unit has written besides what it tells. Of an event that is written and not told nobody knows what is another. */
function touchedBesides({ noted, touched, allLists }: Unit): string[] | 'all' {
  const besides = [...touched].filter((name) => !noted.has(name));
  const names = [...noted.values()].reduce((sum, { lists }) => Math.max(sum, lists?.of.length ?? 0), besides.length);
  return allLists || names > MOST_NAMES || besides.some((name) => name.startsWith('event/') || name.endsWith(ANY))
    ? 'all'
    : besides;
}

function joined(one: EventLists | undefined, other: EventLists | undefined): Pick<Besides, 'lists'> {
  if (!one || !other) return one || other ? { lists: (one ?? other)! } : {};
  const both = (key: keyof EventLists) => [...new Set([...one[key], ...other[key]])];
  return { lists: { of: both('of'), months: both('months') } };
}
