import { readFileSync } from 'node:fs';
import type { Language, PerLanguage } from '../../domain/language.ts';
import { DAY, type Instant } from '../../domain/zones.ts';
import type { ExportLine } from '../../import/files/export-lines.ts';

/** The site that the samples' addresses of images name. */
export const SAMPLE_SITE = 'https://example.com';

/** The day around which the file has the samples, and how much earlier it begins in their zone. */
const AROUND = Date.parse('2026-11-20T00:00:00Z');
const AHEAD = 9 * 3_600_000;

/** The lines of a file beside this one. A build copies it to where the programs are. */
const linesOf = <Line>(file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** The calendar of a city as the lines of an export, with so many events at the most. */
export function readSamples(around: Instant, most: number): ExportLine[] {
  const lines = linesOf<ExportLine>('demo.jsonl');
  const beyond = new Set(lines.filter(({ kind }) => kind === 'event').slice(most));
  const cut = new Set([...beyond].map(({ series }) => series));
  return lines
    .filter((line) => !beyond.has(line) && !(line.kind === 'series' && cut.has(line.id)))
    .map((line) => shifted(cut.has(line.series) ? { ...line, series: undefined } : line, (around - AROUND) / DAY));
}

/** The line so many days later. What repeats stays on its day of the week, and begins again within seven days. */
function shifted(line: ExportLine, days: number): ExportLine {
  const day = Math.floor((Date.parse(String(line.startsAt)) + AHEAD - AROUND) / DAY);
  const weekday = (((day - 1) % 7) + 7) % 7;
  const repeats = line.kind === 'series' || line.series !== undefined;
  const later = (repeats ? Math.ceil((days - weekday) / 7) * 7 : days) * DAY;
  const moments = (['startsAt', 'endsAt', 'originalStartsAt', 'publishedAt'] as const).flatMap((key) =>
    line[key] === undefined ? [] : [[key, new Date(Date.parse(String(line[key])) + later).toISOString()]],
  );
  return { ...line, ...Object.fromEntries(moments) };
}

/** A venue of another city: the lines of further ones are made of it. */
export interface Place extends ExportLine {
  zone: string;
  original: Language;
  texts: PerLanguage<{ name: string; city: string }>;
  /** The form of a price; `#` is a whole number. */
  price: string;
}

/** What further venues and organizers are made of. */
export function readTable(): { venue: Place[]; organizer: ExportLine[] } {
  const lines = linesOf<ExportLine>('table.jsonl');
  return {
    venue: lines.filter((line): line is Place => line.kind === 'venue'),
    organizer: lines.filter(({ kind }) => kind === 'organizer'),
  };
}

/** The line of a record under a number, and a little elsewhere. */
export function numbered(line: ExportLine, number: number): ExportLine {
  const texts = Object.entries(line.texts as Record<string, { name: string }>).map(([language, its]) => [
    language,
    { ...its, name: `${its.name} ${number}` },
  ]);
  const near = (key: 'geoLat' | 'geoLng', turn: number) =>
    typeof line[key] === 'number' && { [key]: Number((line[key] + ((number * turn) % 1) * 0.08 - 0.04).toFixed(4)) };
  return { ...line, texts: Object.fromEntries(texts), ...near('geoLat', 0.618), ...near('geoLng', 0.755) };
}
