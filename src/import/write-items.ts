import { DomainError } from '../domain/errors.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import type { Imported } from '../kinds/imports.ts';
import { MOST_ITEMS } from '../kinds/shared/batch.ts';
import type { Calendar } from './calendar.ts';
import {
  createDecide,
  type Decision,
  languagesOf,
  type Remembered,
  referencesOf,
  resolveIn,
  sourceOf,
  type Task,
  type Winner,
  type Writing,
} from './decide.ts';
import { createDuplicateEvents, isLeftOut, type LeftOut } from './duplicate-events.ts';
import type { Found } from './find.ts';
import { hashOfItem, hashOfRecord } from './hashes.ts';
import { createKeptIds } from './ids.ts';
import type { Item, ItemKind } from './item.ts';
import { createMaker } from './make.ts';
import type { Memory } from './memory.ts';
import { isOfRecord, nameOf, type Pair, type Reporter, whyOf } from './report.ts';
import { linesOf, withoutFaulty } from './without-faulty.ts';

export interface WritingDeps {
  calendar: Calendar;
  memory: Memory;
  reporter: Reporter;
  /** The name of the source. */
  site: string;
  run: number;
  winner: Winner | undefined;
  skipsDuplicates: boolean;
  /** Ids of our users by the source's names for them. */
  authors: ReadonlyMap<string, number>;
  /** Keeps nothing that is written. */
  dryRun: boolean;
  /** What the source sent in this run. Grows with what is written. */
  seen: Seen;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
}

/** What a source has sent in this run. */
export interface Seen {
  /** The keys of its records. A venue is sent with each of its events. */
  keys: Set<string>;
  /** Those of them that no earlier run had sent. */
  fresh: Set<string>;
  /** The records here that stand for what files call by name: a place may get another reference. */
  here: Set<string>;
  /** The kinds of records that could not be read, not even who they are. */
  unknown: Set<ItemKind>;
}

/** A record here, in `Seen`. */
export const hereKey = (kind: ItemKind, id: number): string => `${kind} ${id}`;

/** Writes the items of one part of a source. Call it for one part after another. */
export type WriteItems = (items: readonly Item[]) => Promise<void>;

