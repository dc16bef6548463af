import { vi } from 'vitest';
import { createBodies } from '../../src/cache/records.ts';
import { createRevisions } from '../../src/cache/revision.ts';
import { createChanges } from '../../src/data/changes/changes.ts';
import { CHANGES, type Entry } from '../../src/data/changes/record.ts';
import { duplicateKey, type FindOptions, type Store } from '../../src/data/port.ts';
import { createScope } from '../../src/domain/scope.ts';
import { upTo } from '../support/making.ts';

/** What happens in a simulation. */
export interface Drawn {
  seed: number;
  /** Units a second, of all processes together. */
  rate: number;
  /** Milliseconds that a commit takes: 0.4 to 1.6 times as many. */
  commit: number;
  /** How many numbers are taken by processes that are killed then. */
  killed: number;
}

interface Body {
  _id: number;
  version: number;
}

interface Wanted {
  $gte?: number;
  $lt?: number;
  $in?: number[];
}

/** What a write makes of the stored data, at its commit. */
type Staged = () => void;

const PROCESSES = 3;
/** Requests that each process answers at the same time. */
const READERS = 4;

/** Records that are written and read. */
const RECENT = 50;

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Three processes on one store, which takes its time for each read and commits units late and out of order, as a replica set does.
 * Time is vitest's: `vi.useFakeTimers` must have been called.
 */
