import { isWebAddress } from '../domain/fields/text-kinds.ts';
import { startsOf } from '../domain/recurrence/expand.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import type { Imported } from '../kinds/imports.ts';
import { KINDS, type KindName } from '../kinds/kinds.ts';
import type { Source } from '../kinds/post/record.ts';
import { recurrenceOf } from '../kinds/series/occurrences.ts';
import { SERIES, type SeriesRecord } from '../kinds/series/record.ts';
import type { Calendar } from './calendar.ts';
import { type Found, findHere } from './find.ts';
import { hashOfRecord } from './hashes.ts';
import type { Item } from './item.ts';
import type { Maker, Resolve } from './make.ts';
import type { Memory } from './memory.ts';
import { isPlace, isThere } from './places.ts';
import { isOfRecord } from './report.ts';

/** Who wins if a record changed on both sides. Without a winner, the conflict is reported. */
export type Winner = 'theirs' | 'ours';

/** An item, and what the last import remembered of it. */
export interface Task {
  item: Item;
  key: string;
  there: string;
  previous: Imported | undefined;
  /** Undefined for our own records. */
  source: Source | undefined;
}

/** A task that writes. */
export interface Writing extends Task {
  /** The existing record; undefined for a new one. */
  record: Found | undefined;
  /** The id that a new record keeps, if it does. */
  id: number | undefined;
  /** What of it is left out, because it breaks a rule. */
  left?: readonly string[];
}

/** What becomes of an item that is new or has changed there. */
export type Decision =
  | { write: Writing }
  /** The record stays as it is, and counts as imported. */
  | { remember: Found }
  /** It stays as it is, for this reason. Items that refer to it find the record, if there is one. */
  | { keep: string; record?: Found };

/** What is remembered of the items of one part and of what they refer to, by key. */
export type Remembered = ReadonlyMap<string, Imported>;

/** Decides what becomes of an item, and writes nothing of it. `before` writes the items that it may refer to. */
type Decide = (task: Task, remembered: Remembered, before: () => Promise<void>) => Promise<Decision>;

interface DecideDeps {
  calendar: Calendar;
  memory: Memory;
  maker: Pick<Maker, 'change'>;
  /** The name of the source. */
  site: string;
  winner: Winner | undefined;
  /** The keys of records that no earlier run had sent. */
  fresh: ReadonlySet<string>;
}

/** Thrown to roll back a unit that only looks at what a change would do. */
const ONLY_LOOKED = new Error('nothing of this is to stay');

