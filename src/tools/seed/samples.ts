import { readFileSync } from 'node:fs';
import type { Language } from '../../domain/language.ts';
import { DAY, type Instant, toInstant, utcAsWall } from '../../domain/zones.ts';
import { exportSource } from '../../import/files/export-source.ts';
import type { Item } from '../../import/item.ts';

/** A text in each language of the calendar. */
export type Words = Readonly<Record<Language, string>>;

/** A city of a larger calendar. */
export interface City {
  name: Words;
  country: Words;
  stateProvince: Words;
  street: Words;
  /** The original language of most of its records. */
  language: Language;
  zone: string;
  lat: number;
  lng: number;
  /** The form of a price; `#` is a whole number. */
  price: string;
}

/** The samples: the calendar of a city, and what larger calendars are made of besides. */
export interface Samples {
  /** As the importer reads them, each after those that it refers to. */
  items: readonly Item[];
  cities: readonly City[];
  /** Lists of words by name, such as `motifs`. */
  words: Readonly<Record<string, readonly Words[]>>;
}

/** The file that holds them. A build copies it to where the programs are. */
const FILE = 'demo.jsonl';

/** Other samples have lower ids. */
const SERIES_FROM = 901;

/** The site that its addresses of images name. */
export const SAMPLE_SITE = 'https://example.com';

/**
 * An event as the file has it. `day` counts from the day around which all lie, or names the next such weekday. `start` and `end`
 * are wall-clock times, with `days` in between. `weeks` are those of a series. `published` is the day on which it is published.
 */
interface EventLine {
  kind: 'event';
  timezone: string;
  day: number | string;
  start?: string;
  end?: string;
  days?: number;
  weeks?: readonly number[];
  published?: number;
}

type FileLine =
  | EventLine
  | (City & { kind: 'city' })
  | { kind: 'words'; of: string; words: readonly [en: string, ko: string, es: string][] }
  | { kind: 'other'; id?: number };

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Reads the samples: the lines of an export once its events have dates, then cities and words. */
export async function readSamples(around: Instant): Promise<Samples> {
  const text = readFileSync(new URL(FILE, import.meta.url), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FileLine);
  let id = Math.max(...lines.map((line) => ('id' in line && line.id) || 0));
  let series = SERIES_FROM;
  const exported = lines.flatMap((line): object[] => {
    if (line.kind === 'event') {
      const events = showings(line, around).map((event) => ({ ...event, id: ++id }));
      return events.length > 1 ? inSeries(events, series++) : events;
    }
    return line.kind === 'city' || line.kind === 'words' ? [] : [line];
  });
  async function* open() {
    for (const [at, line] of exported.entries()) yield { text: JSON.stringify(line), number: at + 1, bytes: 0 };
  }
  const source = await exportSource({ name: FILE, open, bytes: undefined, calendar: '' });
  const items: Item[] = [];
  for await (const part of source.parts(async () => new Set())) items.push(...part.items);
  return {
    items,
    cities: lines.filter((line) => line.kind === 'city'),
    words: Object.fromEntries(
      lines
        .filter((line) => line.kind === 'words')
        .map(({ of, words }) => [of, words.map(([en, ko, es]) => ({ en, ko, es }))]),
    ),
  };
}

/** An event of the file with dates, once for each of its weeks. */
function showings(
  { day, start = '00:00', end = '00:00', days = 0, weeks = [0], published, ...line }: EventLine,
  around: Instant,
) {
  const at = (after: number, time: string): string => {
    const wall = utcAsWall(around + after * DAY).slice(0, 10);
    return new Date(toInstant(`${wall} ${time}:00`, line.timezone)).toISOString();
  };
  const first = typeof day === 'number' ? day : nextWeekday(WEEKDAYS.indexOf(day), around);
  return weeks.map((week) => ({
    ...line,
    startsAt: at(first + week * 7, start),
    endsAt: at(first + week * 7 + days, end),
    ...(published !== undefined && { publishedAt: at(published, '09:00') }),
  }));
}

/** A weekly series of these events, and they as its occurrences. */
function inSeries(events: readonly (ReturnType<typeof showings>[number] & { id: number })[], id: number): object[] {
  const [first] = events.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  const rule = `FREQ=WEEKLY;COUNT=${events.length}`;
  const occurrences = events.map((event) => ({ ...event, series: id, originalStartsAt: event.startsAt }));
  return [{ ...first, kind: 'series', id, rule }, ...occurrences];
}

/** The next day of the week, from tomorrow on. */
const nextWeekday = (weekday: number, around: Instant): number => (weekday - new Date(around).getUTCDay() + 7) % 7 || 7;
