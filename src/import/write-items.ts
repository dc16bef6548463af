import { DomainError } from '../domain/errors.ts';
import { isWebAddress } from '../domain/fields/text-kinds.ts';
import { startsOf } from '../domain/recurrence/expand.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import type { Imported } from '../kinds/imports.ts';
import { KINDS, type KindName } from '../kinds/kinds.ts';
import type { Source } from '../kinds/post/record.ts';
import { recurrenceOf } from '../kinds/series/occurrences.ts';
import { SERIES, type SeriesRecord } from '../kinds/series/record.ts';
import { MOST_ITEMS } from '../kinds/shared/batch.ts';
import type { Calendar } from './calendar.ts';
import { type Found, findHere } from './find.ts';
import { hashOfItem, hashOfRecord } from './hashes.ts';
import { createKeptIds } from './ids.ts';
import type { Item, ItemKind } from './item.ts';
import { createMaker, type Resolve } from './make.ts';
import type { Memory } from './memory.ts';
import { isPlace, isThere } from './places.ts';
import { isOfRecord, nameOf, type Reporter, whyOf } from './report.ts';
import { linesOf, withoutFaulty } from './without-faulty.ts';

/** Who wins if a record changed on both sides. Without a winner, the conflict is reported. */
export type Winner = 'theirs' | 'ours';

export interface WritingDeps {
  calendar: Calendar;
  memory: Memory;
  reporter: Reporter;
  /** The name of the source. */
  site: string;
  run: number;
  winner: Winner | undefined;
  /** Ids of our users by the source's names for them. */
  authors: ReadonlyMap<string, number>;
  /** Keeps nothing that is written. */
  dryRun: boolean;
  /** What the source sent in this run. Grows with what is written. */
  told: Told;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
}

/** What a source has sent in this run. */
export interface Told {
  /** The keys of its records. A venue is sent with each of its events. */
  keys: Set<string>;
  /** Those of them that no earlier run had sent. */
  fresh: Set<string>;
  /** The records here that stand for what files call by name: a place may get another reference. */
  here: Set<string>;
  /** The kinds of records that could not be read, not even who they are. */
  unknown: Set<ItemKind>;
}

/** A record here, in `Told`. */
export const hereKey = (kind: ItemKind, id: number): string => `${kind} ${id}`;

/** An item, and what the last import remembered of it. */
interface Task {
  item: Item;
  key: string;
  there: string;
  previous: Imported | undefined;
  /** Undefined for our own records. */
  source: Source | undefined;
}

/** A task that writes. */
interface Writing extends Task {
  /** The existing record; undefined for a new one. */
  record: Found | undefined;
  /** The id that a new record keeps, if it does. */
  id: number | undefined;
  /** What of it is left out, because it breaks a rule. */
  left?: readonly string[];
}

/** Writes the items of one part of a source. Call it for one part after another. */
export type WriteItems = (items: readonly Item[]) => Promise<void>;

/** Thrown to roll back a unit that only tries a change. */
const ONLY_LOOKED = new Error('nothing of this is to stay');

