import { KINDS } from '../../kinds/kinds.ts';
import type { Outcome, Report, Told } from './report.ts';

/** Lines shown of each list. */
const SHOWN = 20;

const WORDS: Readonly<Record<Outcome, string>> = {
  made: 'made',
  updated: 'updated',
  unchanged: 'unchanged',
  refused: 'refused',
  conflict: 'changed there and here',
  gone: 'gone there',
  trashed: 'put into the trash',
};

const NAMES: readonly (readonly [kind: string, several: string])[] = [
  ...KINDS.map(({ name, plural }) => [name, plural] as const),
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
  notTaken,
  otherIds,
}: Report): string {
  const rows = NAMES.flatMap(([kind, several]) => {
    const its = counts[kind as keyof typeof counts] ?? {};
    const said = (Object.keys(WORDS) as Outcome[]).flatMap((outcome) =>
      its[outcome] ? [`${its[outcome].toLocaleString('en')} ${WORDS[outcome]}`] : [],
    );
    return said.length ? [`  ${several.padEnd(11)} ${said.join(', ')}`] : [];
  });
  const from = file === undefined ? source : `${file}, known here as ${source}`;
  return [
    dryRun ? `What an import of ${from} would do; nothing was written.` : `Imported from ${from}.`,
    ...(rows.length ? rows : ['  nothing']),
    ...listed('Refused', refused),
    ...listed('Not written; --theirs or --ours decides', conflicts),
    ...listed('Here, and gone there; --trash puts events, venues and organizers into the trash', gone),
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

function listed(heading: string, all: readonly (Told | string)[]): string[] {
  if (all.length === 0) return [];
  const shown = all
    .slice(0, SHOWN)
    .map((each) => (typeof each === 'string' ? each : `${each.kind} ${each.what}: ${each.why}`));
  const more = all.length - shown.length;
  return [
    `${heading}:`,
    ...shown.map((line) => `  ${line}`),
    ...(more ? [`  and ${more.toLocaleString('en')} more`] : []),
  ];
}