export function simulate({ seed, rate, commit, killed }: Drawn) {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const sleep = (milliseconds: number) => new Promise((end) => setTimeout(end, milliseconds));
  const now = () => performance.now();

  /** Committed entries, in order of their ids, and records. */
  const log: Entry[] = [];
  const records = new Map<number, Body>();
  /** One of the newest records. */
  const recent = () => ids - below(Math.min(ids, RECENT));
  /** When each record got each of its states: its versions, and at last none. */
  const states = new Map<number, number[]>();
  const open = createScope<Staged[]>();
  let ids = 0;
  let numbers = 0;

  const place = (id: number) => {
    const found = log.findLastIndex((entry) => entry._id <= id);
    return { at: found, isTaken: log[found]?._id === id };
  };

  const write = (entry: Entry): Staged => {
    if (place(entry._id).isTaken) throw duplicateKey('_id');
    return () => {
      const { at, isTaken } = place(entry._id);
      if (isTaken) throw duplicateKey('_id');
      log.splice(at + 1, 0, entry);
    };
  };

  /** Reads in two steps, and is no snapshot: what is committed in between is found in the second half only. */
  async function find(_: string, { _id }: { _id: Wanted }, { sort, limit }: Required<FindOptions>) {
    await sleep(4 * random());
    const { $gte = Number.NEGATIVE_INFINITY, $lt = Number.POSITIVE_INFINITY, $in } = _id;
    const listed = $in && new Set($in);
    const matches = (entry: Entry) => entry._id >= $gte && entry._id < $lt && (!listed || listed.has(entry._id));
    const middle = (log.at(-1)?._id ?? 0) - below(20_000);
    const from = Math.min($gte, ...($in ?? []));
    const part = (isEarly: boolean) =>
      log.slice(place(from - 1).at + 1).filter((entry) => entry._id < middle === isEarly && matches(entry));
    const early = part(true);
    await sleep(4 * random());
    const found = [...early, ...part(false)];
    return (sort[0]![1] === -1 ? found.reverse() : found).slice(0, limit);
  }

  const store = {
    kind: 'mongodb',
    readsBehind: false,
    dataVersion: () => undefined,
    find,
    async nextId() {
      await sleep(1);
      return ++numbers;
    },
    async insert(_: string, entry: Entry) {
      const staged = write(entry);
      const unit = open.current();
      unit ? unit.push(staged) : staged();
    },
    async put(_: string, entries: readonly Entry[]) {
      open.current()!.push(...entries.map(write));
    },
    async atomically(work: () => Promise<unknown>) {
      const unit: Staged[] = [];
      const value = await open.run(unit, work);
      if (unit.length === 0) return value;
      await sleep(commit * (0.4 + 1.2 * random()));
      // The first fails if the number is taken, before anything is written.
      for (const step of unit) step();
      await sleep(3 * random());
      return value;
    },
  } as unknown as Store;

  const processes = upTo(PROCESSES).map(() => {
    const changes = createChanges(store, now);
    const told: number[] = [];
    let last: number | undefined;
    const look = async () => {
      const found = await changes.look();
      last ??= found.whole;
      told.push(...found.entries.map(({ _id }) => _id));
      return found;
    };
    return {
      changes,
      look,
      told,
      begin: () => last!,
      revisions: createRevisions(store, { ...changes, look }),
      bodies: createBodies(10_000_000, changes.touched),
      note: changes.changeLogger<Body>('event', () => ({ before: 'all', after: 'all' })),
      /** The newest state of each record that a request of this process was answered with. */
      answered: new Map<number, number>(),
    };
  });
  type Process = (typeof processes)[number];

  const locked = new Set<number>();
  let written = 0;

  function change(id: number, after: Body | undefined): Staged {
    return () => {
      after ? records.set(id, after) : records.delete(id);
      states.set(id, [...(states.get(id) ?? []), now()]);
    };
  }

  /** One unit: it writes some records, perhaps twice, or deletes them, and perhaps it is rolled back. */
  async function unit({ changes, note }: Process): Promise<void> {
    const some = upTo(1 + below(3)).map(() => (random() < 0.1 || ids < RECENT ? ++ids : recent()));
    const own = [...new Set(some)].filter((id) => !locked.has(id) && (records.has(id) || !states.has(id)));
    for (const id of own) locked.add(id);
    const isUndone = random() < 0.1;
    const work = async () => {
      for (const id of own) {
        const before = records.get(id);
        const after = before && random() < 0.1 ? undefined : { _id: id, version: (before?.version ?? 0) + 1 };
        note(before, after);
        if (after && random() < 0.2) note(after, after);
        open.current()!.push(change(id, after));
      }
      if (isUndone) throw new Error('undone');
    };
    // The log is written last, so its entries must fail before the records are changed.
    const atomically = ((inner: () => Promise<unknown>) =>
      store.atomically(async () => {
        const value = await inner();
        const unit = open.current()!;
        unit.unshift(...unit.splice(own.length));
        return value;
      })) as Store['atomically'];
    await changes.unit({ now: now(), atomically }, work).then(
      () => {
        written += 1;
      },
      () => {},
    );
    for (const id of own) locked.delete(id);
  }

  const counts = { looks: 0, off: 0, held: 0, stale: 0, backwards: 0 };
  let isRunning = true;

  /** Answers one request, from the cache if that holds. Counts what is older than promised. */
  async function answer({ revisions, bodies, answered }: Process, promised: number): Promise<void> {
    const arrived = now();
    const id = recent();
    const newest = answered.get(id) ?? 0;
    const revision = await revisions.current();
    counts.looks += 1;
    if (revision === undefined) counts.off += 1;
    const cached = bodies.unchanged<Body>('event', id, { revision, dependencies: null });
    if (cached) counts.held += 1;
    await sleep(6 * random());
    const known = states.get(id) ?? [];
    const read = records.get(id);
    const state = cached ? cached.version : known.length;
    await sleep(6 * random());
    if (!cached && read) bodies.keep('event', read, revision);
    if ((known[state] ?? Number.POSITIVE_INFINITY) < arrived - promised) counts.stale += 1;
    if (state < newest) counts.backwards += 1;
    answered.set(id, Math.max(state, answered.get(id) ?? 0));
  }

  async function read(process: Process, promised: number): Promise<void> {
    while (isRunning) {
      await sleep(3 * random());
      await answer(process, promised);
    }
  }

  async function writeOn(): Promise<void> {
    while (isRunning) {
      await sleep((1000 / rate) * 2 * random());
      void unit(processes[below(PROCESSES)]!);
    }
  }

  return {
    counts,
    /**
     * Writes and reads for so many seconds, and looks once more when all is committed. `promised`: milliseconds after which no
     * answer may be without a write.
     */
    async run(seconds: number, promised: number): Promise<void> {
      for (const { revisions } of processes) void revisions.current();
      await vi.advanceTimersByTimeAsync(100);
      void writeOn();
      for (const process of processes) for (const _ of upTo(READERS)) void read(process, promised);
      await vi.advanceTimersByTimeAsync(1000);
      for (const _ of upTo(killed)) void store.nextId(CHANGES.name);
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      isRunning = false;
      await vi.advanceTimersByTimeAsync(1000);
      const ends = processes.map(({ look }) => look());
      await vi.advanceTimersByTimeAsync(1000);
      await Promise.all(ends);
    },
    written: () => written,
    /** What each process was told by its looks, and what the log has behind the place where the process began. */
    told: () =>
      processes.map(({ told, begin }) => ({
        told: told.toSorted((a, b) => a - b),
        log: log.map(({ _id }) => _id).filter((id) => id > begin()),
      })),
  };
}