export function createWriteItems(deps: WritingDeps): WriteItems {
  const { calendar, memory, reporter, site, run, winner, dryRun, told, giveWay } = deps;
  const { store, context } = calendar;
  const maker = createMaker(calendar, deps.authors);
  const keptIds = createKeptIds(store, { dryRun });

  /** What to remember about an item that is now stored as this record. */
  function imported(
    { item, key, there, previous, left = [] }: Omit<Task, 'source'> & Pick<Writing, 'left'>,
    record: Found,
    isFound = false,
  ): Imported {
    standsFor(item, record._id);
    const isTheirs = !isFound || item.byName !== 'mentioned' || Boolean(previous?.was);
    const author = maker.ownerOf(item);
    return {
      _id: key,
      ref: item.ref,
      here: record._id,
      there,
      seen: run,
      was: isTheirs ? hashOfRecord(record, languagesOf(item)) : '',
      ...(!item.allLanguages && { only: item.said.map(({ language }) => language) }),
      ...(author !== undefined && { author }),
      ...(item.startInUid !== undefined && { start: item.startInUid }),
      ...(left.length && { left }),
    };
  }

  /** Gives a record to the user who is its author now, if that was somebody else at the last import. */
  async function giveToAuthor({ item, key, previous: its }: Task, remembered: Map<string, Imported>): Promise<boolean> {
    const author = maker.ownerOf(item);
    if (!its || author === undefined || author === its.author) return false;
    const [record] = await store.byIds<Found & { author?: number }>(COLLECTION_OF[item.kind].name, [its.here]);
    const isOther = record !== undefined && record.author !== author;
    if (isOther) await maker.give(item, its.here, author);
    remembered.set(key, await note({ ...its, author }));
    return isOther;
  }

  function standsFor({ kind, byName }: Item, id: number): void {
    if (byName) told.here.add(hereKey(kind, id));
  }

  /** Looks up these items and the records that they refer to. */
  async function tasksOf(items: readonly Item[]): Promise<{ tasks: Task[]; remembered: Map<string, Imported> }> {
    const remembered = await memory.of(items.flatMap((item) => [memory.keyOf(item.kind, item.ref), ...namedBy(item)]));
    const tasks: Task[] = [];
    for (const item of items) {
      const key = memory.keyOf(item.kind, item.ref);
      const url = httpAddress(item.url);
      const source = item.isOwn ? undefined : (item.source ?? { site, id: item.ref, ...(url && { url }) });
      const previous = remembered.get(key);
      if (previous) standsFor(item, previous.here);
      else told.fresh.add(key);
      try {
        tasks.push({ item, key, there: hashOfItem(item), previous, source });
      } catch (error) {
        // Values may be nested deeper than can be written.
        if (!isOfRecord(error)) throw error;
        await refuse({ item, key }, error);
      }
    }
    return { tasks, remembered };
  }

  /** The fields of an item that refer to others, and the keys of those. */
  const referencesOf = ({ links = {}, parent, image }: Item): [field: string, keys: string[]][] => [
    ...Object.entries(links).map(([list, refs]): [string, string[]] => [
      list,
      refs!.map((ref) => memory.keyOf(KIND_IN[list]!, ref)),
    ]),
    ['parent', parent == null ? [] : [memory.keyOf('category', parent)]],
    ['image', image == null ? [] : [memory.keyOf('image', image)]],
  ];

  const namedBy = (item: Item): string[] => [
    ...referencesOf(item).flatMap(([, keys]) => keys),
    ...(item.occurrence ? [memory.keyOf('series', item.occurrence.series)] : []),
  ];

  /** Writes one record and remembers it, all or nothing. It finds the records that its unit has made so far, and adds it to them. */
  async function one(
    writing: Writing,
    remembered: ReadonlyMap<string, Imported>,
    made: Map<string, number>,
  ): Promise<{ record: Found; its: Imported } | { refused: Error }> {
    const { item, record: before, id, key, source } = writing;
    const resolve: Resolve = (kind, ref) => {
      const named = memory.keyOf(kind, ref);
      return made.get(named) ?? remembered.get(named)?.here;
    };
    // What an earlier run of the unit made was rolled back.
    made.delete(key);
    let done: { record: Found; its: Imported } | undefined;
    const write = async (): Promise<void> => {
      const record = before
        ? await maker.change(item, before, { source, resolve })
        : await maker.make(item, { id, source, resolve });
      if (!before && id === record._id) await keptIds.taken(item.kind, id);
      done = { record, its: imported(writing, record, before !== undefined) };
      await memory.remember([done.its]);
    };
    try {
      await calendar.unit(write, context({ language: item.said[0].language }));
    } catch (error) {
      if (isOfRecord(error)) return { refused: error };
      throw error;
    }
    made.set(key, done!.record._id);
    return done!;
  }

  /** Whether a change would affect anything that this source can set. */
  async function wouldChange(writing: Writing, remembered: Map<string, Imported>): Promise<boolean> {
    const { item, record, source } = writing;
    const resolve: Resolve = (kind, ref) => remembered.get(memory.keyOf(kind, ref))?.here;
    let after: Found | undefined;
    const look = async (): Promise<void> => {
      after = await maker.change(item, record!, { source, resolve });
      throw ONLY_LOOKED;
    };
    await calendar.unit(look, context({ language: item.said[0].language })).catch((error: Error) => {
      if (error !== ONLY_LOOKED && !isOfRecord(error)) throw error;
    });
    // A change that is refused will be told when it is made.
    if (!after) return true;
    return hashOfRecord(after, languagesOf(item)) !== hashOfRecord(record!, languagesOf(item));
  }

  /** Whether a record was made here for the series of an item, and nobody changed it since. */
  const isMadeFor = (
    { occurrence }: Item,
    { series, version, source }: Found,
    remembered: ReadonlyMap<string, Imported>,
  ) =>
    occurrence != null &&
    version === 1 &&
    // What another source brought is of that.
    (source === undefined || source.site === site) &&
    series === remembered.get(memory.keyOf('series', occurrence.series))?.here;

  /** Whether an occurrence is missing because somebody changed its series here, which does not give it any more. */
  async function isTakenOut({ occurrence }: Item, remembered: ReadonlyMap<string, Imported>): Promise<boolean> {
    if (!occurrence) return false;
    const key = memory.keyOf('series', occurrence.series);
    const its = told.fresh.has(key) ? undefined : remembered.get(key);
    const [series] = its ? await store.byIds<SeriesRecord>(SERIES.name, [its.here]) : [];
    if (!its || !series || its.was === hashOfRecord(series, its.only ?? 'all')) return false;
    const { originalStartsAt: at } = occurrence;
    return (await startsOf(recurrenceOf(series), at, at + 1, 1)).length === 0;
  }

  /** Decides what to write for an item that has changed there. `before` writes the items it may refer to. */
  async function plan(
    task: Task,
    remembered: Map<string, Imported>,
    before: () => Promise<void>,
  ): Promise<Writing | 'done'> {
    const { item } = task;
    // Where what was here before is mentioned in another way, it may be another.
    const its = item.byName === 'mentioned' && task.previous?.was === '' ? undefined : task.previous;
    if (item.kind === 'category') await before();
    const hereOf = (kind: ItemKind, ref: string | null | undefined): number | undefined =>
      ref == null ? undefined : remembered.get(memory.keyOf(kind, ref))?.here;
    const parentHere = hereOf('category', item.parent);
    const seriesHere = hereOf('series', item.occurrence?.series);
    const record = its
      ? (await store.byIds<Found>(COLLECTION_OF[item.kind].name, [its.here]))[0]
      : await findHere(store, item, { source: task.source, parentHere, seriesHere });
    const writing: Writing = { ...task, record, id: undefined };
    if (its && !record) return winner === 'theirs' ? writing : keep(task, 'It was deleted here.');
    if (!record && winner !== 'theirs' && (await isTakenOut(item, remembered)))
      return keep(task, 'Its series was changed here, and does not give it.');
    if (!record || item.kind === 'image') return writing;
    const isInTrash = record.status === 'trash' && !item.trashed;
    if (isInTrash && its?.gone === record.modifiedAt) return writing;
    if (item.byName === 'mentioned') {
      const isUnchanged = its && its.was === hashOfRecord(record, its.only ?? 'all');
      if (!fillsIn(item, record, isUnchanged)) return remember(task, record, remembered);
      return { ...writing, item: addressOnly(item) };
    }
    if (its && its.was === hashOfRecord(record, its.only ?? 'all')) return writing;
    if (!its && isMadeFor(item, record, remembered)) return writing;
    await before();
    if (!(await wouldChange(writing, remembered)) || winner === 'ours') return remember(task, record, remembered);
    if (winner === 'theirs') return writing;
    // Items that refer to it can still find it.
    if (!its) remembered.set(task.key, await note({ ...imported(task, record), there: '', was: '' }));
    if (isInTrash) return keep(task, its?.was ? 'Somebody put it into the trash here.' : 'It is in the trash here.');
    return keep(task, its?.was ? 'It changed there and here.' : 'It is here already, with other contents.');
  }

  async function note(its: Imported): Promise<Imported> {
    if (!dryRun) await memory.remember([its]);
    return its;
  }

  /** Leaves the record as it is and counts it as imported. */
  async function remember(
    task: Task & Pick<Writing, 'left'>,
    record: Found,
    remembered: Map<string, Imported>,
  ): Promise<'done'> {
    const its = imported(task, record, true);
    // What is only mentioned may have changed here.
    const was = task.item.byName === 'mentioned' ? (task.previous?.was ?? '') : its.was;
    remembered.set(task.key, await note({ ...its, was }));
    reporter.count(task.item.kind, 'unchanged');
    return 'done';
  }

  async function keep({ item, key }: Task, why: string): Promise<'done'> {
    reporter.conflict({ kind: item.kind, what: nameOf(item), why });
    if (!dryRun) await memory.see([key], run);
    return 'done';
  }

  /** Writes in units of several, in which later records can refer to earlier ones. */
  async function write(writings: readonly Writing[], remembered: Map<string, Imported>): Promise<void> {
    if (writings.length === 0) return;
    const made = new Map<string, number>();
    await calendar.services.batch(
      writings,
      {
        mode: 'each',
        run: (writing) => one(writing, remembered, made),
        isRefused: (done) => 'refused' in done,
        async ended(results, first) {
          // A dry run leaves nothing that others could refer to.
          if (dryRun) made.clear();
          for (const [place, result] of results.entries()) {
            const writing = writings[first + place]!;
            if (result instanceof Error) throw result;
            if ('refused' in result) {
              await again(writing, result.refused, remembered);
              continue;
            }
            if (!dryRun) remembered.set(writing.key, result.its);
            tell(writing, result.record, remembered);
          }
          await giveWay();
        },
      },
      context({ language: writings[0]!.item.said[0].language }),
    );
  }

  /** Writes a refused record without its faulty fields, if it can do without them. */
  async function again(writing: Writing, error: Error, remembered: Map<string, Imported>): Promise<void> {
    const { item } = writing;
    const said = error instanceof DomainError ? error : undefined;
    const left = said ? linesOf(said) : [];
    if (item.byName === 'mentioned' && writing.record) {
      for (const line of left) reporter.notTaken(line, nameOf(item));
      return void (await remember({ ...writing, left }, writing.record, remembered));
    }
    if (said?.code === 'CONFLICT' && writing.record) return void (await keep(writing, 'It changed there and here.'));
    const without = said && withoutFaulty(item, said);
    if (!without) return refuse(writing, error);
    for (const line of left) reporter.notTaken(line, nameOf(item));
    await write([{ ...writing, item: without, left: [...(writing.left ?? []), ...left] }], remembered);
  }

  async function refuse({ item, key }: Pick<Task, 'item' | 'key'>, error: Error): Promise<void> {
    if (!dryRun) await memory.see([key], run);
    const { problems = [] } = error as Partial<DomainError>;
    reporter.refuse({ kind: item.kind, what: nameOf(item, problems[0]?.field), why: whyOf(error) });
  }

  function tell({ item, record: before }: Writing, record: Found, remembered: ReadonlyMap<string, Imported>): void {
    const { kind, ref, id } = item;
    const isSame = (): boolean =>
      kind === 'image' || hashOfRecord(before!, languagesOf(item)) === hashOfRecord(record, languagesOf(item));
    const isBack = before?.status === 'trash' && record.status !== 'trash';
    reporter.count(kind, !before ? 'made' : isBack ? 'restored' : isSame() ? 'unchanged' : 'updated');
    if (!before && id !== undefined && id !== record._id) reporter.otherId(kind, ref, record._id);
    nameMissing(item, remembered);
  }

  /** Names what an item refers to in vain. */
  function nameMissing(item: Item, remembered: ReadonlyMap<string, Imported>): void {
    for (const [field, keys] of referencesOf(item))
      if (keys.some((each) => !told.keys.has(each) && !remembered.has(each)))
        reporter.notTaken(`${field}: The source does not have what it refers to.`, nameOf(item));
  }

  /** The items that are new in this run, each once. What is not taken of them is told, whether they are written or not. */
  function newIn(items: readonly Item[]): Item[] {
    return items.filter((item) => {
      const { kind, ref, place, byName } = item;
      const key = memory.keyOf(kind, ref);
      if (told.keys.has(key)) {
        if (place !== undefined && byName !== 'mentioned') reporter.notTaken('The same once more.', nameOf(item));
        return false;
      }
      told.keys.add(key);
      for (const what of item.notTaken ?? []) reporter.notTaken(what, nameOf(item));
      return true;
    });
  }

  return async (items) => {
    const { tasks, remembered } = await tasksOf(newIn(items));
    const isSame = ({ previous: its, there }: Task): boolean => its?.there === there && its.gone === undefined;
    const [same, changed] = [tasks.filter(isSame), tasks.filter((task) => !isSame(task))];
    for (const task of tasks) {
      const { item, previous: its } = task;
      const isGiven = await giveToAuthor(task, remembered);
      if (!isSame(task)) continue;
      reporter.count(item.kind, isGiven ? 'updated' : 'unchanged');
      for (const line of its!.left ?? []) reporter.notTaken(line, nameOf(item));
      nameMissing(item, remembered);
    }
    const unseen = same.flatMap(({ key, previous: its }) => (its!.seen === run ? [] : [key]));
    if (!dryRun) await memory.see(unseen, run);
    await keptIds.claim(changed.flatMap(({ item, previous: its }) => (its ? [] : [item])));
    let waiting: Writing[] = [];
    async function writeWaiting(): Promise<void> {
      const writings = waiting;
      waiting = [];
      await write(await withIds(writings), remembered);
    }
    for (const task of changed) {
      try {
        const planned = await plan(task, remembered, writeWaiting);
        if (planned !== 'done') waiting.push(planned);
      } catch (error) {
        if (!isOfRecord(error)) throw error;
        await refuse(task, error);
      }
      if (waiting.length === MOST_ITEMS) await writeWaiting();
    }
    await writeWaiting();
  };

  async function withIds(writings: readonly Writing[]): Promise<Writing[]> {
    const made = writings.filter(({ record }) => !record).map(({ item }) => item);
    const free = await keptIds.free(made);
    return writings.map((writing) => ({ ...writing, id: free.get(writing.item) }));
  }
}

/** Whether a place that is only mentioned gets its address: it has none, or this source gave it another one. */
const fillsIn = (item: Item, record: Found, isTheirs = false): boolean =>
  isPlace(item) &&
  Boolean(item.said[0].values.address) &&
  (isThere(record, item) === undefined || (isTheirs && isThere(record, item) === false));

/** A place with its address, but without its name, which may be spelled in another way here. */
const addressOnly = (item: Item): Item => {
  const [{ values, ...said }] = item.said;
  const { name: _, ...rest } = values;
  return { ...item, said: [{ ...said, values: rest }] };
};

/** The kind of record in each list of an event. */
const KIND_IN = Object.fromEntries(KINDS.map(({ name, plural }) => [plural, name])) as Readonly<
  Record<string, KindName>
>;

const languagesOf = ({ allLanguages, said }: Item) => (allLanguages ? 'all' : said.map(({ language }) => language));

const httpAddress = (url: string | undefined): string | undefined =>
  url !== undefined && isWebAddress(url) ? new URL(url).href : undefined;