export function createWriteItems(deps: WritingDeps): WriteItems {
  const { calendar, memory, reporter, site, run, winner, skipsDuplicates, dryRun, seen, giveWay } = deps;
  const { store, context } = calendar;
  const maker = createMaker(calendar, deps.authors);
  const decide = createDecide({ calendar, memory, maker, site, winner, fresh: seen.fresh });
  const keptIds = createKeptIds(store, { dryRun });
  const duplicates = createDuplicateEvents({ calendar, memory, run, winner, skipsDuplicates, dryRun });

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
  async function giveToAuthor({ item, key, previous: its }: Task, remembered: Map<string, Imported>) {
    const author = maker.ownerOf(item);
    if (!its || author === undefined || author === its.author) return false;
    const [record] = await store.byIds<Found & { author?: number }>(COLLECTION_OF[item.kind].name, [its.here]);
    const isOther = record !== undefined && record.author !== author;
    if (isOther) await maker.give(item, its.here, author);
    remembered.set(key, await note({ ...its, author }));
    return isOther;
  }

  function standsFor({ kind, byName }: Item, id: number) {
    if (byName) seen.here.add(hereKey(kind, id));
  }

  /** Looks up these items and the records that they refer to. */
  async function tasksOf(items: readonly Item[]) {
    const remembered = await memory.of(items.flatMap((item) => [memory.keyOf(item.kind, item.ref), ...namedBy(item)]));
    const tasks: Task[] = [];
    for (const item of items) {
      const key = memory.keyOf(item.kind, item.ref);
      const previous = remembered.get(key);
      if (previous) standsFor(item, previous.here);
      else seen.fresh.add(key);
      try {
        tasks.push({ item, key, there: hashOfItem(item), previous, source: sourceOf(item, site) });
      } catch (error) {
        // Values may be nested deeper than can be written.
        if (!isOfRecord(error)) throw error;
        await refuse({ item, key }, error);
      }
    }
    return { tasks, remembered };
  }

  const namedBy = (item: Item) => [
    ...referencesOf(item, memory).flatMap(([, keys]) => keys),
    ...(item.occurrence ? [memory.keyOf('series', item.occurrence.series)] : []),
  ];

  /** Writes one record and remembers it, all or nothing. It finds the records that its unit has made so far, and adds it to them. */
  async function one(writing: Writing, remembered: Remembered, made: Map<string, number>) {
    const { item, record: before, id, key, source } = writing;
    const resolve = resolveIn(memory, remembered, made);
    // What an earlier run of the unit made was rolled back.
    made.delete(key);
    let done: { record: Found; its: Imported; pairs: Pair[] } | undefined;
    const write = async () => {
      const record = before
        ? await maker.change(item, before, { source, resolve })
        : await maker.make(item, { id, source, resolve });
      if (!before && id === record._id) await keptIds.taken(item.kind, id);
      const pairs = await duplicates.of(writing, record);
      done = { record, its: imported(writing, record, before !== undefined), pairs };
      await memory.remember([done.its]);
    };
    try {
      await calendar.unit(write, context({ language: item.said[0].language }));
    } catch (error) {
      if (isOfRecord(error) || isLeftOut(error)) return { refused: error };
      throw error;
    }
    made.set(key, done!.record._id);
    return done!;
  }

  async function note(its: Imported) {
    if (!dryRun) await memory.remember([its]);
    return its;
  }

  /** Does what was decided, except a write, which it returns. */
  async function settle(task: Task, decision: Decision, remembered: Map<string, Imported>) {
    if ('write' in decision) return decision.write;
    if ('remember' in decision) return void (await remember(task, decision.remember, remembered));
    const { keep: why, record } = decision;
    if (record) remembered.set(task.key, await note({ ...imported(task, record), there: '', was: '' }));
    await keep(task, why);
  }

  /** Leaves the record as it is and counts it as imported. */
  async function remember(task: Task & Pick<Writing, 'left'>, record: Found, remembered: Map<string, Imported>) {
    const its = imported(task, record, true);
    // What is only mentioned may have changed here.
    const was = task.item.byName === 'mentioned' ? (task.previous?.was ?? '') : its.was;
    remembered.set(task.key, await note({ ...its, was }));
    reporter.count(task.item.kind, 'unchanged');
  }

  async function keep({ item, key }: Task, why: string) {
    reporter.conflict({ kind: item.kind, what: nameOf(item), why });
    if (!dryRun) await memory.see([key], run);
  }

  /** Writes in units of several, in which later records can refer to earlier ones. */
  async function write(writings: readonly Writing[], remembered: Map<string, Imported>) {
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
              await (isLeftOut(result.refused)
                ? leaveOut(writing, result.refused)
                : again(writing, result.refused, remembered));
              continue;
            }
            for (const pair of result.pairs) reporter.pair(pair);
            if (!dryRun) remembered.set(writing.key, result.its);
            tell(writing, result.record, remembered);
          }
          await giveWay();
        },
      },
      context({ language: writings[0]!.item.said[0].language }),
    );
  }

  async function leaveOut(writing: Writing, left: LeftOut) {
    await duplicates.leaveOut(writing, left);
    for (const pair of left.pairs) reporter.pair(pair);
    reporter.count('event', 'leftOut');
  }

  /** Writes a refused record without its faulty fields, if it can do without them. */
  async function again(writing: Writing, error: Error, remembered: Map<string, Imported>) {
    const { item } = writing;
    const said = error instanceof DomainError ? error : undefined;
    const left = said ? linesOf(said) : [];
    if (item.byName === 'mentioned' && writing.record) {
      for (const line of left) reporter.notTaken(line, nameOf(item));
      return remember({ ...writing, left }, writing.record, remembered);
    }
    if (said?.code === 'CONFLICT' && writing.record) return keep(writing, 'It changed there and here.');
    const without = said && withoutFaulty(item, said);
    if (!without) return refuse(writing, error);
    for (const line of left) reporter.notTaken(line, nameOf(item));
    await write([{ ...writing, item: without, left: [...(writing.left ?? []), ...left] }], remembered);
  }

  async function refuse({ item, key }: Pick<Task, 'item' | 'key'>, error: Error) {
    if (!dryRun) await memory.see([key], run);
    const { problems = [] } = error as Partial<DomainError>;
    reporter.refuse({ kind: item.kind, what: nameOf(item, problems[0]?.field), why: whyOf(error) });
  }

  function tell({ item, record: before }: Writing, record: Found, remembered: Remembered) {
    const { kind, ref, id } = item;
    const isSame = () =>
      kind === 'image' || hashOfRecord(before!, languagesOf(item)) === hashOfRecord(record, languagesOf(item));
    const isBack = before?.status === 'trash' && record.status !== 'trash';
    reporter.count(kind, !before ? 'made' : isBack ? 'restored' : isSame() ? 'unchanged' : 'updated');
    if (!before && id !== undefined && id !== record._id) reporter.otherId(kind, ref, record._id);
    nameMissing(item, remembered);
  }

  /** Names what an item refers to in vain. */
  function nameMissing(item: Item, remembered: Remembered) {
    for (const [field, keys] of referencesOf(item, memory))
      if (keys.some((each) => !seen.keys.has(each) && !remembered.has(each)))
        reporter.notTaken(`${field}: The source does not have what it refers to.`, nameOf(item));
  }

  /** The items that are new in this run, each once. What is not taken of them is seen, whether they are written or not. */
  function newIn(items: readonly Item[]) {
    return items.filter((item) => {
      const { kind, ref, place, byName } = item;
      const key = memory.keyOf(kind, ref);
      if (seen.keys.has(key)) {
        if (place !== undefined && byName !== 'mentioned') reporter.notTaken('The same once more.', nameOf(item));
        return false;
      }
      seen.keys.add(key);
      for (const what of item.notTaken ?? []) reporter.notTaken(what, nameOf(item));
      return true;
    });
  }

  return async (items) => {
    const { tasks: all, remembered } = await tasksOf(newIn(items));
    const { tasks, left } = await duplicates.without(all);
    for (const { kind } of left) reporter.count(kind, 'leftOut');
    const isSame = ({ previous: its, there }: Task) => its?.there === there && its.gone === undefined;
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
    async function writeWaiting() {
      const writings = waiting;
      waiting = [];
      await write(await withIds(writings), remembered);
    }
    for (const task of changed) {
      try {
        const writing = await settle(task, await decide(task, remembered, writeWaiting), remembered);
        if (writing) waiting.push(writing);
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
