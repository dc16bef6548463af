import type { ImportRun } from '../kinds/imports.ts';
import { CHANGE_KINDS } from '../kinds/kinds.ts';
import type { Outcome, Pair, Report, ReportEntry } from './report.ts';

/** Lines shown of each list. */
const SHOWN = 20;

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  made: 'made',
  updated: 'updated',
  restored: 'taken out of the trash',
  unchanged: 'unchanged',
  leftOut: 'left out, as others have them',
  refused: 'refused',
  conflict: 'changed there and here',
  gone: 'gone there',
  trashed: 'put into the trash',
};

const NAMES: readonly (readonly [kind: string, several: string])[] = [
  ...CHANGE_KINDS.map(({ name, plural }) => [name, plural] as const),
  ['image', 'images'],
];

/** A report as lines for people. */
export function summary({
  source,
  file,
  dryRun,
  counts,
  refused,
  conflicts,
  gone,
  trashed = [],
  pairs = [],
  pairCount,
  notTaken,
  otherIds,
  unchanged,
}: Report): string {
  if (unchanged) return `${source}: unchanged since the last import. Nothing was written.`;
  const rows = NAMES.flatMap(([kind, several]) => {
    const its = counts[kind as keyof typeof counts] ?? {};
    const said = (Object.keys(OUTCOME_WORDS) as Outcome[]).flatMap((outcome) =>
      its[outcome] ? [`${its[outcome].toLocaleString('en')} ${OUTCOME_WORDS[outcome]}`] : [],
    );
    return said.length ? [`  ${several.padEnd(11)} ${said.join(', ')}`] : [];
  });
  const allRefused = Object.values(counts).reduce((sum, its) => sum + (its.refused ?? 0), 0);
  const from = file === undefined ? source : `${file}, known here as ${source}`;
  return [
    dryRun ? `What an import of ${from} would do; nothing was written.` : `Imported from ${from}.`,
    ...(rows.length ? rows : ['  nothing']),
    ...listed(
      allRefused > refused.length ? `Refused, the first ${refused.length.toLocaleString('en')}` : 'Refused',
      refused,
    ),
    ...listed('Not written; --theirs or --ours decides', conflicts),
    ...listed('Here, and gone there; what --trash may put into the trash', gone),
    ...listed(dryRun ? 'To be put into the trash' : 'Put into the trash', trashed),
    ...listed('Here twice, it seems; --skip-duplicates leaves new ones out', pairs.map(lineOf), pairCount),
    ...listed(
      'Not taken',
      Object.entries(notTaken).map(
        ([what, { records, of }]) => `${what} (${records.toLocaleString('en')}, such as ${of})`,
      ),
    ),
    ...(otherIds.length
      ? [
          `Ids that were taken here already, so that records have others: ${otherIds.length.toLocaleString('en')}. --report lists them.`,
        ]
      : []),
  ].join('\n');
}

const moment = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** How the last runs of sources ended, the latest first. Of one that read nothing, also what the last one said that did. */
export const runLines = (runs: readonly ImportRun[]): string[] =>
  runs
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ at, ended, readAt, report }) => {
      const said = summary(report as Report);
      if (readAt === undefined) return [`${moment(at)}, ${ended}: ${said}`];
      const unread = ended === 'done' ? 'unchanged since the last import' : 'nothing was read';
      return [
        `${moment(at)}, ${ended}: ${report.source}: ${unread}.`,
        ...(readAt ? [`${moment(readAt)}: ${said}`] : []),
      ];
    });

const lineOf = ({ what, here, leftOut, other, of }: Pair) =>
  `event ${here === undefined ? '' : `${here} `}${what}: It is ${other}, ${of === undefined ? 'made here' : `from ${of}`}${leftOut ? ', and was left out' : ''}.`;

function listed(heading: string, all: readonly (ReportEntry | string)[], count = all.length) {
  if (all.length === 0) return [];
  const lines = all.map((each) => (typeof each === 'string' ? each : `${each.kind} ${each.what}: ${each.why}`));
  const entries = lines.length > SHOWN ? byReason(all, lines) : lines;
  const shown = entries.slice(0, SHOWN);
  const more = entries.length - shown.length + count - all.length;
  return [
    `${heading}:`,
    ...shown.map((line) => `  ${line}`),
    ...(more ? [`  and ${more.toLocaleString('en')} more; --report lists them`] : []),
  ];
}

/** One line for each kind and reason, with how many there are. Where all have the same, all lines. */
function byReason(all: readonly (ReportEntry | string)[], lines: readonly string[]) {
  const reasons = new Map<string, { line: string; count: number }>();
  for (const [at, line] of lines.entries()) {
    const { kind, why = line } = Object(all[at]) as Partial<ReportEntry>;
    const known = reasons.get(`${kind} ${why}`);
    if (known) known.count += 1;
    else reasons.set(`${kind} ${why}`, { line, count: 1 });
  }
  if (reasons.size === 1) return lines;
  return [...reasons.values()].map(({ line, count }) =>
    count === 1 ? line : `${line} (${count.toLocaleString('en')} like this)`,
  );
}
