import type { CsvKind } from '../../import/files/csv-columns.ts';
import { exportParameters } from '../../kinds/event/parameters.ts';
import { EXPORT_KINDS, type ExportKind, exportFields } from '../../kinds/export/fields.ts';

const FORMATS = ['jsonl', 'csv', 'ics'] as const;

/** The options of `npm run export`, without the filters. */
export const OPTIONS = {
  format: { takes: 'FORM', says: 'jsonl, which has everything and is imported again; csv or ics for published events' },
  kinds: { takes: 'A,B', says: `only these: ${EXPORT_KINDS.join(', ')}` },
  trash: { says: 'with what lies in the trash' },
  users: { says: 'with the names of authors' },
  pictures: { takes: 'FOLDER', says: 'writes all uploaded pictures there, each under its path below /pictures/' },
  raw: { says: 'leaves cells of CSV as they are, though a spreadsheet may run them as formulas' },
} as const;

/** The filters of event lists, as options. */
export const FILTERS = Object.fromEntries(
  Object.values(exportParameters).map(({ wire, description }) => [
    wire,
    { takes: 'VALUE', says: description.replace(/\{(\w+)\}/g, (_, key) => exportParameters[key]!.wire) },
  ]),
);

/** A parsed command line. */
export interface Asked {
  format: (typeof FORMATS)[number];
  /** The kind of the rows of a CSV file. */
  csv: CsvKind;
  raw: boolean;
  /** The folder for uploaded pictures. */
  pictures?: string;
  /** The parameters of the REST export, by name. */
  parameters: Readonly<Record<string, string>>;
}

const isCsvKind = (kind: string): kind is CsvKind => ['event', 'venue', 'organizer'].includes(kind);

/** Parses the options. Returns a one-line error message if they are invalid. */
export function readOptions(values: Readonly<Record<string, string | boolean | undefined>>): Asked | string {
  const { format: typed = 'jsonl', kinds, trash, users, raw, pictures, ...filters } = values;
  const format = FORMATS.find((each) => each === typed);
  if (!format) return `--format is ${JSON.stringify(typed)}; it must be ${FORMATS.join(', ')}.`;
  const requested = String(kinds ?? 'event').split(',') as ExportKind[];
  if (format === 'ics' && (kinds || trash || users || raw)) return 'iCalendar has published events, and nothing else.';
  if (format === 'csv' && (requested.length !== 1 || !isCsvKind(requested[0]!)))
    return 'A CSV file has one kind of records: --kinds event, venue or organizer.';
  if (format === 'csv' && users) return 'CSV has no authors.';
  if (format !== 'csv' && raw) return '--raw is for CSV.';
  const sent = Object.entries({ ...filters, ...(format === 'jsonl' && { kinds }) }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    format,
    csv: format === 'csv' ? (requested[0] as CsvKind) : 'event',
    raw: raw === true,
    pictures: typeof pictures === 'string' ? pictures : undefined,
    parameters: {
      ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(trash && { [exportFields.trash.wire]: 'true' }),
      ...(users && { [exportFields.users.wire]: 'true' }),
    },
  };
}
