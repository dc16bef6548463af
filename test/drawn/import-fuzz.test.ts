import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateForm } from '../../src/import/files/dates.ts';
import { fileSource } from '../../src/import/files/open.ts';
import { isSourceRefused, type Source } from '../../src/import/item.ts';
import type { Report } from '../../src/import/report.ts';
import { summary } from '../../src/import/summary.ts';
import { findDamaged } from '../../src/kinds/damaged.ts';
import { exportedText, fillCalendar } from '../import/calendars.ts';
import { answerLists, type Lists, serveSite } from '../import/site.ts';
import { importInto, sourceAt } from '../import/support.ts';
import { buildApp, type TestApp } from '../support/app.ts';

const RUNS = { all: 500, quarter: 10 }[process.env.DRAWS ?? ''] ?? 8;

let folder: string;
let exported: object[];
let lists: Lists;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  const app = await buildApp();
  await fillCalendar(app, 3);
  exported = (await exportedText(app))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const bodies = ['events', 'venues', 'organizers', 'categories', 'tags'].map(async (list) => {
    const dates = list === 'events' ? '&start_date=2000-01-01&end_date=2100-01-01' : '';
    return [list, (await app.rest('GET', `/${list}?per_page=50&hide_empty=false${dates}`)).body[list]];
  });
  lists = Object.fromEntries(await Promise.all(bodies));
  await app.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of every type that JSON has, and texts that somebody somewhere takes for something else. */
const ODD = [
  null,
  true,
  false,
  0,
  -1,
  5,
  1.5,
  2 ** 31,
  3e9,
  9e15,
  1e300,
  [],
  {},
  [null],
  ['a'],
  [[1]],
  { a: 1 },
  { id: -1 },
  '',
  ' ',
  '0',
  '-1',
  '3000000000',
  '__proto__',
  'constructor',
  'yes',
  'NaN',
  '2027-02-30',
  '0000-00-00 00:00:00',
  '9999-12-31 23:59:59',
  '10000-01-01',
  'Mars/Base',
  '\u001b[2J',
  'a\tb\nc',
  '\u0000',
  '\ud800',
  '<script>x</script>',
  'https://a b/',
  'javascript:alert(1)',
  'a'.repeat(5000),
  '한국',
  'ﷺ',
  '=1+1',
  ',',
  '"',
  "'",
];
const odd = fc.oneof(fc.constantFrom<unknown>(...ODD), fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 40 }));

/** Where an odd value stands, as parts of the way through a record. */
const oddAt = fc.record({ record: fc.nat(), way: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), value: odd });
const oddities = fc.array(oddAt, { minLength: 1, maxLength: 4 });

/** The records with odd values in places that exist. */
function withOdd<R extends object>(
  records: readonly R[],
  all: readonly { record: number; way: number[]; value: unknown }[],
): R[] {
  const copies = structuredClone(records) as R[];
  for (const { record, way, value } of all) {
    const steps = [record, ...way];
    let into: object = copies;
    for (const [at, step] of steps.entries()) {
      const keys = Object.keys(into);
      const key = keys[step % Math.max(1, keys.length)];
      const inside = (into as Record<string, unknown>)[String(key)];
      const isLast = at === steps.length - 1 || !(inside instanceof Object) || Object.keys(inside).length === 0;
      if (isLast && at > 0) Object.assign(into, { [String(key)]: value });
      if (isLast) break;
      into = inside as object;
    }
  }
  return copies;
}

/** What was imported, or the one line that says why the source itself cannot be. */
async function take(app: TestApp, open: () => Promise<Source>): Promise<Report | string> {
  try {
    return await importInto(app.store, { source: await open() });
  } catch (error) {
    expect(error).toSatisfy(isSourceRefused);
    return (error as Error).message;
  }
}

const ADDRESSES = [
  ...['/', '/events/month/2027-02/', '/?s=a', '/sitemap.xml', '/export'].map((path) => path),
  ...['events', 'venues', 'organizers', 'categories', 'tags', 'events.ics', 'events.rss', 'events.feed.json'].map(
    (list) => `/wp-json/calendar/events/v1/${list}?per_page=50&start_date=2000-01-01&end_date=2100-01-01`,
  ),
  '/wp-json/calendar/events/v1/export.jsonl?trash=true',
];
const QUERY = `{ events(first: 100) { totalCount nodes { id title description startsAt image { url width } venues { name city } } }
  venues(first: 50) { nodes { name address } } organizers(first: 50) { nodes { name email } } categories(first: 50) { nodes { name } } }`;

