import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fileSource } from '../../src/import/files/open.ts';
import { exportIn, type ReadPage } from '../../src/tools/export/write-export.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { defineField } from '../support/custom-fields.ts';
import { datesOf, type ReadDate } from '../support/icalendar.ts';
import { made } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { authorsOf, exportedText, exported as linesOf } from './calendars.ts';
import { importInto } from './support.ts';

const NOW = Date.parse(FRIDAY);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'series-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function newApp(): Promise<TestApp> {
  const app = await buildApp({ now: FRIDAY });
  onTestFinished(() => app.close());
  return app;
}

interface Made {
  zone?: string;
  allDay?: boolean;
  rule?: string;
  rdates?: string[];
  exdates?: string[];
  start?: string;
}

const AS = { as: 'administrator' } as const;

/** A series, of which one occurrence is moved, one renamed, one called off, one deleted and one a draft. */
async function series(
  app: TestApp,
  { zone = 'Europe/Madrid', allDay = false, start = '2027-03-02', ...recurrence }: Made,
) {
  const { id } = await made(app, 'events', {
    ...{ title: 'Choir', description: '<p>Sing</p>', status: 'publish', timezone: zone, all_day: allDay, recurrence },
    ...{ start_date: `${start} 19:00`, end_date: `${start} 20:30`, venue: { venue: 'Hall' }, website: '' },
  });
  const { body } = await app.rest('GET', `/events/${id}`, AS);
  const all = await app.rest('GET', `/events?series=${body.series.id}&per_page=50&start_date=2020-01-01`, AS);
  const [, second, third, fourth, fifth, sixth] = all.body.events;
  const day = (text: string, by: number) =>
    new Date(Date.parse(text.slice(0, 10)) + by * 86_400_000).toISOString().slice(0, 10);
  const changes = [
    [second, { start_date: `${day(second.start_date, 1)} 18:00`, end_date: `${day(second.start_date, 1)} 19:00` }],
    [third, { title: 'Concert' }],
    [fourth, { event_status: 'canceled' }],
    [sixth, { status: 'draft' }],
  ];
  for (const [event, json] of changes)
    expect((await app.rest('PATCH', `/events/${event.id}`, { ...AS, json })).status).toBe(200);
  await app.rest('PATCH', `/events/${third.id}?multilang_language=ko`, { ...AS, json: { title: '합창' } });
  await app.rest('DELETE', `/events/${fifth.id}`, AS);
  return body.series.id as number;
}

async function icsOf(app: TestApp): Promise<string> {
  const lines = (await app.rest('GET', '/export.jsonl', AS)).text.trim().split('\n');
  const read: ReadPage = async () => ({ lines: lines.map((line) => JSON.parse(line)), next: null });
  const asked = { format: 'ics', csv: 'event', raw: false, parameters: {} } as const;
  const writing = {
    read,
    language: 'en',
    name: 'here',
    pageOf: () => 'http://a.example/',
  } as const;
  const parts: string[] = [];
  for await (const part of exportIn(asked, writing)) parts.push(part);
  return parts.join('');
}

async function take(app: TestApp, text: string, name: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', clock: () => NOW });
  const report = await importInto(app.store, { source, now: NOW, authors: authorsOf(app) });
  await app.tellAll();
  return report;
}

/** The moments, or days, at which the calendar shows events. */
async function shown(app: TestApp): Promise<ReadDate[]> {
  const { body } = await app.rest('GET', '/events?per_page=50&start_date=2020-01-01&end_date=2028-11-01');
  return body.events.map(
    ({
      all_day: isDay,
      start_date: start,
      utc_start_date: utc,
    }: {
      all_day: boolean;
      start_date: string;
      utc_start_date: string;
    }) => (isDay ? start.slice(0, 10) : Date.parse(`${utc.replace(' ', 'T')}Z`)),
  );
}

const SERIES: readonly (readonly [what: string, how: Made])[] = [
  ['weekly', { rule: 'FREQ=WEEKLY;COUNT=8' }],
  [
    'until a day, with dates',
    { rule: 'FREQ=WEEKLY;UNTIL=20270420', rdates: ['2027-03-19T20:00:00'], exdates: ['2027-03-16'] },
  ],
  ['of days', { allDay: true, rule: 'FREQ=DAILY;COUNT=9', exdates: ['2027-03-04'] }],
  ['endless', { rule: 'FREQ=MONTHLY;BYDAY=1TU', exdates: ['2027-10-05', '2031-10-07'] }],
  ['at a fixed offset', { zone: 'UTC+5:30', rule: 'FREQ=WEEKLY;COUNT=8' }],
  ['in UTC', { zone: 'UTC', rule: 'FREQ=WEEKLY;COUNT=8' }],
  [
    'of dates alone',
    { rdates: ['2027-03-09', '2027-04-02T11:00:00', '2027-05-01', '2027-05-02', '2027-05-03', '2027-05-04'] },
  ],
];

