import type { Report as Progress } from '../../data/migrations/migration.ts';
import type { Calendar } from './calendar.ts';
import { defineFields, withoutFields } from './custom-fields.ts';
import { findGone } from './gone.ts';
import type { Source } from './item.ts';
import { createMemory } from './memory.ts';
import { createReporter, type Report } from './report.ts';
import { createWriteItems, type Winner } from './write-items.ts';

/** How to import. */
export interface ImportOptions {
  /** Keeps nothing; the report says what would be done. The calendar's store must be a dry one. */
  dryRun: boolean;
  /** Who wins if a record changed on both sides. */
  winner: Winner | undefined;
  /** Whether records gone there are trashed here. */
  trash: boolean;
  /** Ids of our users by the source's names for them. */
  authors: ReadonlyMap<string, number>;
}

export interface Importing extends ImportOptions {
  calendar: Calendar;
  source: Source;
  progress: Progress;
  clock(): number;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
}

/** Milliseconds within which an import can be resumed. Later, the lists of the source have changed. */
const RESUMED_WITHIN = 86_400_000;

/**
 * Imports a source into a calendar. An interrupted import resumes where it stopped, and identical records are not written.
 * @throws SourceRefused if the source fails; everything imported until then stays
 */
export async function importCalendar({
  calendar,
  source,
  progress,
  clock,
  giveWay,
  ...options
}: Importing): Promise<Report> {
  const { dryRun, winner, trash, authors } = options;
  const memory = createMemory(calendar.store, source.site);
  const left = dryRun ? undefined : await memory.position();
  const isResumed = left !== undefined && left.asked === source.scope && clock() - left.run < RESUMED_WITHIN;
  const run = isResumed ? left.run : clock();
  const reporter = createReporter({ source: source.site, dryRun, resumed: isResumed });
  const told = new Set<string>();
  const supposed = new Set<string>();
  const writeItems = createWriteItems({
    ...{ calendar, memory, reporter, site: source.site, run, winner, authors, dryRun, told, giveWay },
  });

  for await (const part of source.parts(isTold, isResumed ? left.place : undefined)) {
    for (const refusal of part.refused ?? []) reporter.refuse(refusal);
    for (const left of part.notTaken ?? [])
      if (typeof left === 'string') reporter.notTaken(left, source.site);
      else reporter.notTaken(left.what, left.of);
    for (const key of await defineFields(calendar, part.fields ?? [], reporter)) supposed.add(key);
    // A dry run has not created these fields, so they cannot be filled.
    await writeItems(dryRun && supposed.size > 0 ? withoutFields(part.items, supposed) : part.items);
    if (!dryRun) await memory.setPosition({ run, asked: source.scope, place: part.place });
    progress(part.what, part.done, part.total);
  }
  if (source.complete) {
    const isToldKey = (key: string): boolean => told.has(key);
    const theirs = winner === 'theirs';
    await findGone({ calendar, memory, reporter, source, run, writeItems, isTold: isToldKey, trash, theirs, dryRun });
  }
  if (!dryRun) await memory.setPosition(undefined);
  return reporter.report;

  async function isTold(kind: Parameters<typeof memory.keyOf>[0], refs: readonly string[]): Promise<Set<string>> {
    const remembered = await memory.of(refs.map((ref) => memory.keyOf(kind, ref)));
    return new Set(
      refs.filter((ref) => {
        const key = memory.keyOf(kind, ref);
        return told.has(key) || remembered.get(key)?.seen === run;
      }),
    );
  }
}