/** Whatever was imported, every API answers, no record is damaged, and nothing moves the cursor of a terminal. */
async function expectSound(app: TestApp, outcome: Report | string): Promise<void> {
  const printed = typeof outcome === 'string' ? outcome : summary(outcome);
  expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
  for (const as of ['anonymous', 'administrator'] as const) {
    for (const address of ADDRESSES)
      expect([address, (await app.fetch(address, { as })).status]).toEqual([
        address,
        expect.toSatisfy((status: number) => status < 500),
      ]);
    expect((await app.graphql(QUERY, {}, { as })).body).not.toHaveProperty('errors');
  }
  const damaged: string[] = [];
  await findDamaged(app.store, { repair: false, found: (line) => damaged.push(line) });
  expect(damaged).toEqual([]);
}

/** What a report says of whole records that are not taken, because the file has them more than once, or as part of others. */
const IS_WHOLE = /^(?:Older versions of events|Occurrences of events|The same )/;

const sum = (numbers: readonly number[]): number => numbers.reduce((sofar, number) => sofar + number, 0);

/** How many records of a kind a report tells of. */
const told = (report: Report, kind: keyof Report['counts']): number => sum(Object.values(report.counts[kind] ?? {}));

/** How many events a report of a file tells of. */
const toldEvents = (report: Report): number =>
  told(report, 'event') +
  sum(Object.entries(report.notTaken).flatMap(([what, { records }]) => (IS_WHOLE.test(what) ? [records] : [])));

async function within(check: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await buildApp();
  try {
    await check(app);
  } finally {
    await app.close();
  }
}

let files = 0;
const opened = (content: string | Uint8Array, ending: string) => () => {
  files += 1;
  const path = join(folder, `${files}.${ending}`);
  writeFileSync(path, content);
  return fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another', dates: dateForm('m/d/Y') });
};

const BYTES = fc.uint8Array({ maxLength: 2000 });
const HEADS = { csv: 'Event Name,Event Start Date\n', ics: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', jsonl: '' };

test.each(['csv', 'ics', 'jsonl'] as const)(
  'any bytes as .%s leave a sound calendar and say one line',
  async (ending) => {
    await fc.assert(
      fc.asyncProperty(BYTES, fc.boolean(), (bytes, hasHead) =>
        within(async (app) => {
          const head = Buffer.from(hasHead ? HEADS[ending] : '');
          await expectSound(app, await take(app, opened(Buffer.concat([head, bytes]), ending)));
        }),
      ),
      { numRuns: RUNS },
    );
  },
);

test('an export with any values in any places loses no record without a word', async () => {
  await fc.assert(
    fc.asyncProperty(oddities, (all) =>
      within(async (app) => {
        const [header, ...records] = exported;
        const lines = withOdd(records.slice(0, -1), all);
        const text = [header, ...lines, records.at(-1)].map((line) => JSON.stringify(line)).join('\n');
        const outcome = await take(app, opened(text, 'jsonl'));
        await expectSound(app, outcome);
        expect(outcome).toBeInstanceOf(Object);
        const { counts } = outcome as Report;
        const kinds = Object.keys(counts) as (keyof typeof counts)[];
        expect(sum(kinds.map((kind) => told(outcome as Report, kind)))).toBe(
          lines.filter((line) => (line as { kind?: unknown }).kind !== 'customField').length,
        );
      }),
    ),
    { numRuns: RUNS },
  );
});

test('a site with any values in any places loses no record without a word', async () => {
  await fc.assert(
    fc.asyncProperty(oddities, fc.constantFrom('events', 'venues', 'organizers', 'categories', 'tags'), (all, list) =>
      within(async (app) => {
        const changed = { ...lists, [list]: withOdd(lists[list as keyof Lists], all) };
        const site = await serveSite(() => (asked, response) => {
          if (!answerLists(changed, asked, response)) response.writeHead(404).end();
        });
        const outcome = await take(app, () => sourceAt(site.url));
        await expectSound(app, outcome);
        expect(outcome).toBeInstanceOf(Object);
        expect(told(outcome as Report, 'event')).toBe(lists.events.length);
      }),
    ),
    { numRuns: RUNS },
  );
});

const COLUMNS = [
  'Event Name',
  'Event Start Date',
  'Event Start Time',
  'Event End Date',
  'Event End Time',
  'All Day Event',
  'Event Time Zone',
  'Event Venue Name',
  'Event Organizer Name',
  'Event Category',
  'Event Tags',
  'Event Cost',
  'Event Website',
  'Event Description',
  'Event Featured Image',
  'Event Show Map',
  'Mood',
];
const CELLS = [
  'Fair',
  '2027-02-05',
  '9:00',
  '10:30 pm',
  'yes',
  'Europe/Madrid',
  'Hall',
  'Ada, Bea',
  '12',
  '02/03/2027',
  '2027-02-05 19:00',
];
const cell = fc.oneof(
  fc.constantFrom(...CELLS),
  fc.constantFrom(...ODD.filter((value) => typeof value === 'string')),
  fc.string(),
);
const rows = fc.array(fc.array(cell, { maxLength: COLUMNS.length + 2 }), { maxLength: 12 });
const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

test('a CSV file with any cells loses no row without a word', async () => {
  await fc.assert(
    fc.asyncProperty(rows, (all) =>
      within(async (app) => {
        const sound = all.map((row) => row.map((each) => each.replaceAll('\u0000', '')));
        const text = [COLUMNS, ...sound].map((row) => row.map(quoted).join(',')).join('\n');
        const outcome = await take(app, opened(`${text}\n`, 'csv'));
        await expectSound(app, outcome);
        const isBlank = (row: string[]) =>
          row.slice(0, COLUMNS.length - 1).every((each) => each.replace(/^'(?='*[=@\t\r+-])/, '').trim() === '');
        expect(toldEvents(outcome as Report)).toBe(sound.filter((row) => !isBlank(row)).length);
      }),
    ),
    { numRuns: RUNS },
  );
});

