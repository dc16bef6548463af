process.env.TZ = 'UTC';

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateForm } from '../src/import/files/dates.ts';
import { fileSource } from '../src/import/files/open.ts';
import { isSourceRefused } from '../src/import/item.ts';
import { parsed } from '../src/import/site/discover.ts';
import { runProgram } from '../src/process/command-line.ts';
import { leastCpuOf } from './shared/measure.ts';

/** Makes the content of a file of about so many bytes: of parts that tell each other apart by a number. */
type Shape = (bytes: number) => string;

const repeated =
  (part: (index: number) => string, [before, after]: readonly [string, string]): Shape =>
  (bytes) => {
    const parts = [before];
    for (let length = 0; length < bytes; length += parts.at(-1)!.length) parts.push(part(parts.length));
    return [...parts, after].join('');
  };

const event = (index: number, ...more: string[]): string =>
  [
    'BEGIN:VEVENT',
    `UID:${index}`,
    `SUMMARY:Event ${index}`,
    'DTSTART:20270205T100000Z',
    ...more,
    'END:VEVENT',
    '',
  ].join('\r\n');
const CALENDAR = ['BEGIN:VCALENDAR\r\n', 'END:VCALENDAR\r\n'] as const;
const ONE_EVENT = [
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270205T100000Z\r\n',
  'END:VEVENT\r\nEND:VCALENDAR\r\n',
] as const;
const COLUMNS = 'Event Name,Event Start Date,Event Start Time,Event Venue Name,Event Category\n';
const HEADER = { kind: 'calendar', version: 1, calendar: 'a', site: 'https://a.example', kinds: [], trash: false };
const EXPORT = [`${JSON.stringify(HEADER)}\n`, `${JSON.stringify({ kind: 'end' })}\n`] as const;
const tag = (index: number): string =>
  `${JSON.stringify({ kind: 'tag', id: index, original: 'en', texts: { en: { name: `Tag ${index}`, slug: `t-${index}` } } })}\n`;
const zone = (index: number): string =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:Zone ${index}`, 'BEGIN:STANDARD', 'DTSTART:19701025T030000'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
    ...['END:VTIMEZONE', ''],
  ].join('\r\n');

const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  ics: {
    events: repeated((index) => event(index, `LOCATION:Hall ${index}\\, Street ${index}`), CALENDAR),
    'events of one UID': repeated(() => event(1), CALENDAR),
    'events in a hall of one name': repeated((index) => event(index, `LOCATION:Hall\\, ${index}`), CALENDAR),
    zones: repeated(zone, CALENDAR),
    'properties of one event': repeated((index) => `CATEGORIES:c${index}\r\n`, ONE_EVENT),
    'values of one property': repeated((index) => `c${index},`, [`${ONE_EVENT[0]}CATEGORIES:`, `a\r\n${ONE_EVENT[1]}`]),
    'parameters of one property': repeated(
      (index) => `;X${index}=a`,
      [`${ONE_EVENT[0]}SUMMARY`, `:a\r\n${ONE_EVENT[1]}`],
    ),
    'one folded line': repeated(() => 'a\r\n ', [`${ONE_EVENT[0]}DESCRIPTION:`, `a\r\n${ONE_EVENT[1]}`]),
    'one long line': repeated(() => 'a', [`${ONE_EVENT[0]}DESCRIPTION:`, `\r\n${ONE_EVENT[1]}`]),
    'BEGIN without an end': repeated(() => 'BEGIN:A\r\n', ['BEGIN:VCALENDAR\r\n', '']),
    'empty lines': repeated(() => '\r\n', CALENDAR),
  },
  csv: {
    rows: repeated((index) => `Fair ${index},2027-02-05,10:00,"Hall ${index}","A, B"\n`, [COLUMNS, '']),
    'equal rows': repeated(() => 'Fair,2027-02-05,10:00,Hall,A\n', [COLUMNS, '']),
    columns: repeated((index) => `Column ${index},`, ['Event Name,Event Start Date,', 'x\nFair,2027-02-05\n']),
    'cells of one row': repeated(() => 'a,', [`${COLUMNS}Fair,2027-02-05,`, 'a\n']),
    'names in one cell': repeated((index) => `n${index}, `, [`${COLUMNS}Fair,2027-02-05,10:00,Hall,"`, 'a"\n']),
    quotes: repeated(() => '""', [`${COLUMNS}"`, '",2027-02-05\n']),
    'empty lines': repeated(() => '\n', [COLUMNS, '']),
  },
  jsonl: {
    records: repeated(tag, EXPORT),
    'categories of one event': repeated(
      (index) => `${index + 1},`,
      [
        `${EXPORT[0]}{"kind":"event","id":1,"original":"en","texts":{"en":{"title":"a"}},"categories":[`,
        `1]}\n${EXPORT[1]}`,
      ],
    ),
    'members of one record': repeated((index) => `"m${index}":1,`, [`${EXPORT[0]}{"kind":"tag","id":1,`, `"a":1}\n`]),
    'empty lines': repeated(() => '\n', EXPORT),
  },
};

