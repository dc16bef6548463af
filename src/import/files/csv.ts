import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { stripTags } from '../../domain/html.ts';
import type { Language } from '../../domain/language.ts';
import { lowerCase } from '../../domain/text.ts';
import { type Item, type ItemKind, type Part, type Source, sourceRefused } from '../item.ts';
import { type ColumnNames, type Header, readHeader } from './csv-columns.ts';
import { asListed, listIn } from './csv-lists.ts';
import { parseRow, type Row } from './csv-rows.ts';
import type { DateForm } from './dates.ts';
import { fileRefused, readText } from './text.ts';

export interface CsvDeps {
  path: string;
  /** The language of the texts. */
  language: Language;
  /** How dates are written. Without it, only unambiguous dates are accepted. */
  dates?: DateForm;
  /** What its columns are called, where that is not as the plug-in calls them. */
  columns?: ColumnNames;
  since?: string;
  /** The time zone of rows that name none, and what people are told of their times. */
  zone: string;
  unzoned?: string;
  /** Whether a record here has this name. */
  isNamed?: (kind: ItemKind, name: string) => Promise<boolean>;
}

/** The columns of several names. */
const KIND_OF = { organizers: 'organizer', categories: 'category', tags: 'tag' } as const satisfies Record<
  string,
  ItemKind
>;
const LISTS = ['organizers', 'categories', 'tags'] as const;
/** Names whose look-up is remembered. */
const MOST_LOOKED_UP = 10_000;

/** A name in a list, as names are compared. */
const keyOf = (list: string, name: string) => `${list} ${lowerCase(stripTags(name))}`;

/** Rows per part. */
const AT_ONCE = 100;
/** Unknown columns that are named one by one. */
const MOST_NAMED = 100;
/** Maximum characters of a row. */
const LONGEST_ROW = 2_000_000;

