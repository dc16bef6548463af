import { createHash } from 'node:crypto';
import { batchesById } from '../data/all-ids.ts';
import type { Store } from '../data/port.ts';
import { inParts } from '../domain/values.ts';
import {
  IMPORTS,
  type ImportEnd,
  type Imported,
  type ImportedAddress,
  type ImportPosition,
  type ImportRun,
} from '../kinds/imports.ts';
import type { ItemKind } from './item.ts';
import type { Report } from './report.ts';

/** What a calendar remembers about the records of one source. It is kept apart from them and does not enter the change log. */
export interface Memory {
  keyOf(kind: ItemKind | LeftOut, ref: string): string;
  /** Looks up these keys. */
  of(keys: readonly string[]): Promise<Map<string, Imported>>;
  /** Runs in the unit that writes the records, if there is one. */
  remember(all: readonly Imported[]): Promise<void>;
  /** Marks these as seen by a run. */
  see(keys: readonly string[], run: number): Promise<void>;
  /** All records of a kind, in batches. */
  all(kind: ItemKind): AsyncIterable<Imported[]>;
  position(): Promise<ImportPosition | undefined>;
  /** Undefined when the import is finished. */
  setPosition(position: Omit<ImportPosition, '_id'> | undefined): Promise<void>;
}

/** The kind of key of an event that was left out, because another source has it. `here` is the id of that other. */
type LeftOut = 'left-out';

/** Keys per query. */
export const KEYS_AT_ONCE = 200;

/** Longer references are stored as a hash. */
const LONGEST_REF = 100;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The start of all keys of a source. */
export const startOf = digest;

/** The key of a record at the source whose keys start so. */
export const recordKey = (start: string, kind: ItemKind | LeftOut, ref: string): string =>
  `${start}/${kind}/${ref.length > LONGEST_REF ? digest(ref) : ref}`;

/** The keys of all records of a kind. The character after "/" is "0". */
export const keysOf = (start: string, kind: ItemKind) => ({ $gt: `${start}/${kind}/`, $lt: `${start}/${kind}0` });

/** Whether anything of a source is remembered. */
export async function isImported(store: Store, site: string): Promise<boolean> {
  const own = startOf(site);
  const how = { limit: 1, index: '_id_', only: ['_id'] } as const;
  return (await store.find(IMPORTS.name, { _id: { $gt: `${own}/`, $lt: `${own}0` } }, how)).length > 0;
}

/** What is remembered of an address by its key. */
export const addressAt = async (store: Store, key: string): Promise<ImportedAddress | undefined> =>
  (await store.byIds<ImportedAddress>(IMPORTS.name, [`address/${key}`]))[0];

/** Entries of each list of a report that are remembered: as many as are shown. */
const REMEMBERED = 20;

/** Remembers how a run went. Returns whether it has faults, and others than the run before. */
export async function rememberRun(
  store: Store,
  report: Report,
  { at, ended }: { at: number; ended: ImportEnd },
): Promise<boolean> {
  const { source, unchanged, counts, refused, conflicts, gone, trashed, pairs } = report;
  const lists = [refused, conflicts, gone];
  const _id = `run/${startOf(source)}`;
  const [before] = await store.byIds<ImportRun>(IMPORTS.name, [_id]);
  // Where nothing was read, the faults of the run before are still there.
  const faults = unchanged || ended !== 'done' ? (before?.faults ?? '') : digest(JSON.stringify(lists));
  const some = Object.entries({ refused, conflicts, gone, trashed, pairs }).map(([name, list]) => [
    name,
    list.slice(0, REMEMBERED),
  ]);
  const isUnread = unchanged || (ended !== 'done' && Object.keys(counts).length === 0);
  const its = isUnread
    ? { report: before?.report ?? report, readAt: before ? (before.readAt ?? before.at) : 0 }
    : { report: { ...report, ...Object.fromEntries(some), notTaken: {}, otherIds: [] } };
  await store.put<ImportRun>(IMPORTS.name, [{ _id, at, ended, faults, ...its }]);
  return before?.faults !== faults && lists.some((list) => list.length > 0);
}

export function createMemory(store: Store, site: string): Memory {
  const own = startOf(site);
  const position = `${own}/position`;
  return {
    keyOf: (kind, ref) => recordKey(own, kind, ref),
    async of(keys) {
      const found = new Map<string, Imported>();
      for (const some of inParts([...new Set(keys)], KEYS_AT_ONCE))
        for (const each of await store.byIds<Imported>(IMPORTS.name, some)) found.set(each._id, each);
      return found;
    },
    async remember(all) {
      if (all.length) await store.put<Imported>(IMPORTS.name, all);
    },
    async see(keys, run) {
      for (const some of inParts(keys, KEYS_AT_ONCE))
        await store.updateMany(IMPORTS.name, { _id: { $in: some } }, { $set: { seen: run } });
    },
    all(kind) {
      const { $gt, $lt } = keysOf(own, kind);
      const how = { sort: [['_id', 1]], limit: KEYS_AT_ONCE, index: '_id_' } as const;
      return batchesById<Imported>((after = $gt) => store.find(IMPORTS.name, { _id: { $gt: after, $lt } }, how));
    },
    position: async () => (await store.byIds<ImportPosition>(IMPORTS.name, [position]))[0],
    async setPosition(its) {
      if (its) await store.put<ImportPosition>(IMPORTS.name, [{ _id: position, ...its }]);
      else await store.delete(IMPORTS.name, position);
    },
  };
}