export function createDecide({ calendar, memory, maker, site, winner, fresh }: DecideDeps): Decide {
  const { store, context } = calendar;

  /** Whether a change would affect anything that this source can set. The rules of its kind say so, in a unit that is rolled back. */
  async function wouldChange({ item, source }: Task, record: Found, remembered: Remembered): Promise<boolean> {
    let after: Found | undefined;
    const look = async (): Promise<void> => {
      after = await maker.change(item, record, { source, resolve: resolveIn(memory, remembered) });
      throw ONLY_LOOKED;
    };
    await calendar.unit(look, context({ language: item.said[0].language })).catch((error: Error) => {
      if (error !== ONLY_LOOKED && !isOfRecord(error)) throw error;
    });
    // A change that is refused will be told when it is made.
    return !after || hashOfRecord(after, languagesOf(item)) !== hashOfRecord(record, languagesOf(item));
  }

  /** Whether a record was made here for the series of an item, and nobody changed it since. */
  const isMadeFor = ({ occurrence }: Item, { series, version, source }: Found, seriesHere: number | undefined) =>
    occurrence != null &&
    version === 1 &&
    // What another source brought is of that.
    (source === undefined || source.site === site) &&
    series === seriesHere;

  /** Whether an occurrence is missing because somebody changed its series here, which does not give it any more. */
  async function isTakenOut({ occurrence }: Item, remembered: Remembered): Promise<boolean> {
    if (!occurrence) return false;
    const key = memory.keyOf('series', occurrence.series);
    const its = fresh.has(key) ? undefined : remembered.get(key);
    const [series] = its ? await store.byIds<SeriesRecord>(SERIES.name, [its.here]) : [];
    if (!its || !series || its.was === hashOfRecord(series, its.only ?? 'all')) return false;
    const { originalStartsAt: at } = occurrence;
    return (await startsOf(recurrenceOf(series), at, at + 1, 1)).length === 0;
  }

  return async (task, remembered, before) => {
    const { item, previous, source } = task;
    // Where what was here before is mentioned in another way, it may be another.
    const its = item.byName === 'mentioned' && previous?.was === '' ? undefined : previous;
    if (item.kind === 'category') await before();
    const resolve = resolveIn(memory, remembered);
    const parentHere = item.parent == null ? undefined : resolve('category', item.parent);
    const seriesHere = item.occurrence ? resolve('series', item.occurrence.series) : undefined;
    const record = its
      ? (await store.byIds<Found>(COLLECTION_OF[item.kind].name, [its.here]))[0]
      : await findHere(store, item, { source, parentHere, seriesHere });
    const write = { write: { ...task, record, id: undefined } };
    if (its && !record) return winner === 'theirs' ? write : { keep: 'It was deleted here.' };
    if (!record && winner !== 'theirs' && (await isTakenOut(item, remembered)))
      return { keep: 'Its series was changed here, and does not give it.' };
    if (!record || item.kind === 'image') return write;
    const isInTrash = record.status === 'trash' && !item.trashed;
    if (isInTrash && its?.gone === record.modifiedAt) return write;
    const isUnchanged = its !== undefined && its.was === hashOfRecord(record, its.only ?? 'all');
    if (item.byName === 'mentioned')
      return fillsIn(item, record, isUnchanged)
        ? { write: { ...write.write, item: addressOnly(item) } }
        : { remember: record };
    if (its ? isUnchanged : isMadeFor(item, record, seriesHere)) return write;
    if (winner === 'ours') return { remember: record };
    await before();
    if (!(await wouldChange(task, record, remembered))) return { remember: record };
    if (winner === 'theirs') return write;
    const why = its?.was
      ? ['Somebody put it into the trash here.', 'It changed there and here.']
      : ['It is in the trash here.', 'It is here already, with other contents.'];
    return { keep: why[isInTrash ? 0 : 1]!, ...(!its && { record }) };
  };
}

/** Our ids of what items refer to: of what was made in this unit first. */
export const resolveIn =
  (memory: Memory, remembered: Remembered, made?: ReadonlyMap<string, number>): Resolve =>
  (kind, ref) => {
    const key = memory.keyOf(kind, ref);
    return made?.get(key) ?? remembered.get(key)?.here;
  };

/** The kind of record in each list of an event. */
const KIND_IN = Object.fromEntries(KINDS.map(({ name, plural }) => [plural, name])) as Readonly<
  Record<string, KindName>
>;

/** The fields of an item that refer to others, and the keys of those. */
export const referencesOf = (
  { links = {}, parent, image }: Item,
  { keyOf }: Pick<Memory, 'keyOf'>,
): [field: string, keys: string[]][] => [
  ...Object.entries(links).map(([list, refs]): [string, string[]] => [
    list,
    refs!.map((ref) => keyOf(KIND_IN[list]!, ref)),
  ]),
  ['parent', parent == null ? [] : [keyOf('category', parent)]],
  ['image', image == null ? [] : [keyOf('image', image)]],
];

/** The languages that an item sets. */
export const languagesOf = ({ allLanguages, said }: Item) =>
  allLanguages ? 'all' : said.map(({ language }) => language);

/** Where a record of a source comes from. */
export function sourceOf(item: Item, site: string): Source | undefined {
  if (item.isOwn) return undefined;
  const url = item.url !== undefined && isWebAddress(item.url) ? new URL(item.url).href : undefined;
  return item.source ?? { site, id: item.ref, ...(url && { url }) };
}

/** Whether a place that is only mentioned gets its address: it has none, or this source gave it another one. */
const fillsIn = (item: Item, record: Found, isTheirs: boolean): boolean =>
  isPlace(item) &&
  Boolean(item.said[0].values.address) &&
  (isThere(record, item) === undefined || (isTheirs && isThere(record, item) === false));

/** A place with its address, but without its name, which may be spelled in another way here. */
const addressOnly = (item: Item): Item => {
  const [{ values, ...said }] = item.said;
  const { name: _, ...others } = values;
  return { ...item, said: [{ ...said, values: others }] };
};
