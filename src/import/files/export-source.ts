import { END_LINE } from '../../domain/json-lines.ts';
import { isObject } from '../../domain/values.ts';
import type { NewCustomField } from '../../kinds/custom-fields/fields.ts';
import { EXPORT_VERSION } from '../../kinds/export/export.ts';
import { EXPORT_KINDS } from '../../kinds/export/fields.ts';
import { type Item, type Part, type Refusal, type Source, sourceRefused } from '../item.ts';
import { parentsFirst } from '../parents-first.ts';
import { type ExportLine, fieldOf, isId, itemOf } from './export-lines.ts';
import { fileRefused, type Line } from './text.ts';

interface ExportSourceDeps {
  /** The name of the export in messages. */
  name: string;
  /** Reads its lines from the beginning. Of a line that is too long, it gives more than the first LONGEST_EXPORT_LINE characters. */
  open(): AsyncIterable<Line>;
  /** Its size, if known. */
  bytes: number | undefined;
  /** The site that it comes from. Overrides the one in its first line. */
  site?: string;
  since?: string;
  /** The identity of the calendar that is imported into. */
  calendar: string;
}

/** Maximum characters of a line. No record with all its texts is longer. */
export const LONGEST_EXPORT_LINE = 20_000_000;

/** Records per part. */
const AT_ONCE = 100;

/** Reads one of our exports. @throws SourceRefused if its first line is not one of ours, or has a later version */
export async function exportSource({ name, open, bytes, site, since, calendar }: ExportSourceDeps): Promise<Source> {
  const header = await headerOf(open(), name);
  const isOwn = header.calendar === calendar;
  return {
    site: site ?? (typeof header.site === 'string' ? originOf(header.site) : name),
    since,
    scope: JSON.stringify([since ?? null, header.kinds, header.trash, header.filtered]),
    complete: header.filtered !== true,
    async *parts() {
      let [items, categories, refused, fields]: [Item[], Item[], Refusal[], NewCustomField[]] = [[], [], [], []];
      let done = 0;
      const part = (line: Line): Part => {
        // Categories can be sorted only once all of them are read.
        const all = [...parentsFirst(categories), ...items];
        const common = { items: all, refused, fields, place: '', what: 'records', done };
        [items, categories, refused, fields] = [[], [], [], []];
        return {
          ...common,
          total: bytes && line.bytes ? Math.max(done, Math.round((done * bytes) / line.bytes)) : done,
        };
      };
      let last: Line | undefined;
      let isWhole = false;
      for await (const line of open()) {
        last = line;
        if (line.number === 1 || line.text.trim() === '') continue;
        isWhole = false;
        let read: ExportLine | undefined;
        try {
          read = parsedLine(line.text);
          isWhole = read.kind === END_LINE;
          if (read.kind === 'customField') fields.push(fieldOf(read));
          else if (!isWhole) {
            const item = itemOf(read, isOwn, line.number);
            if (read.kind === 'category') categories.push(item);
            else if (!isBefore(item, since)) items.push(item);
          }
        } catch (error) {
          refused.push(refusalOf(error as Error, line, read));
        }
        if (!isWhole) done += 1;
        if (items.length + refused.length >= AT_ONCE) yield part(line);
      }
      if (last) yield part(last);
      // A truncated export must not make all missing records look deleted.
      if (!isWhole) throw fileRefused(name, { line: last?.number ?? 1 }, 'The export is cut off behind this line.');
    },
  };
}

const originOf = (site: string) => (URL.canParse(site) ? new URL(site).origin : site);

async function headerOf(lines: AsyncIterable<Line>, name: string) {
  for await (const line of lines) {
    let header: ExportLine | undefined;
    try {
      header = parsedLine(line.text);
    } catch (error) {
      throw fileRefused(name, { line: 1 }, (error as Error).message);
    }
    if (header.kind !== 'calendar')
      throw fileRefused(name, { line: 1, column: 1 }, 'An export begins with a line about its calendar.');
    if (header.version !== EXPORT_VERSION)
      throw fileRefused(
        name,
        { line: 1, column: 1 },
        `The export is of version ${header.version}, this program reads ${EXPORT_VERSION}.`,
      );
    return header;
  }
  throw fileRefused(name, { line: 1, column: 1 }, 'The export is empty.');
}

/** @throws Error with the reason, if it is not a line of an export */
function parsedLine(text: string) {
  let read: unknown;
  if (text.length > LONGEST_EXPORT_LINE)
    throw sourceRefused(`A line has ${LONGEST_EXPORT_LINE} characters at the most.`);
  try {
    read = JSON.parse(text);
  } catch (error) {
    const column = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length) + 1;
    throw sourceRefused(`This is no JSON at column ${column}: the file may be cut off here.`);
  }
  if (!isObject(read) || !KINDS.has(read.kind)) throw sourceRefused('This is no line of an export.');
  return read as ExportLine;
}

/** The refusal of one line. What is no JSON may still say its kind. */
function refusalOf({ message }: Error, { text, number }: Line, { kind, id }: Partial<ExportLine> = {}): Refusal {
  const said = kind ?? /"kind"\s*:\s*"(\w+)"/.exec(text)?.[1];
  return {
    kind: RECORDS.has(said) ? (said as Refusal['kind']) : 'event',
    ...(isId(id) && { ref: String(id) }),
    what: `line ${number}`,
    why: message,
  };
}

const RECORDS: ReadonlySet<unknown> = new Set(EXPORT_KINDS);
const KINDS: ReadonlySet<unknown> = new Set([...EXPORT_KINDS, 'calendar', 'customField', END_LINE]);

/** Whether an event begins before `since`. */
const isBefore = ({ kind, said: [{ values }] }: Item, since: string | undefined) =>
  kind === 'event' && since !== undefined && Number(values.startsAt) < Date.parse(`${since.slice(0, 10)}T00:00:00Z`);
