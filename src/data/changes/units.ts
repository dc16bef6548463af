import { isDeepStrictEqual } from 'node:util';
import type { Readers } from '../../domain/access.ts';
import { createScope } from '../../domain/scope.ts';
import { pruneKeys } from '../idempotency-keys.ts';
import type { Store, Stored } from '../port.ts';
import { afterwards, fill } from './fill.ts';
import { PRUNE_EVERY, prune } from './prune.ts';
import {
  type Addressed,
  type Besides,
  CHANGES,
  type Entry,
  type EventLists,
  firstRevision,
  MOST_CHANGES,
  MOST_NAMES,
  type RecordChange,
  unitOf,
} from './record.ts';
import { ANY, recordName } from './touched.ts';

/** How to run a unit: with the store's `atomically` or a wrapper of it. `now` decides who may read what. */
interface UnitOfWriting {
  now: number;
  atomically: Store['atomically'];
}

/** Notes a change to a record: without `before` it was created, without `after` it was deleted. Throws outside a unit. */
export type LogChange<R> = (before: R | undefined, after: R | undefined) => void;

/** Writes the log. */
export interface ChangeWriter {
  /** How many units have ended in this process. A unit counts before its caller continues. */
  ended(): number;
  /** How many records the open unit in which the caller runs has changed. Undefined outside of one. */
  changed(): number | undefined;
  /** Runs a unit of writing and writes its notes with it. A nested unit joins the outer one. */
  unit<T>(how: UnitOfWriting, work: () => Promise<T>): Promise<T>;
  /** Returns a function that notes the changes of one kind. */
  changeLogger<R extends Logged>(kind: string, audience: AudienceOf<R>, listsOf?: ListsOf<R>): LogChange<R>;
  /** Notes in the unit, if there is one, that a record or something else was written: `venue/5`, `sweeps`. */
  touch(name: string): void;
  /** Notes in the unit that any record may have changed. */
  noteAll(): void;
  /** Reports, in a unit of its own, that any record may have changed. */
  tellAll(): Promise<void>;
  /** The store's `put`. Each call also reports that any record may have changed. */
  put<T extends Stored>(collection: string, documents: readonly T[]): Promise<void>;
}

/** The fields common to all records. Images have no address. */
interface Logged extends Partial<Addressed> {
  _id: number;
  version: number;
  slugs?: readonly string[];
  trashed?: boolean;
}

/** Who could find a record in lists before a change, and who can after it, at the moment `now`. */
export type AudienceOf<R> = (
  before: R | undefined,
  after: R | undefined,
  now: number,
) => { before?: Readers; after?: Readers };

/** For events: the lists that changed; `all` if they cannot be named. */
export type ListsOf<R> = (before: R | undefined, after: R | undefined) => EventLists | 'all' | undefined;

type Noted = Omit<RecordChange, 'revision' | 'at'> & Besides;

/** A record that a unit has written: its change, and its state before the first write. */
interface Written {
  noted: Noted;
  was: Logged | undefined;
}

interface Unit {
  now: number;
  /** Each record once, by kind and id. */
  written: Map<string, Written>;
  /** The names of everything written, reported or not. */
  touched: Set<string>;
  /** Whether lists changed that cannot be named. */
  allLists: boolean;
  all: boolean;
  open: boolean;
}