sampled(2).each(SERIES)('a series %s is exported as rules and exceptions, and comes back whole', async (_, how) => {
  const [there, here] = [await newApp(), await newApp()];
  await series(there, how);
  const file = await icsOf(there);
  // The series, and what is moved, renamed or called off. What is deleted or a draft is a start that is left out.
  expect(file).toMatch(/^R(?:RULE|DATE)/m);
  expect(file.match(/^(?:BEGIN:VEVENT|RECURRENCE-ID)/gm)).toHaveLength(4 + 3);
  expect(datesOf(file, Date.parse('2028-11-01'))).toEqual(await shown(there));
  expect(await take(here, file, 'a.ics')).toMatchObject({ refused: [], conflicts: [], notTaken: {} });
  expect(await shown(here)).toEqual(await shown(there));
  const without = (text: string): string =>
    text.replace(/\r\n (?!$)/g, '').replace(/(?:DTSTAMP|LAST-MODIFIED|URL|SEQUENCE):.*\r\n/g, '');
  const [, ...events] = without(await icsOf(here)).split('BEGIN:VEVENT');
  expect(events.sort()).toEqual(without(file).split('BEGIN:VEVENT').slice(1).sort());
});

test('series come back whole from JSON Lines, with drafts, the trash and all languages', async () => {
  const [there, here] = [await newApp(), await newApp()];
  for (const [, how] of SERIES) await series(there, how);
  const { conflicts, refused, notTaken } = await take(here, await exportedText(there), 'a.jsonl');
  expect({ conflicts, refused, notTaken }).toEqual({ conflicts: [], refused: [], notTaken: {} });
  expect(await linesOf(here)).toEqual(await linesOf(there));
  const again = await take(here, await exportedText(there), 'a.jsonl');
  expect(Object.values(again.counts).flatMap((counts) => Object.keys(counts))).not.toContain('updated');
});

test('of two occurrences on one start, the second is refused by name, and the rest comes in', async () => {
  const [from, into] = [await newApp(), await newApp()];
  await series(from, { rule: 'FREQ=WEEKLY;COUNT=6' });
  await made(from, 'events', { title: 'Fair' });
  const lines = (await exportedText(from))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [first, second] = lines.filter(({ series: its }) => its);
  const twice = lines.map((line) => (line === second ? { ...line, originalStartsAt: first.originalStartsAt } : line));
  const report = await take(into, twice.map((line) => JSON.stringify(line)).join('\n'), 'twice.jsonl');
  expect(report.refused).toMatchObject([{ why: 'originalStartsAt: Another record has this already.' }]);
  const events = (each: object) => (each as { kind: string }).kind === 'event';
  expect((await linesOf(into)).filter(events)).toHaveLength(lines.filter(events).length - 1);
});

test('custom fields of a series come in; an unknown key and a wrong value are told, and the rest comes in', async () => {
  const [from, into] = [await newApp(), await newApp()];
  await defineField(from, 'EVENT', { key: 'seats', kind: 'NUMBER', label: { en: 'Seats' } });
  await series(from, { rule: 'FREQ=WEEKLY;COUNT=6' });
  const lines = (await exportedText(from))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const withFields = (customFields: object): string =>
    lines.map((line) => JSON.stringify(line.kind === 'series' ? { ...line, customFields } : line)).join('\n');
  const inSeries = async () => (await linesOf(into)).filter((line) => 'rule' in line && 'customFields' in line);
  expect(await take(into, withFields({ seats: 40 }), 'seats.jsonl')).toMatchObject({ refused: [] });
  expect(await inSeries()).toMatchObject([{ customFields: { seats: 40 } }]);
  const report = await take(into, withFields({ seats: 'many', unknown: 1 }), 'wrong.jsonl');
  expect([report.refused, Object.keys(report.notTaken)]).toEqual([
    [],
    ['seats: Must be a number.', 'unknown: There is no custom field with this key.'],
  ]);
});
