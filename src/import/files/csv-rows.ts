import { dayAfter } from '../../domain/days.ts';
import { inOneLine, type Problem } from '../../domain/errors.ts';
import { coerce, fromObject } from '../../domain/fields/coerce.ts';
import { stripTags } from '../../domain/html.ts';
import type { Language } from '../../domain/language.ts';
import { readTime } from '../../domain/time.ts';
import { KIND } from '../../kinds/kinds.ts';
import { hashOf } from '../hashes.ts';
import type { Item, ItemKind, Refusal } from '../item.ts';
import { placeOf } from '../report.ts';
import type { CsvKind, EventColumn, Header } from './csv-columns.ts';
import { type Listed, listIn } from './csv-lists.ts';
import { clockIn, type DateForm, daysIn, momentIn, plainDay } from './dates.ts';
import { namedItem, nameRef } from './names.ts';

/** A row of a file. */
export interface Row {
  cells: readonly string[];
  /** The line on which it begins. */
  line: number;
  /** How many rows came before it. */
  number: number;
  /** How many bytes were read so far. */
  bytes: number;
}

interface Reading {
  header: Header;
  language: Language;
  dates: DateForm | undefined;
  zone: string;
  unzoned: string | undefined;
}

/**
 * The result of a row: the records it refers to, then its own. `startsAt` is the start of an event as it is written. The
 * reference of an event is of its title, venue and day: a corrected time is a change.
 */
type ParsedRow = { items: Item[]; startsAt?: string } | { refused: Refusal } | 'none';

/** Our export puts an apostrophe before cells that a spreadsheet would run. */
const ESCAPED = /^'(?='*[=@＝＠\t\r+＋－-])/;

const YES = /^(?:true|yes|y|1|on|sí|si|verdadero|예|네|참)$/i;

/** Turns a row into items. */
export function parseRow(row: Row, reading: Reading): ParsedRow {
  const { header } = reading;
  const cells = new Map(
    [...header.places].map(([column, place]) => [column, (row.cells[place] ?? '').trim().replace(ESCAPED, '')]),
  );
  if ([...cells.values()].every((cell) => cell === '')) return 'none';
  const place = `line ${row.line}`;
  const columns = Object.fromEntries([...header.places].map(([column, at]) => [column, at + 1]));
  const read = { cells, place, columns, row, ...reading };
  return header.kind === 'event' ? parseEvent(read) : parseLinked(read, header.kind);
}

interface ReadCells extends Reading {
  cells: ReadonlyMap<string, string>;
  place: string;
  columns: Readonly<Record<string, number>>;
  row: Row;
}

/** `field` is the faulty one. */
function refused(kind: ItemKind, read: ReadCells, why: string, field: string): ParsedRow {
  const name = read.cells.get('title') ?? read.cells.get('name') ?? '';
  return { refused: { kind, what: `${name} (${placeOf(read, field)})`.trim(), why } };
}

/** A refusal for invalid values, at the column of the first one. */
const refusedValues = (kind: CsvKind, read: ReadCells, problems: readonly Problem[]): ParsedRow =>
  refused(kind, read, inOneLine(problems), problems[0]!.field);

/** The day in a cell, or why it cannot be read. */
function dayIn(cell: string, { dates }: ReadCells, what: 'start' | 'end'): { day: string } | { why: string } {
  const days = dates ? [dates.read(cell) ?? plainDay(cell)] : [...daysIn(cell)];
  const [day, ...others] = days;
  if (day === undefined) return { why: `${shownCell(cell)} is no ${what} date.` };
  if (others.length === 0) return { day };
  return { why: `${shownCell(cell)} may be read in two ways: say --dates=m/d/Y, --dates=d/m/Y or how it is.` };
}

function parseEvent(read: ReadCells): ParsedRow {
  const { cells, columns, language } = read;
  const cell = (column: EventColumn) => cells.get(column) ?? '';
  const [startCell, endCell] = [cell('startDate'), cell('endDate')];
  const [from, until] = [momentIn(startCell), momentIn(endCell)];
  const first = dayIn(from.day, read, 'start');
  if ('why' in first) return refused('event', read, first.why, 'startDate');
  const start = first.day;
  const [startTime, endTime] = [cell('startTime') || from.time, cell('endTime') || until.time].map(clockIn);
  const allDay = cell('allDay') === '' ? startTime === '' && endTime === '' : YES.test(cell('allDay'));
  const last = allDay ? start : lastDay(start, startTime!, endTime!);
  const ending = endCell === '' ? { day: last } : dayIn(until.day, read, 'end');
  if ('why' in ending) return refused('event', read, ending.why, 'endDate');
  const end = ending.day;
  const wire = {
    title: stripTags(cell('title')),
    ...said(cells, { description: 'description', excerpt: 'excerpt', website: 'website' }),
    ...switches(cells, {
      hideFromListings: 'hide_from_listings',
      sticky: 'sticky',
      featured: 'featured',
      showMap: 'show_map',
      showMapLink: 'show_map_link',
    }),
    ...(cells.has('cost') && { cost: costIn(cells) }),
    timezone: cell('timezone') || read.zone,
    all_day: allDay,
    start_date: allDay ? start : `${start} ${startTime || '00:00:00'}`,
    end_date: allDay ? end : `${end} ${endTime || startTime || '00:00:00'}`,
  };
  const { values, problems } = coerce(KIND.event.rest.fields!, fromObject(wire));
  if (problems.length) return refusedValues('event', read, problems);
  const [organizers, categories, tags] = [cell('organizers'), cell('categories'), cell('tags')].map(listIn);
  const venue = stripTags(cell('venue'));
  const links = {
    ...(cells.has('venue') && { venues: venue ? [venue] : [] }),
    ...(cells.has('organizers') && { organizers: namesIn(organizers!.filter((each) => !isId(each))) }),
    ...(cells.has('categories') && { categories: namesIn(categories!.filter((each) => !isId(each))) }),
    ...(cells.has('tags') && { tags: namesIn(tags!) }),
  };
  const image = imageIn(cells, language);
  const item: Item = {
    kind: 'event',
    ref: hashOf([values.title, start, links.venues]),
    said: [{ language, values }],
    links: Object.fromEntries(Object.entries(links).map(([list, names]) => [list, names.map(nameRef)])),
    ...(image && { image: image.ref }),
    place: read.place,
    columns: {
      ...columns,
      startDate: columns.startTime ?? columns.startDate!,
      endDate: columns.endTime ?? columns.endDate!,
    },
    notTaken: [
      ...(organizers!.some(isId) ? ['Ids of organizers of another site.'] : []),
      ...(categories!.some(isId) ? ['Ids of categories of another site.'] : []),
      ...(read.unzoned && !allDay && !cell('timezone') ? [read.unzoned] : []),
      ...leftIn(read),
    ],
  };
  const named = Object.entries(links).flatMap(([list, names]) => names.map((name) => namedItem(list, name, language)));
  return { items: [...named, ...(image ? [image] : []), item], startsAt: wire.start_date };
}

