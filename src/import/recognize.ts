import type { Report as Progress } from '../data/migrations/migration.ts';
import type { Store } from '../data/port.ts';
import { inParts } from '../domain/values.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import { IMPORTS, type Imported, type ImportedAddress, type ImportedFile } from '../kinds/imports.ts';
import { type Item, type ItemKind, type Source, type Survey, sourceRefused } from './item.ts';
import { addressAt, KEYS_AT_ONCE, keysOf, recordKey, startOf } from './memory.ts';
import { isPlace, type Places } from './places.ts';

/** A source of an earlier import: the start of its keys and, if it is known, the file that was taken. */
interface Earlier {
  start: string;
  file: ImportedFile | undefined;
}

/** The name under which a source is remembered. */
interface Recognized {
  site: string;
  /** Whether only its records say so: it may be another file that has some of them, too. */
  isSupposed: boolean;
}

/**
 * The name under which a source is remembered: `as`, if it is given, else that of its address. A file is the earlier one with
 * which it shares most records, and at least half of the smaller. Between equals, the name of its calendar decides, then its own.
 * Reads the whole file, and gives its places to `places`. The work grows with its records times the earlier sources; only references
 * are kept.
 * @throws SourceRefused
 */
export async function recognize(
  store: Store,
  source: Source,
  { as, places, progress }: { as: string | undefined; places: Places; progress: Progress },
): Promise<Recognized> {
  const { site, file } = source;
  const called = (name: string): Recognized => ({ site: name, isSupposed: false });
  if (!file && as !== undefined) throw sourceRefused('--as gives a file a name, and this is no file that needs one');
  if (!file) return called(site);
  const given = as ?? (source.address && (await addressAt(store, source.address.key))?.site);
  const earlier = given === undefined ? await earlierSources(store) : [];
  const [known, former] = [new Set<string>(), new Set<string>()];
  const venues = new Set<string>();
  let kind: ItemKind | undefined;
  for await (const part of source.survey?.() ?? surveyOf(source)) {
    progress(`reading ${part.what}`, part.done, part.total);
    kind ??= part.kind;
    for (const item of part.places) {
      places.note(item);
      if (kind === 'venue' && isOwnPlace(item)) venues.add(places.textOf(item));
    }
    for (const ref of part.refs) known.add(ref);
    for (const ref of part.formerRefs ?? []) former.add(ref);
  }
  if (given !== undefined) return called(given);
  // Only now it is known which places share a name.
  for (const venue of venues) known.add(places.refOf(venue));
  const refs = [...new Set([...known, ...former])];
  const found: { site: string; shared: number; isCalled: boolean; isNamed: boolean }[] = [];
  for (const each of earlier) {
    let count = 0;
    for (const some of inParts(refs, KEYS_AT_ONCE)) {
      const keys = some.map((ref) => recordKey(each.start, kind!, ref));
      count += (await store.byIds(IMPORTS.name, keys, { only: [] })).length;
    }
    const isCalled = file.calendar !== undefined && file.calendar === each.file?.calendar;
    const isNamed = each.start === startOf(site);
    if (count === 0 && !isCalled && !isNamed) continue;
    const size = async (its: ItemKind) =>
      store.count(IMPORTS.name, { _id: keysOf(each.start, its) }, { index: '_id_' });
    // A file of venues or organizers is never one of the events that name them.
    if (kind !== undefined && kind !== 'event' && (await size('event')) > 0) continue;
    if (2 * count < Math.min(known.size, await size(kind ?? 'event'))) continue;
    const its = await nameOf(store, each, { kind: kind ?? 'event', site });
    if (its !== undefined) found.push({ site: its, shared: count, isCalled, isNamed });
  }
  found.sort(
    (a, b) => b.shared - a.shared || +b.isCalled - +a.isCalled || +b.isNamed - +a.isNamed || (a.site < b.site ? -1 : 1),
  );
  if (found[0]) return { site: found[0].site, isSupposed: found[0].site !== site };
  const taken = new Set(earlier.map(({ start }) => start));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? site : `${site} ${number}`;
    if (!taken.has(startOf(name))) return called(name);
  }
}

/** Whether it is a venue of the source, not one that an event mentions. Its reference depends on those of the same name. */
const isOwnPlace = (item: Item) => isPlace(item) && item.byName !== 'mentioned';

/** A survey of a source that has none: all of its records. */
async function* surveyOf(source: Source): AsyncGenerator<Survey> {
  let kind: ItemKind | undefined;
  for await (const { items, refused = [], what, done, total } of source.parts(async () => new Set())) {
    const described = [...items.filter((its) => its.kind !== 'image' && its.byName !== 'mentioned'), ...refused];
    kind ??= described[0]?.kind;
    const refs = described.flatMap((its) =>
      its.kind !== kind || its.ref === undefined || ('said' in its && isOwnPlace(its)) ? [] : [its.ref],
    );
    yield { kind, refs, places: items, what, done, total };
  }
}

/** Remembers the name of a file, and its address: with the version that it served when all of that is here. */
export async function rememberFile(
  store: Store,
  { file, address }: Source,
  site: string,
  isDone = false,
): Promise<void> {
  if (address) {
    const its = { _id: `address/${address.key}`, site, ...(isDone && address.served) };
    await store.put<ImportedAddress>(IMPORTS.name, [its]);
  }
  if (!file) return;
  const { calendar } = file;
  const its = { _id: `${startOf(site)}/file`, site, ...(calendar !== undefined && { calendar }) };
  await store.put<ImportedFile>(IMPORTS.name, [its]);
}

/** All sources of earlier imports, by one query each. */
async function earlierSources(store: Store) {
  const found: Earlier[] = [];
  for (let last = ''; ; ) {
    const [next] = await store.find(
      IMPORTS.name,
      { _id: { $gt: last } },
      { sort: [['_id', 1]], limit: 1, index: '_id_', only: [] },
    );
    if (!next) return found;
    const [start = '', ...others] = String(next._id).split('/');
    // The character after "/" is "0".
    last = `${start}0`;
    if (others.length === 0) continue;
    const [file] = await store.byIds<ImportedFile>(IMPORTS.name, [`${start}/file`]);
    found.push({ start, file });
  }
}

/** The name of a file; undefined for a site. Earlier versions kept it with the records only. */
async function nameOf(store: Store, { start, file }: Earlier, { kind, site }: { kind: ItemKind; site: string }) {
  if (file) return file.site;
  if (start === startOf(site)) return site;
  const some = await store.find<Imported>(
    IMPORTS.name,
    { _id: keysOf(start, kind) },
    { sort: [['_id', 1]], limit: 200, index: '_id_' },
  );
  const ids = some.map(({ here }) => here);
  const records = await store.byIds<{ _id: number; source?: { site: string } }>(COLLECTION_OF[kind].name, ids);
  return records
    .map(({ source }) => source?.site)
    .find((its) => its !== undefined && startOf(its) === start && !/:\/\//.test(its));
}
