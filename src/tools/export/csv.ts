import type { Language } from '../../domain/language.ts';
import { toWall } from '../../domain/time.ts';
import { type CsvKind, columnsOf } from '../../import/files/csv-columns.ts';
import { asList } from '../../import/files/csv-lists.ts';
import type { ExportKind } from '../../kinds/export/fields.ts';
import type { Line } from '../../kinds/export/lines.ts';
import { csvRow, harmless } from './cells.ts';
import { textIn } from './texts.ts';

/** Turns export lines into CSV rows with the plug-in's columns. */
interface CsvWriter {
  /** The kinds of lines it needs, in the order of an export. */
  kinds: readonly ExportKind[];
  header: string;
  /** The row of a line; undefined for a record that others only refer to. */
  rowOf(line: Line): string | undefined;
}

interface CsvOptions {
  kind: CsvKind;
  language: Language;
  /** Whether cells are left as they are, even if a spreadsheet may run them. */
  raw: boolean;
}

/** The kinds that events refer to. Their names fill cells of events. */
const NAMED: readonly ExportKind[] = ['image', 'category', 'tag', 'venue', 'organizer'];

/** A writer of CSV for records of a kind. */
export function csvWriter({ kind, language, raw }: CsvOptions): CsvWriter {
  const columns = columnsOf(kind);
  const names = new Map<string, string>();
  const called = (of: ExportKind, ids: unknown) =>
    (Array.isArray(ids) ? ids : []).map((id) => names.get(`${of} ${id}`)).filter((name) => name !== undefined);
  const imageOf = ({ image }: Line) => names.get(`image ${image}`) ?? '';

  const cellsOf = (keys: readonly string[], cell: (key: string) => string): Record<string, string> =>
    Object.fromEntries(keys.map((key) => [key, cell(key)]));
  const texts = (line: Line, ...keys: string[]) => cellsOf(keys, (key) => textIn(line, key, language));
  const values = (line: Line, ...keys: string[]) => cellsOf(keys, (key) => String(line[key] ?? ''));
  const switches = (line: Line, ...keys: string[]) => cellsOf(keys, (key) => (line[key] ? 'yes' : 'no'));

  function eventCells(line: Line): Record<string, string> {
    const zone = String(line.timezone);
    const [start, end] = [line.startsAt, line.endsAt].map((at) => toWall(Date.parse(String(at)), zone).split(' '));
    const time = (clock: string | undefined) => (line.allDay ? '' : (clock ?? ''));
    return {
      ...texts(line, 'title', 'description', 'excerpt'),
      startDate: start![0]!,
      startTime: time(start![1]),
      endDate: end![0]!,
      endTime: time(end![1]),
      timezone: zone,
      ...switches(line, 'allDay', 'hideFromListings', 'sticky', 'featured', 'showMap', 'showMapLink'),
      // The plug-in allows only one venue.
      venue: called('venue', line.venues)[0] ?? '',
      organizers: asList(called('organizer', line.organizers)),
      categories: asList(called('category', line.categories)),
      tags: asList(called('tag', line.tags)),
      ...values(line, 'cost', 'website'),
      image: imageOf(line),
    };
  }

  function linkedCells(line: Line): Record<string, string> {
    const regions = Object.values(texts(line, 'state', 'province', 'stateProvince'));
    return {
      ...texts(line, 'name', 'description', 'address', 'city', 'country'),
      ...values(line, 'zip', 'phone', 'website', 'email', 'geoLat', 'geoLng'),
      ...switches(line, 'showMap', 'showMapLink'),
      region: regions.find(Boolean) ?? '',
      image: imageOf(line),
    };
  }

  return {
    kinds: kind === 'event' ? [...NAMED, 'event'] : ['image', kind],
    header: csvRow([...columns.values()]),
    rowOf(line) {
      if (line.kind === 'image') names.set(`image ${line.id}`, String(line.url));
      if (line.kind !== kind) {
        if (NAMED.includes(line.kind as ExportKind) && line.kind !== 'image')
          names.set(`${line.kind} ${line.id}`, textIn(line, 'name', language));
        return undefined;
      }
      const cells = kind === 'event' ? eventCells(line) : linkedCells(line);
      const all = [...columns.keys()].map((column) => cells[column] ?? '');
      return csvRow(raw ? all : all.map(harmless));
    },
  };
}