/** What a site's program prints before its answer. */
const ANSWERS: Readonly<Record<string, Shape>> = {
  'line breaks before an answer': repeated(() => '\n', ['', 'a']),
  'blanks before an answer': repeated(() => ' ', ['', 'a']),
  'brackets before an answer': repeated(() => '[\n', ['', 'a']),
};

const BYTES = 1_000_000;

await runProgram({
  call: 'npm run bench:readers',
  purpose: `What the readers of imports do with large and hostile sources: CPU milliseconds for a quarter, half and all of
${BYTES.toLocaleString('en')} bytes, and how much dearer twice as much was at last. Around 2 is linear, around 4 quadratic.`,
  uses: ['[--only TEXT]'],
  options: { only: { takes: 'TEXT', says: 'only shapes with this text in their name' } },
  variables: [],
  read: ({ values: { only = '' } }): { only: string } => ({ only }),
  run: measure,
});

/** Reads a file to its end, or until the reader refuses it. */
async function readAll(path: string): Promise<void> {
  try {
    const how = { language: 'en', zone: 'UTC', calendar: '', dates: dateForm('m/d/Y') } as const;
    const source = await fileSource({ path, ...how });
    for await (const _ of source.parts(async () => new Set()));
  } catch (error) {
    if (!isSourceRefused(error)) throw error;
  }
}

async function measure({ only }: { only: string }): Promise<undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  try {
    for (const [ending, shapes] of Object.entries(SHAPES))
      for (const [name, shape] of Object.entries(shapes)) {
        const path = join(folder, `file.${ending}`);
        await row(`${ending}: ${name}`, async (bytes) => {
          writeFileSync(path, shape(bytes));
          return () => readAll(path);
        });
      }
    for (const [name, shape] of Object.entries(ANSWERS))
      await row(`site: ${name}`, async (bytes) => {
        const text = shape(bytes);
        return () => void parsed(text);
      });
  } finally {
    rmSync(folder, { recursive: true });
  }

  async function row(name: string, prepare: (bytes: number) => Promise<() => unknown>): Promise<void> {
    if (!name.includes(only)) return;
    const times: number[] = [];
    try {
      for (const part of [40, 4, 2, 1]) times.push(await leastCpuOf(await prepare(BYTES / part)));
    } catch (error) {
      process.stdout.write(`${name.padEnd(40)} FAILED: ${(error as Error).message}\n`);
      return;
    }
    const [, ...shown] = times;
    const ratio = shown[2]! / Math.max(shown[1]!, 1);
    process.stdout.write(`${name.padEnd(40)} ${shown.map((ms) => ms.toFixed()).join('/')} ×${ratio.toFixed(1)}\n`);
  }
}
