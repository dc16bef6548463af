import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dateForm } from '../../src/import/files/dates.ts';
import { fileSource } from '../../src/import/files/open.ts';
import type { Refusal } from '../../src/import/item.ts';
import { buildApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { importInto } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes a file twice: when its event takes place, and the report; the second run finds nothing new. */
async function taken(content: string) {
  const app = await buildApp();
  onTestFinished(() => app.close());
  const path = join(folder, 'events');
  writeFileSync(path, content);
  const take = async () =>
    importInto(app.store, { source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: '' }) });
  const report = await take();
  expect((await take()).counts.event?.unchanged).toBe(report.counts.event?.made);
  const { body } = await app.secondServer()('/wp-json/calendar/events/v1/events?start_date=2000-01-01', {
    as: 'administrator',
  });
  const events: { start_date: string; end_date: string }[] = body.events;
  return { when: events.map((its) => `${its.start_date}/${its.end_date}`), report };
}

const csv = (header: string, ...rows: string[]): string =>
  [`Event Name,Event Start Date,${header}`, ...rows].join('\n');
const ics = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\n');
const jsonl = (startsAt: string, endsAt: string): string =>
  [
    { kind: 'calendar', version: 1, site: 'https://there.example', calendar: 'there' },
    {
      ...{ kind: 'event', id: 7, original: 'en', texts: { en: { title: 'A' } }, status: 'publish' },
      ...{ startsAt, endsAt, allDay: false },
    },
    { kind: 'end' },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

describe('An end before the start is left out and told, whatever the source', () => {
  sampled(2).each<[string, string, string]>([
    [
      'a row with another end date',
      csv('Event Start Time,Event End Date,Event End Time', 'A,2027-02-07,9:00,2027-02-06,10:00'),
      '2027-02-07 09:00:00/2027-02-07 09:00:00',
    ],
    [
      'a row that says the end date once more',
      csv('Event Start Time,Event End Date,Event End Time', 'A,2027-02-07,22:00,2027-02-07,02:00'),
      '2027-02-07 22:00:00/2027-02-07 22:00:00',
    ],
    [
      'a row of whole days',
      csv('Event End Date,All Day Event', 'A,2027-02-07,2027-02-06,yes'),
      '2027-02-07 00:00:00/2027-02-07 23:59:59',
    ],
    [
      'an event of iCalendar',
      ics('DTSTART:20270207T220000Z', 'DTEND:20270207T020000Z'),
      '2027-02-07 22:00:00/2027-02-07 22:00:00',
    ],
    [
      'whole days of iCalendar',
      ics('DTSTART;VALUE=DATE:20270207', 'DTEND;VALUE=DATE:20270205'),
      '2027-02-07 00:00:00/2027-02-07 23:59:59',
    ],
    [
      'a line of an export',
      jsonl('2027-02-07T22:00:00Z', '2027-02-07T02:00:00Z'),
      '2027-02-07 22:00:00/2027-02-07 22:00:00',
    ],
  ])('%s', async (_, content, when) => {
    const { report, ...its } = await taken(content);
    expect(its.when).toEqual([when]);
    expect(report.counts.event).toEqual({ made: 1 });
    expect(Object.keys(report.notTaken)).toEqual(['The end: it is before the start.']);
  });
});

/** What a file says, without a calendar: when its events take place, and its refusals. */
async function told(content: string, form?: string) {
  const path = join(folder, 'told.csv');
  writeFileSync(path, content);
  const dates = form === undefined ? undefined : dateForm(form);
  const when: string[] = [];
  const refused: Refusal[] = [];
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', dates });
  for await (const part of source.parts(async () => new Set())) {
    for (const { said } of part.items) when.push(`${said[0].values.startDate}/${said[0].values.endDate}`);
    refused.push(...(part.refused ?? []));
  }
  return { when, refused };
}

describe('A row without an end date', () => {
  test.each([
    ['22:00,02:00,', '2027-02-07 22:00/2027-02-08 02:00'],
    ['10:30 pm,0:30,', '2027-02-07 10:30 pm/2027-02-08 0:30'],
    ['22:00,22:00,', '2027-02-07 22:00/2027-02-07 22:00'],
    ['22:00,,', '2027-02-07 22:00/2027-02-07 22:00'],
    [',02:00,', '2027-02-07 00:00:00/2027-02-07 02:00'],
    ['22:00,02:00,yes', '2027-02-07/2027-02-07'],
  ])('and with the times %s lasts %s', async (times, when) => {
    const header = 'Event Start Time,Event End Time,All Day Event';
    expect(await told(csv(header, `A,2027-02-07,${times}`))).toEqual({ when: [when], refused: [] });
  });
});

describe('A date of unknown form', () => {
  test.each([
    ['31/01/2027', '2027-01-31'],
    ['1.31.2027', '2027-01-31'],
    ['02/02/2027', '2027-02-02'],
    ['2027/1/31', '2027-01-31'],
    ['02.09.2027', '2027-09-02'],
    ['2.9.27', '2027-09-02'],
    ['02-09-2027', '2027-09-02'],
    ['October 3 2027', '2027-10-03'],
    ['"June 25, 2027"', '2027-06-25'],
    ['25-Jun-27', '2027-06-25'],
    ['"Sun, 3 October 2027"', '2027-10-03'],
  ])('%s means one day: %s', async (date, day) => {
    expect((await told(csv('Mood', `A,${date}`))).when).toEqual([`${day}/${day}`]);
  });

  test.each(['31/02/2027', '13/13/2027', '0/0/00', '31/12-2027', '99.99.99', '2027-02-30', 'soon', 'tomorrow', 'noon'])(
    '%s is no day, and only its row is refused',
    async (date) => {
      expect(await told(csv('Mood', `Bad,${date}`, 'B,2027-02-07'))).toEqual({
        when: ['2027-02-07/2027-02-07'],
        refused: [{ kind: 'event', what: 'Bad (line 2, column 2)', why: `"${date}" is no start date.` }],
      });
    },
  );

  test.each(['02/09/2027', '31-12-27', '1/2/03'])(
    '%s may mean several days, and only its row is refused, until somebody says how it is',
    async (date) => {
      const content = csv('Mood', `A,${date}`, 'B,2027-02-07');
      const why = expect.stringContaining('may be read in two ways: say --dates=m/d/Y');
      expect(await told(content)).toEqual({
        when: ['2027-02-07/2027-02-07'],
        refused: [{ kind: 'event', what: 'A (line 2, column 2)', why }],
      });
      expect((await told(content, date.includes('-') ? 'd-m-y' : 'd/m/Y')).when).toHaveLength(2);
    },
  );

  test('rows with dots, slashes and words are read one by one, and --dates gives the order of all', async () => {
    const content = csv('Mood', 'A,2.9.2027', 'B,13/9/2027', 'C,4 October 2027');
    expect((await told(content)).when.map((day) => day.slice(0, 10))).toEqual([
      '2027-09-02',
      '2027-09-13',
      '2027-10-04',
    ]);
    const [first] = (await told(content, 'm/d/Y')).when;
    expect(first).toMatch(/^2027-02-09/);
  });
});
