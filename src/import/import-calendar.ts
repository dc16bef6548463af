import type { Report as Progress } from '../data/migrations/migration.ts';
import type { Calendar } from './calendar.ts';
import { defineFields, withoutFields } from './custom-fields.ts';
import type { Winner } from './decide.ts';
import { findGone, type Trash } from './gone.ts';
import type { ItemKind, Refusal, Source } from './item.ts';
import { createMemory } from './memory.ts';
import { createPlaces } from './places.ts';
import { recognize, rememberFile } from './recognize.ts';
import { createReporter, type Report } from './report.ts';
import { createIdentities } from './shared-uids.ts';
import { withinLimits } from './within-limits.ts';
import { createWriteItems, type Seen } from './write-items.ts';

/** How to import. */
export interface ImportOptions {
  /** Keeps nothing; the report says what would be done. The calendar's store must be a dry one. */
  dryRun: boolean;
  /** Who wins if a record changed on both sides. */
  winner: Winner | undefined;
  /** Whether records gone there are trashed here. */
  trash: Trash;
  /** Leaves out new events that another source has, and remembers them. */
  skipsDuplicates?: boolean;
  /** The name under which the source is remembered, if it is not to be found out. */
  as?: string;
  /** Ids of our users by the source's names for them. */
  authors: ReadonlyMap<string, number>;
}

interface Importing extends ImportOptions {
  calendar: Calendar;
  source: Source;
  progress: Progress;
  clock(): number;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
  /** Receives the report at its beginning. It grows, and says what was done if the import ends early. */
  begun?(report: Report): void;
}

/** Milliseconds within which an import can be resumed. Later, the lists of the source have changed. */
const RESUMED_WITHIN = 86_400_000;

/**
 * Imports a source into a calendar. An interrupted import resumes where it stopped, and identical records are not written.
 * @throws SourceRefused if the source fails; everything imported until then stays. Error with one line at the end, if more than
 * half are gone there
 */
export async function importCalendar({
  calendar,
  source,
  progress,
  clock,
  giveWay,
  begun,
  ...options
}: Importing): Promise<Report> {
  const { dryRun, winner, authors, as, skipsDuplicates = false } = options;
  const { store } = calendar;
  const places = createPlaces();
  const { site, isSupposed } = await recognize(store, source, { as, places, progress });
  const trash = !isSupposed && options.trash;
  const memory = createMemory(store, site);
  if (!dryRun) await rememberFile(store, source, site);
  const left = await memory.position();
  const isResumed = left !== undefined && left.asked === source.scope && clock() - left.run < RESUMED_WITHIN;
  const run = isResumed ? left.run : clock();
  const reporter = createReporter({
    source: site,
    ...(site !== source.site && { file: source.site }),
    dryRun,
    resumed: isResumed,
  });
  begun?.(reporter.report);
  const seen: Seen = { keys: new Set(), fresh: new Set(), here: new Set(), unknown: new Set() };
  const supposed = new Set<string>();
  const identities = createIdentities(store, memory, site);
  const both = { calendar, memory, reporter, run, dryRun, seen };
  const writeItems = createWriteItems({ ...both, site, winner, skipsDuplicates, authors, giveWay });

  for await (const part of source.parts(isTold, isResumed ? left.place : undefined)) {
    await refuse(await identities.refusals(part.refused ?? []));
    const omitted = (part.notTaken ?? []).map((each) =>
      typeof each === 'string' ? { what: each, of: source.site } : each,
    );
    for (const { what, of } of omitted) reporter.notTaken(what, of);
    await see(omitted.flatMap(({ ref }) => (ref === undefined ? [] : [memory.keyOf('event', ref)])));
    for (const key of await defineFields(calendar, part.fields ?? [], reporter)) supposed.add(key);
    const items = withinLimits(places.toldApart(await identities.items(part.items)));
    // A dry run has not created these fields, so they cannot be filled.
    await writeItems(dryRun && supposed.size > 0 ? withoutFields(items, supposed) : items);
    if (!dryRun) await memory.setPosition({ run, asked: source.scope, place: part.place });
    progress(part.what, part.done, part.total);
  }
  // Only now it is known whether a file has its end.
  const many = source.complete
    ? await findGone({ ...both, source, writeItems, trash, theirs: winner === 'theirs' })
    : [];
  if (isSupposed && options.trash)
    reporter.notTaken(
      `What is gone there: only its records say that this file is ${site}. Say --as ${site}.`,
      source.site,
    );
  if (!source.complete && trash) reporter.notTaken('What is gone there: the source is not complete.', site);
  if (!dryRun) await memory.setPosition(undefined);
  const { refused, conflicts, counts } = reporter.report;
  // What was left out is seen again by the next run, or comes in once the other is gone.
  const leftOut = refused.length + conflicts.length + many.length + (counts.event?.leftOut ?? 0);
  if (!dryRun && leftOut === 0) await rememberFile(store, source, site, true);
  if (many.length)
    throw new Error(
      `More than half are gone there (${many.join(', ')}), so --trash left them alone: --trash=all takes them`,
    );
  return reporter.report;

  async function refuse(refused: readonly Refusal[]) {
    for (const refusal of refused) {
      reporter.refuse(refusal);
      if (refusal.ref === undefined) seen.unknown.add(refusal.kind);
    }
    await see(refused.flatMap(({ kind, ref }) => (ref === undefined ? [] : [memory.keyOf(kind, ref)])));
  }

  /** These are not gone, though nothing of them is written. */
  async function see(keys: readonly string[]) {
    for (const key of keys) seen.keys.add(key);
    if (!dryRun) await memory.see(keys, run);
  }

  async function isTold(kind: ItemKind, refs: readonly string[]) {
    const remembered = await memory.of(refs.map((ref) => memory.keyOf(kind, ref)));
    return new Set(
      refs.filter((ref) => {
        const key = memory.keyOf(kind, ref);
        return seen.keys.has(key) || remembered.get(key)?.seen === run;
      }),
    );
  }
}