/** Reads events, venues or organizers from a CSV file with the plug-in's columns. */
export function csvSource({ path, language, dates, columns, since, zone, unzoned, isNamed }: CsvDeps): Source {
  const name = basename(path);
  const named = new Map<string, boolean>();
  let inFile: Promise<ReadonlySet<string>> | undefined;

  /** The names with commas between quotation marks in a file, as keys. Where one stands without them, it is the same. */
  async function quotedNames() {
    const quoted = new Set<string>();
    let header: Header | undefined;
    for await (const { cells } of rowsOf(path, name)) {
      if (!header) {
        const read = readHeader(cells, columns);
        if (typeof read === 'string') break;
        header = read;
        continue;
      }
      for (const list of LISTS)
        for (const each of listIn(cells[header.places.get(list) ?? -1] ?? ''))
          if (each.isQuoted && each.name.includes(',')) quoted.add(keyOf(list, each.name));
    }
    return quoted;
  }

  /** Whether a cell is the name of one record, commas and all: of the file, or here. */
  async function isOneName(list: keyof typeof KIND_OF, cell: string) {
    const key = keyOf(list, cell);
    inFile ??= quotedNames();
    if ((await inFile).has(key)) return true;
    if (named.size >= MOST_LOOKED_UP) named.clear();
    if (!named.has(key)) named.set(key, (await isNamed?.(KIND_OF[list], stripTags(cell))) ?? false);
    return named.get(key)!;
  }

  /** The row with quotation marks around a cell that is the name of one record. */
  async function withNamed(row: Row, { places }: Header): Promise<Row> {
    const cells = [...row.cells];
    for (const list of LISTS) {
      const cell = cells[places.get(list) ?? -1]?.trim();
      if (cell?.includes(',') && (await isOneName(list, cell))) cells[places.get(list)!] = asListed(cell);
    }
    return { ...row, cells };
  }

  return {
    site: name,
    since,
    scope: JSON.stringify(since ?? null),
    complete: true,
    async *parts() {
      const size = statSync(path).size;
      let header: Header | undefined;
      let items: Item[] = [];
      let refused: NonNullable<Part['refused']>[number][] = [];
      const part = (row: Row): Part => ({
        items,
        refused,
        notTaken,
        place: '',
        what: 'records',
        done: row.number,
        total: Math.max(row.number, Math.round((row.number * size) / Math.max(1, row.bytes))),
      });
      /** The reference of each event, and how many have a title, venue and day: these are numbered. */
      const [refs, alike] = [new Map<string, string>(), new Map<string, number>()];
      function numbered(ref: string, startsAt: string) {
        const known = refs.get(`${ref} ${startsAt}`);
        if (known !== undefined) return known;
        const number = (alike.get(ref) ?? 0) + 1;
        alike.set(ref, number);
        const its = number === 1 ? ref : `${ref} ${number}`;
        refs.set(`${ref} ${startsAt}`, its);
        return its;
      }
      let last: Row | undefined;
      let notTaken: string[] = [];
      for await (const row of rowsOf(path, name)) {
        if (!header) {
          const read = readHeader(row.cells, columns);
          if (typeof read === 'string') throw fileRefused(name, row, read);
          header = read;
          notTaken = header.unknown.slice(0, MOST_NAMED).map((column) => `The column ${column}.`);
          const more = header.unknown.length - notTaken.length;
          if (more > 0) notTaken.push(`${more.toLocaleString('en')} more columns.`);
          continue;
        }
        const parsed = parseRow(await withNamed(row, header), { header, language, dates, zone, unzoned });
        if (parsed === 'none') continue;
        if ('refused' in parsed) refused.push(parsed.refused);
        else if (parsed.startsAt === undefined) items.push(...parsed.items);
        else if (since === undefined || parsed.startsAt >= since) {
          const own = parsed.items.at(-1)!;
          for (const item of parsed.items.slice(0, -1)) items.push(item);
          items.push({ ...own, ref: numbered(own.ref, parsed.startsAt) });
        }
        last = row;
        if (items.length + refused.length < AT_ONCE) continue;
        yield part(row);
        [items, refused, notTaken] = [[], [], []];
      }
      if (last) yield part(last);
    },
  };
}

/** The separator is whichever of these the first line has most of. */
const DELIMITERS = [',', ';', '\t'];

const delimiterOf = (line: string) =>
  DELIMITERS.map((each) => [each, line.split(each).length] as const).sort(([, a], [, b]) => b - a)[0]![0];

/** The rows of a file. A row may have any number of cells: missing ones are empty. */
async function* rowsOf(path: string, name: string): AsyncGenerator<Row> {
  let bytes = 0;
  const chunks = readText(path, name);
  const first = await chunks.next();
  if (first.done) throw sourceRefused(`${name} is empty`);
  // Spreadsheets write a line about the separator: `sep=;`.
  const [hint = '', separator] = /^\uFEFF?sep=(.)\r?\n/i.exec(first.value.text) ?? [];
  const beginning = first.value.text.slice(hint.length);
  async function* all(): AsyncGenerator<string> {
    yield beginning;
    for await (const chunk of chunks) {
      bytes = chunk.bytes;
      yield chunk.text;
    }
  }
  bytes = first.value.bytes;
  const parser = parse({
    bom: true,
    delimiter: separator ?? delimiterOf(beginning.split('\n', 1)[0]!),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  pipeline(Readable.from(all()), parser, () => undefined);
  const before = hint === '' ? 0 : 1;
  let line = before + 1;
  let number = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { cells: record, line, number, bytes };
      number += 1;
      line = before + info.lines + 1;
    }
  } catch (error) {
    throw (error as Error).name === 'SourceRefused'
      ? error
      : fileRefused(name, { line }, CSV_ERRORS[(error as CsvError).code] ?? 'This is no row.');
  }
}

const CSV_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark opens a cell that nothing closes.',
  CSV_MAX_RECORD_SIZE: `A row has ${LONGEST_ROW} characters at the most.`,
};