const NAMES = [
  'UID',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
  'DTSTART',
  'DTEND',
  'DURATION',
  'LOCATION',
  'GEO',
  'URL',
  'RRULE',
  'CATEGORIES',
  'ORGANIZER',
  'CONTACT',
  'STATUS',
  'SEQUENCE',
  'IMAGE',
  'ATTACH',
  'CONFERENCE',
  'CLASS',
  'X-MOOD',
  'RECURRENCE-ID',
  'LAST-MODIFIED',
  'BEGIN',
  'END',
  'TZID',
  'X-WR-TIMEZONE',
];
const PARAMETERS = [
  '',
  ';VALUE=DATE',
  ';TZID=Europe/Madrid',
  ';TZID="W. Europe Standard Time"',
  ';CN="Ada, B"',
  ';TZID=x',
  ';',
];
const TEXTS = [
  '20270205T190000',
  '20270205T190000Z',
  '20270205',
  '20271345',
  'PT1H',
  'P1D',
  '-P1W',
  'a',
  '1',
  '2147483647',
  'VEVENT',
  'VCALENDAR',
  'VALARM',
  '37.4;-6',
  'https://a.example/b.png',
  'CANCELLED',
  'FREQ=DAILY',
];
const content = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...PARAMETERS),
    fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 40 })),
  )
  .map(([name, parameters, value]) => `${name}${parameters}:${value}`);
const vevent = fc.record({
  uid: fc.nat(6),
  day: fc.integer({ min: 10, max: 28 }),
  more: fc.array(content, { maxLength: 6 }),
});

test('an iCalendar file with any properties loses no event without a word', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(vevent, { maxLength: 10 }), (all) =>
      within(async (app) => {
        const events = all.map(({ uid, day, more }) =>
          [
            'BEGIN:VEVENT',
            `UID:${uid}@example.org`,
            `DTSTART:202702${day}T100000Z`,
            // Events that repeat become many, and have tests of their own.
            ...more.filter((line) => !/^(?:BEGIN|END|UID|RRULE.*:FREQ=)/.test(line)),
            'END:VEVENT',
          ].map((line) => line.replace(/[\r\n]/g, ' ')),
        );
        const text = ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
        const outcome = await take(app, opened(text, 'ics'));
        await expectSound(app, outcome);
        expect(outcome).toBeInstanceOf(Object);
        expect(toldEvents(outcome as Report)).toBe(events.length);
      }),
    ),
    { numRuns: RUNS },
  );
});

test('lines of iCalendar in any order leave a sound calendar', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 40 }), (lines) =>
      within(async (app) => {
        const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
        await expectSound(app, await take(app, opened(text, 'ics')));
      }),
    ),
    { numRuns: RUNS },
  );
});
