import { jsonLines, type PageOfLines, pagesOf } from '../../domain/json-lines.ts';
import type { ExportKind } from '../../kinds/export/fields.ts';
import type { Line } from '../../kinds/export/lines.ts';
import { csvWriter } from './csv.ts';
import { type IcsOptions, icsWriter } from './ics.ts';
import type { Asked } from './options.ts';

/** Reads a page of an export, limited to `kinds` if given. */
export type ReadPage = (after: string | null, kinds?: readonly ExportKind[]) => Promise<PageOfLines>;

interface Writing extends IcsOptions {
  read: ReadPage;
}

/** An export in the requested format, generated lazily in chunks. */
export function exportIn({ format, csv, raw, parameters }: Asked, writing: Writing): AsyncIterable<string> {
  if (format === 'jsonl') return jsonLines((after) => writing.read(after));
  // CSV and iCalendar have no status, so an imported draft would become public.
  const isTaken = ({ kind, status }: Line) =>
    (kind !== 'event' && kind !== 'series') || parameters.status !== undefined || status === 'publish';
  return format === 'csv' ? rows({ csv, raw }, writing, isTaken) : calendar(writing, isTaken);
}

async function* linesOf(read: ReadPage, kinds: readonly ExportKind[]): AsyncGenerator<Line[]> {
  for await (const { lines } of pagesOf((after) => read(after, kinds))) yield lines as Line[];
}

async function* rows(
  { csv, raw }: Pick<Asked, 'csv' | 'raw'>,
  { read, language }: Writing,
  isTaken: (line: Line) => boolean,
): AsyncGenerator<string> {
  const writer = csvWriter({ kind: csv, language, raw });
  let { header } = writer;
  // Nothing is written before the filter is known to be right.
  for await (const lines of linesOf(read, writer.kinds)) {
    yield header +
      lines
        .filter(isTaken)
        .map((line) => writer.rowOf(line) ?? '')
        .join('');
    header = '';
  }
}

/**
 * Reads the events twice, because time zones, and what is left out of series, must come before the events. Of a filtered list, each
 * occurrence is an event of its own.
 */
async function* calendar({ read, ...writing }: Writing, isTaken: (line: Line) => boolean): AsyncGenerator<string> {
  const writer = icsWriter(writing);
  let isFiltered = false;
  for await (const lines of linesOf(read, ['series', 'event']))
    for (const line of lines.filter(isTaken)) {
      if (line.kind === 'calendar') isFiltered = line.filtered === true;
      if (line.kind !== 'series' || !isFiltered) writer.gather(line);
    }
  yield await writer.header();
  for await (const lines of linesOf(read, writer.kinds))
    yield lines
      .filter(isTaken)
      .map((line) => writer.eventOf(line) ?? '')
      .join('');
  yield writer.footer;
}