/** `tell` gets the entries of each committed unit. */
export function createWriter(
  store: Store,
  clock: () => number,
  tell: (entries: readonly Entry[]) => void = () => {},
): ChangeWriter {
  const units = createScope<Unit>();
  let ended = 0;

  function current() {
    const unit = units.current();
    return unit?.open ? unit : undefined;
  }

  function open() {
    const unit = current();
    if (!unit) throw new Error('a record is written outside of a unit: the log of changes would miss it');
    return unit;
  }

  /** Writes the notes, if there are any, and returns them. Adds each number it takes to `taken`. */
  async function write(unit: Unit, taken: number[]): Promise<Entry[]> {
    const { written, all } = unit;
    const touched = touchedBesides(unit);
    if (written.size === 0 && touched.length === 0 && !all) return [];
    const number = await store.nextId(CHANGES.name);
    taken.push(number);
    const first = firstRevision(number);
    // Read the clock after taking the number: then all lower numbers are at least as old.
    const at = clock();
    const notes = all || written.size > MOST_CHANGES ? undefined : [...written.values()];
    const changes = notes?.map(({ noted }) => noted) ?? [{ kind: 'all' } as const];
    const [head, ...others] = changes.map((change, place): Entry => ({ _id: first + place, at, ...change }));
    // This fails if a reader stopped waiting and filled the gap. Write the first entry first: without it the others have no
    // place.
    const whole: Entry = { ...(head ?? { _id: first, at, void: true }), touched };
    await store.insert<Entry>(CHANGES.name, whole);
    if (others.length) await store.put(CHANGES.name, others);
    return [whole, ...others];
  }

  async function unit<T>({ now, atomically }: UnitOfWriting, work: () => Promise<T>) {
    if (current()) return atomically(work);
    const taken: number[] = [];
    let entries: Entry[] = [];
    let done = false;
    try {
      const result = await atomically(async () => {
        const own: Unit = { now, written: new Map(), touched: new Set(), allLists: false, all: false, open: true };
        try {
          const value = await units.run(own, work);
          entries = await write(own, taken);
          return value;
        } finally {
          own.open = false;
        }
      });
      done = true;
      tell(entries);
      return result;
    } finally {
      ended += 1;
      // The unit may have run more than once, and all runs but the last were rolled back.
      const newest = done && entries[0] ? unitOf(entries[0]._id) : undefined;
      const undone = taken.filter((number) => number !== newest);
      if (undone.length) void afterwards(() => fill(store, undone, clock));
      if (newest !== undefined && newest % PRUNE_EVERY === 0) {
        void afterwards(() => prune(store, newest, clock()));
        void afterwards(() => pruneKeys(store, clock()));
      }
    }
  }

  function noteAll() {
    open().all = true;
  }

  return {
    unit,
    ended: () => ended,
    noteAll,
    tellAll: () => unit({ now: clock(), atomically: store.atomically }, async () => noteAll()),
    changed: () => current()?.written.size,
    touch: (name) => void current()?.touched.add(name),
    changeLogger: (kind, audience, listsOf) => (before, after) => {
      const unit = open();
      const { written, now } = unit;
      const { _id: id } = (after ?? before) as Logged;
      const key = recordName(kind, id);
      const previous = written.get(key);
      const was = previous ? previous.was : before;
      const lists = listsOf?.(before, after);
      if (lists === 'all') unit.allLists = true;
      const readers = audience(before, after, now);
      const first = previous ? previous.noted.before : readers.before;
      const noted: Noted = {
        kind,
        id,
        version: after ? Math.max(after.version, (before?.version ?? 0) + 1) : before!.version,
        done: doneTo(was, after),
        ...(first === undefined ? {} : { before: first }),
        ...(readers.after === undefined ? {} : { after: readers.after }),
        ...(isLost(first, readers.after) ? addressIn(was) : {}),
        ...(previous?.noted.slugs || !isDeepStrictEqual(before?.slugs, after?.slugs) ? { slugs: true } : {}),
        ...joined(previous?.noted.lists, lists === 'all' ? undefined : lists),
      };
      written.set(key, { noted, was });
    },
    put: (collection, documents) =>
      unit({ now: clock(), atomically: store.atomically }, async () => {
        await store.put(collection, documents);
        noteAll();
      }),
  };
}

/** What a unit did to a record overall. */
function doneTo(was: Written['was'], after: Logged | undefined) {
  if (!after) return 'deleted';
  if (!was) return 'created';
  if ((was.trashed === true) === (after.trashed === true)) return 'updated';
  return was.trashed ? 'restored' : 'trashed';
}

/** Whether anybody who could find a record does not find it any more. */
const isLost = (before: Readers | undefined, after: Readers | undefined) =>
  before !== undefined && after !== 'all' && after !== before;

function addressIn({ slug, original, status, trail }: Partial<Addressed> = {}): Pick<RecordChange, 'was'> {
  return slug && original ? { was: { slug, original, ...(status && { status }), ...(trail && { trail }) } } : {};
}

/**
 * What a unit has written but does not report. `all` if that includes an event, because nobody can tell what changed about it.
 */
function touchedBesides({ written, touched, allLists }: Unit) {
  const besides = [...touched].filter((name) => !written.has(name));
  const longest = (most: number, { noted: { lists } }: Written) => Math.max(most, lists?.of.length ?? 0);
  const names = [...written.values()].reduce(longest, besides.length);
  return allLists || names > MOST_NAMES || besides.some((name) => name.startsWith('event/') || name.endsWith(ANY))
    ? 'all'
    : besides;
}

function joined(one: EventLists | undefined, other: EventLists | undefined): Pick<Besides, 'lists'> {
  if (!one || !other) return one || other ? { lists: (one ?? other)! } : {};
  const both = (key: 'of' | 'months') => [...new Set([...one[key], ...other[key]])];
  const [left, after] = [one.counted?.left, other.counted?.joined];
  const counted = { ...(left && { left }), ...(after && { joined: after }) };
  return { lists: { of: both('of'), months: both('months'), counted } };
}
