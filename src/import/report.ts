import { DomainError, inOneLine } from '../domain/errors.ts';
import { printable } from '../domain/text.ts';
import type { Item, ItemKind, Refusal } from './item.ts';

/** The outcome of a record. */
export type Outcome =
  | 'made'
  | 'updated'
  | 'restored'
  | 'unchanged'
  | 'leftOut'
  | 'refused'
  | 'conflict'
  | 'gone'
  | 'trashed';

/** An entry about one record. */
export interface ReportEntry {
  kind: ItemKind;
  /** Its name, there or here. */
  what: string;
  why: string;
}

/** An event that came in, and one of another source that is most likely the same. */
export interface Pair {
  /** Its title. */
  what: string;
  /** Its id here; absent if it was left out, and in a dry run. */
  here?: number;
  leftOut?: true;
  /** The id of the other here, and its source; absent if it was made here. */
  other: number;
  of?: string;
}

/** What an import did, or would do. Lists are limited; the counts are complete. */
export interface Report {
  /** The name under which the source is remembered. */
  source: string;
  /** The name of the file, if that is another. */
  file?: string;
  dryRun: boolean;
  /** Whether this continues an interrupted run. The counts then cover only the last part. */
  resumed: boolean;
  /** Whether its address said that it serves what was taken before. Then nothing was read. */
  unchanged?: true;
  counts: Partial<Record<ItemKind, Partial<Record<Outcome, number>>>>;
  refused: ReportEntry[];
  /** Records changed on both sides. Nothing was written. */
  conflicts: ReportEntry[];
  /** Records that exist here, but no longer there. */
  gone: ReportEntry[];
  /** What was put into the trash because it is gone there. */
  trashed: ReportEntry[];
  /** New events that are most likely here already, from another source. */
  pairs: Pair[];
  /** How many such pairs there are. */
  pairCount: number;
  /** What was not imported: in how many records, and one of them as an example. */
  notTaken: Record<string, { records: number; of: string }>;
  /** Records that could not keep their ids. */
  otherIds: { kind: ItemKind; there: string; here: number }[];
}

/** Maximum entries of each list. */
const MOST = 10_000;

export interface Reporter {
  readonly report: Report;
  count(kind: ItemKind, outcome: Outcome): void;
  refuse(refusal: Refusal): void;
  conflict(entry: ReportEntry): void;
  gone(entry: ReportEntry): void;
  trashed(entry: ReportEntry): void;
  pair(pair: Pair): void;
  notTaken(what: string, of: string): void;
  otherId(kind: ItemKind, there: string, here: number): void;
}

const WRITES: readonly Outcome[] = ['made', 'updated', 'restored', 'trashed'];

/** Whether anything was written. */
export const hasWritten = ({ counts }: Pick<Report, 'counts'>): boolean =>
  Object.values(counts).some((its) => WRITES.some((outcome) => its[outcome]));

/** The report of a source of which nothing was read; `unchanged` if its address serves what was taken before. */
export const unreadReport = (source: string, how: Partial<Pick<Report, 'dryRun' | 'unchanged'>> = {}): Report => ({
  ...createReporter({ source, dryRun: false, resumed: false }).report,
  ...how,
});

export function createReporter(begun: Pick<Report, 'source' | 'file' | 'dryRun' | 'resumed'>): Reporter {
  const report: Report = {
    ...shown(begun),
    counts: {},
    refused: [],
    conflicts: [],
    gone: [],
    trashed: [],
    pairs: [],
    pairCount: 0,
    // A source may call something "__proto__".
    notTaken: Object.create(null),
    otherIds: [],
  };
  let kinds = 0;
  function count(kind: ItemKind, outcome: Outcome) {
    report.counts[kind] ??= {};
    report.counts[kind][outcome] = (report.counts[kind][outcome] ?? 0) + 1;
  }
  const add = <T extends object>(list: T[], entry: T): void => void (list.length < MOST && list.push(shown(entry)));
  const listing =
    <T extends Pick<ReportEntry, 'kind'>>(outcome: Outcome, list: T[]) =>
    (entry: T): void => {
      count(entry.kind, outcome);
      add(list, entry);
    };
  return {
    report,
    count,
    refuse: listing('refused', report.refused),
    conflict: listing('conflict', report.conflicts),
    gone: listing('gone', report.gone),
    trashed: listing('trashed', report.trashed),
    pair(pair) {
      report.pairCount += 1;
      add(report.pairs, pair);
    },
    notTaken(what, of) {
      const said = kinds < MOST || printable(what) in report.notTaken ? printable(what) : 'Much else.';
      const entry = report.notTaken[said];
      if (entry) entry.records += 1;
      else {
        kinds += 1;
        report.notTaken[said] = { records: 1, of: printable(of) };
      }
    },
    otherId: (kind, there, here) => add(report.otherIds, { kind, there, here }),
  };
}

/** What a report says, fit for a terminal: most of it comes from outside. */
const shown = <T extends object>(entry: T) =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, typeof value === 'string' ? printable(value) : value]),
  ) as T;

/** The position of an item in a file, with the column of a field if it has one. */
export const placeOf = ({ place, columns }: Pick<Item, 'place' | 'columns'>, field: string): string =>
  columns?.[field] === undefined ? `${place}` : `${place}, column ${columns[field]}`;

/** The name of an item in a report, with its position in a file (and the column of `field`, if given). */
export function nameOf(item: Item, field = ''): string {
  const { said, ref, place, kind } = item;
  const { title, name } = said[0].values as { title?: unknown; name?: unknown };
  const called = [title, name].find((each) => typeof each === 'string' && each !== '');
  const named = String(called ?? (place ? kind : `${kind} ${ref}`));
  return place ? `${named.slice(0, 150)} (${placeOf(item, field)})` : named.slice(0, 200);
}

/** Whether an error is about one record. A store or a source that fails ends an import; nothing else does. */
export const isOfRecord = (error: unknown): error is Error =>
  error instanceof DomainError
    ? error.code !== 'UNAVAILABLE'
    : error instanceof TypeError || error instanceof RangeError;

/** The reason in one line. */
export const whyOf = (error: Error): string =>
  !(error instanceof DomainError)
    ? `It cannot be read: ${error.message}`
    : error.problems.length
      ? inOneLine(error.problems)
      : error.message;
