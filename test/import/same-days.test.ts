import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { icsSource } from '../../src/import/files/ics.ts';
import { fileSource } from '../../src/import/files/open.ts';
import type { Item } from '../../src/import/item.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp } from '../support/app.ts';
import { importInto } from './support.ts';

// The same file gives the same days on every site. Outlook and Exchange write days as moments.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'days-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.parse('2026-11-20T12:00:00Z');
const SITES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Seoul'];

const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
function fileOf(...lines: readonly string[]): string {
  const path = join(folder, 'a.ics');
  writeFileSync(path, ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
  return path;
}

/** What a site takes: days or moments with their zone; and of events with a title of their own, that. */
async function taken(lines: readonly string[], zone: string) {
  const source = icsSource({ path: fileOf(...lines), language: 'en', zone, since: undefined, clock: () => NOW });
  const items: Item[] = [];
  const left: unknown[] = [];
  for await (const part of source.parts(async () => new Set())) {
    items.push(...part.items);
    left.push(...(part.notTaken ?? []), ...part.items.flatMap(({ notTaken = [] }) => notTaken));
  }
  const events = items
    .filter(({ kind }) => kind === 'event')
    .map(({ said }) => said[0].values as Record<string, unknown>);
  return {
    when: events.map(({ startDate, endDate, startsAt, timezone, title }) =>
      [
        startDate === undefined
          ? new Date(Number(startsAt)).toISOString().slice(0, 16)
          : `${startDate}/${endDate}`.slice(5),
        ...(startDate === undefined ? [timezone] : []),
        ...(title === 'A' ? [] : [title]),
      ].join(' '),
    ),
    left,
  };
}

const zoneOf = (id: string, offset: string): string =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
  ].join('\r\n');
const ROMANCE = zoneOf('Romance Standard Time', '+0100');
const KOREA = zoneOf('Korea Standard Time', '+0900');
const MADRID = 'X-WR-TIMEZONE:Europe/Madrid';

const SERIES = ['UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'];
const daily = (...lines: string[]): string => event(...SERIES, ...lines);
const december = (...days: number[]): string[] => days.map((day) => `2026-12-0${day}/2026-12-0${day}`.slice(5));