const shownCell = (cell: string) => JSON.stringify(cell.slice(0, 100));

/** The last day of an event without an end date: the next one, if the clock shows less at the end than at the start. */
function lastDay(day: string, startTime: string, endTime: string) {
  const [start, end] = [startTime, endTime || startTime].map((time) => readTime(`${day} ${time}`, 'UTC', 0)?.at ?? 0);
  return end! < start! ? dayAfter(day) : day;
}

/** Whether it stands for ids of the site that wrote the file. */
const isId = ({ name, isQuoted }: Listed) => !isQuoted && /^[\d\s]+$/.test(name);

/** The plug-in marks a name that is a number, which would be taken for an id, by `%n`. */
const namesIn = (listed: readonly Listed[]) =>
  listed.map(({ name }) => stripTags(name).replace(/^(\d+)%n$/i, '$1')).filter((name) => name !== '');

/** Cells as they are. Empty ones clear the field. */
const said = (cells: ReadCells['cells'], names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(names).flatMap(([column, wire]) => (cells.has(column) ? [[wire, cells.get(column) || null]] : [])),
  );

const switches = (cells: ReadCells['cells'], names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(names).flatMap(([column, wire]) =>
      cells.get(column) ? [[wire, YES.test(cells.get(column)!)]] : [],
    ),
  );

/** The price, joined with the currency from its own cells. */
export function costIn(cells: ReadonlyMap<string, string>) {
  const cost = cells.get('cost') ?? '';
  const [symbol, code] = [cells.get('currencySymbol') ?? '', cells.get('currencyCode') ?? ''];
  if (!/^[\d.,\s–-]*$/.test(cost) || !/[1-9]/.test(cost)) return cost || null;
  if (symbol)
    return /suffix|postfix|after/i.test(cells.get('currencyPosition') ?? '') ? `${cost}${symbol}` : `${symbol}${cost}`;
  return code ? `${cost} ${code}` : cost;
}

/** The image of a row, if it is a URL. An id would be one of another site. */
function imageIn(cells: ReadCells['cells'], language: Language): Item | undefined {
  const url = cells.get('image') ?? '';
  if (!/^https?:\/\//i.test(url)) return undefined;
  return { kind: 'image', ref: url, said: [{ language, values: { url } }] };
}

/** What of a row is not taken: an image cell that is no address, such as an id, and cells in columns without a name. */
const leftIn = ({ cells, row, header: { names } }: ReadCells) => [
  ...(/^(?:https?:\/\/|$)/i.test(cells.get('image') ?? '') ? [] : ['The image: its cell is no address.']),
  ...(row.cells.some((cell, at) => cell.trim() !== '' && !names[at]?.trim())
    ? ['Cells in a column without a name.']
    : []),
];

const UNITED_STATES = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?)$/i;

function parseLinked(read: ReadCells, kind: Exclude<CsvKind, 'event'>): ParsedRow {
  const { cells, columns, language, place } = read;
  const { address, address2, region, image: _, ...others } = Object.fromEntries(cells);
  const name = stripTags(others.name ?? '');
  const wire: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(others)) {
    const field = KIND[kind].fields[column]!;
    if (/^show/.test(column)) wire[field.wire] = cell === '' ? undefined : YES.test(cell) ? '1' : '0';
    else wire[field.wire] = (column === 'name' ? name : cell) || null;
  }
  if (address !== undefined) wire.address = [address, address2].filter((each) => each).join(', ') || null;
  if (region !== undefined)
    wire[UNITED_STATES.test(cells.get('country') ?? '') ? 'state' : 'province'] = region || null;
  const { values, problems } = coerce(KIND[kind].fields, fromObject(wire));
  if (problems.length) return refusedValues(kind, read, problems);
  const image = imageIn(cells, language);
  const item: Item = {
    kind,
    ref: nameRef(name),
    byName: 'described',
    place,
    columns,
    said: [{ language, values }],
    ...(image && { image: image.ref }),
    notTaken: leftIn(read),
  };
  return { items: [...(image ? [image] : []), item] };
}