describe('the same on sites of four zones:', () => {
  test.each<[form: string, lines: string[], when: string[]]>([
    ['UNTIL at midnight in UTC', [daily('RRULE:FREQ=DAILY;UNTIL=20261203T000000Z')], december(1, 2, 3)],
    ['UNTIL at the last second in UTC', [daily('RRULE:FREQ=DAILY;UNTIL=20261203T235959Z')], december(1, 2, 3)],
    [
      'UNTIL at midnight of its calendar',
      [MADRID, daily('RRULE:FREQ=DAILY;UNTIL=20261202T230000Z')],
      december(1, 2, 3),
    ],
    [
      'UNTIL at midnight of its only zone',
      [ROMANCE, daily('RRULE:FREQ=DAILY;UNTIL=20261202T230000Z')],
      december(1, 2, 3),
    ],
    ['UNTIL at noon of its only zone', [KOREA, daily('RRULE:FREQ=DAILY;UNTIL=20261203T030000Z')], december(1, 2, 3)],
    [
      'UNTIL at midnight of one of two zones',
      [ROMANCE, KOREA, daily('RRULE:FREQ=DAILY;UNTIL=20261202T150000Z')],
      december(1, 2, 3),
    ],
    ['UNTIL before noon, without a zone', [daily('RRULE:FREQ=DAILY;UNTIL=20261203T115959Z')], december(1, 2, 3)],
    ['UNTIL from noon on, without a zone', [daily('RRULE:FREQ=DAILY;UNTIL=20261202T120000Z')], december(1, 2, 3)],
    [
      'UNTIL beside a calendar in UTC',
      ['X-WR-TIMEZONE:Etc/UTC', daily('RRULE:FREQ=DAILY;UNTIL=20261202T230000Z')],
      december(1, 2, 3),
    ],
    [
      'EXDATE in UTC',
      [ROMANCE, daily('RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261201T230000Z,20261203T000000Z')],
      december(1, 4),
    ],
    [
      'EXDATE in UTC, without a zone',
      [daily('RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261201T150000Z')],
      december(1, 3, 4),
    ],
    [
      'RECURRENCE-ID in UTC',
      [
        ROMANCE,
        daily('RRULE:FREQ=DAILY;COUNT=3'),
        event('UID:a', 'RECURRENCE-ID:20261201T230000Z', 'DTSTART;VALUE=DATE:20261202', 'SUMMARY:B'),
      ],
      ['2026-12-01/2026-12-01', '2026-12-03/2026-12-03', '2026-12-02/2026-12-02 B'].map((each) => each.slice(5)),
    ],
    [
      'all-day by the mark of Outlook',
      [
        ROMANCE,
        event(
          ...['UID:a', 'SUMMARY:A', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
          ...['DTSTART;TZID=Romance Standard Time:20261201T000000', 'DTEND;TZID=Romance Standard Time:20261203T000000'],
        ),
      ],
      ['12-01/2026-12-02'],
    ],
    [
      'a series that is all-day by the mark of Outlook',
      [
        KOREA,
        event(
          ...['UID:a', 'SUMMARY:A', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'RRULE:FREQ=DAILY;UNTIL=20261202T150000Z'],
          ...['DTSTART;TZID="Korea Standard Time":20261201T000000', 'DTEND;TZID="Korea Standard Time":20261202T000000'],
          'EXDATE;TZID="Korea Standard Time":20261202T000000',
        ),
      ],
      december(1, 3),
    ],
    [
      'the mark of Outlook beside other times',
      [
        MADRID,
        event('UID:a', 'SUMMARY:A', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'DTSTART:20261201T100000Z', 'DURATION:PT1H'),
      ],
      ['2026-12-01T10:00 Europe/Madrid'],
    ],
    ...[
      ['CET', '08', 'Europe/Brussels'],
      ['MET', '08', 'Europe/Brussels'],
      ['EET', '07', 'Europe/Athens'],
      ['WET', '09', 'Europe/Lisbon'],
    ].map(([zone, hour, its]): [string, string[], string[]] => [
      `times in ${zone} without a VTIMEZONE, in summer`,
      [event('UID:a', 'SUMMARY:A', `DTSTART;TZID=${zone}:20270701T100000`)],
      [`2027-07-01T${hour}:00 ${its}`],
    ]),
  ])('%s', async (_, lines, when) => {
    const all = await Promise.all(SITES.map((zone) => taken(lines, zone)));
    expect(all.map((each) => each.when)).toEqual(SITES.map(() => when));
  });

  test('a zone is read by the offset in its name, and the report says so', async () => {
    const lines = [event('UID:a', 'SUMMARY:A', 'DTSTART;TZID="(UTC+09:00) 서울":20270701T100000')];
    for (const zone of SITES)
      expect(await taken(lines, zone)).toEqual({
        when: ['2027-07-01T01:00 UTC+9'],
        left: ['The time zone "(UTC+09:00) 서울", which is not known: UTC+9 stands for it.'],
      });
  });
});

test('UNTIL in UTC of an all-day series by GraphQL means a day on the clock of its zone, and midnight in UTC the date itself', async () => {
  const app = await buildApp();
  onTestFinished(() => app.close());
  const create =
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { series { rule } } userErrors { message } } }';
  const ruleOf = async (timezone: string, until: string) => {
    const recurrence = { rule: `FREQ=DAILY;UNTIL=${until}` };
    const input = { title: 'A', allDay: true, startDate: '2026-12-01', endDate: '2026-12-01', timezone, recurrence };
    const { body } = await app.graphql(create, { input }, { as: 'administrator' });
    return body.data?.createEvent?.event?.series?.rule ?? JSON.stringify(body);
  };
  expect([
    await ruleOf('America/New_York', '20261203T000000Z'),
    await ruleOf('Asia/Seoul', '20261203T235959Z'),
    await ruleOf('Asia/Seoul', '20261202T150000Z'),
  ]).toEqual(['FREQ=DAILY;UNTIL=20261203', 'FREQ=DAILY;UNTIL=20261203', 'FREQ=DAILY;UNTIL=20261203']);
});

test('a second import mends a series of days that was taken with times, and its occurrences stay the same records', async () => {
  const app = await buildApp();
  onTestFinished(() => app.close());
  const KOREAN = ';TZID="Korea Standard Time"';
  const series = (...lines: string[]): string =>
    event(
      ...['UID:a', 'SUMMARY:A', `DTSTART${KOREAN}:20261201T000000`, `DTEND${KOREAN}:20261202T000000`, ...lines],
      'RRULE:FREQ=DAILY;UNTIL=20261202T150000Z',
    );
  const take = async (at: number, ...lines: string[]) => {
    const path = fileOf(KOREA, ...lines);
    const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', clock: () => NOW + at });
    return importInto(app.store, { source, now: NOW + at });
  };
  const days = async () => {
    const all = await app.store.find<EventRecord>(EVENTS.name, { trashed: false }, { sort: [['startsAt', 1]] });
    return all.map(({ _id, allDay, startsAt }) => [_id, allDay, new Date(startsAt).toISOString()]);
  };
  await take(1000, series());
  const before = await days();
  await take(2000, series('X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'));
  expect(await days()).toEqual(before.map(([id, , at]) => [id, true, at]));
});
