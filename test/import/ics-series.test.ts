import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { icsSource } from '../../src/import/files/ics.ts';
import { type FileDeps, fileSource } from '../../src/import/files/open.ts';
import type { Item, Part } from '../../src/import/item.ts';
import { recordKey, startOf } from '../../src/import/memory.ts';
import type { Report } from '../../src/import/report.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { SERIES, type SeriesRecord } from '../../src/kinds/series/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { servicesOf } from '../support/services.ts';
import { lastRevision } from './calendars.ts';
import { importInto, type Run } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'series-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.parse('2026-11-20T12:00:00Z');

const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

interface How {
  zone?: string;
  since?: string;
  now?: number;
}

let files = 0;
/** The events that a file tells, and what is not taken of it. */
async function told(content: string, { zone = 'UTC', since, now = NOW }: How = {}) {
  files += 1;
  const path = join(folder, `${files}.ics`);
  writeFileSync(path, content);
  const source = icsSource({ path, language: 'en', zone, since, clock: () => now });
  const parts: Part[] = [];
  for await (const part of source.parts(async () => new Set())) parts.push(part);
  const items = parts.flatMap((part) => part.items);
  return {
    events: items.filter(({ kind }) => kind === 'event'),
    left: [
      ...parts.flatMap(({ notTaken = [] }) => notTaken.map((each) => (typeof each === 'string' ? each : each.what))),
      ...items.flatMap(({ notTaken = [] }) => notTaken),
    ],
  };
}

interface Values {
  title: string;
  startsAt: number;
  endsAt: number;
  startDate?: string;
  endDate?: string;
  eventStatus: string | null;
  slug?: string;
}
const valuesOf = ({ said }: Item) => said[0].values as object as Values;
const utc = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z');

/** `2027-03-02T10:00Z/2027-03-02T11:00Z`, or its days. */
function whenOf(item: Item): string {
  const { startsAt, endsAt, startDate, endDate } = valuesOf(item);
  return startDate ? `${startDate}/${endDate}` : `${utc(startsAt)}/${utc(endsAt)}`;
}

/** All that tells an event: its reference, UID, time and title. */
const lineOf = (item: Item): string => {
  const { title, eventStatus } = valuesOf(item);
  return [item.ref, item.uid, whenOf(item), title, ...(eventStatus ? [eventStatus] : [])].join(' | ');
};

const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((each, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [each, ...rest]));

const ROMANCE = [
  ...['BEGIN:VTIMEZONE', 'TZID:Romance Standard Time', 'BEGIN:STANDARD', 'DTSTART:16011028T030000'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010325T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT', 'END:VTIMEZONE'],
].join('\r\n');

describe('in any order, each occurrence is an event in the shape of', () => {
  const MADRID = ';TZID=Europe/Madrid:';
  const ROME = ';TZID="Romance Standard Time":';
  sampled(2).each<[program: string, components: string[], events: string[]]>([
    [
      'Google: exceptions in UTC or a zone, one canceled, and EXDATE',
      [
        event(
          ...[`DTSTART${MADRID}20270316T190000`, `DTEND${MADRID}20270316T203000`, 'RRULE:FREQ=WEEKLY;WKST=MO;COUNT=5'],
          ...[`EXDATE${MADRID}20270323T190000`, 'UID:choir@google.example', 'SEQUENCE:2', 'SUMMARY:Choir'],
        ),
        event(
          ...['DTSTART:20270401T180000Z', 'DTEND:20270401T190000Z', 'UID:choir@google.example'],
          ...[`RECURRENCE-ID${MADRID}20270330T190000`, 'SUMMARY:Choir on Thursday'],
        ),
        event(
          ...['DTSTART:20270406T170000Z', 'DTEND:20270406T183000Z', 'UID:choir@google.example'],
          ...['RECURRENCE-ID:20270406T170000Z', 'SUMMARY:Choir', 'STATUS:CANCELLED'],
        ),
        'X-WR-TIMEZONE:Europe/Madrid',
      ],
      [
        'choir@google.example | choir@google.example | 2027-03-16T18:00Z/2027-03-16T19:30Z | Choir',
        'choir@google.example 2027-03-30T17:00:00Z | 20270330T170000Z-choir@google.example | 2027-04-01T18:00Z/2027-04-01T19:00Z | Choir on Thursday',
        'choir@google.example 2027-04-06T17:00:00Z | 20270406T170000Z-choir@google.example | 2027-04-06T17:00Z/2027-04-06T18:30Z | Choir | canceled',
        'choir@google.example 2027-04-13T17:00:00Z | 20270413T170000Z-choir@google.example | 2027-04-13T17:00Z/2027-04-13T18:30Z | Choir',
      ],
    ],
    [
      'Outlook: a zone of its own, the first changed, one canceled',
      [
        ROMANCE,
        event(
          ...[`DTSTART${ROME}20270610T100000`, `DTEND${ROME}20270610T110000`, 'UID:040000008200E0', 'SUMMARY:Budget'],
          'RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=2TH',
        ),
        event(
          ...['UID:040000008200E0', `RECURRENCE-ID${ROME}20270610T100000`, 'SUMMARY:Budget, early'],
          ...[`DTSTART${ROME}20270610T090000`, `DTEND${ROME}20270610T093000`],
        ),
        event(
          'UID:040000008200E0',
          `RECURRENCE-ID${ROME}20270708T100000`,
          'DTSTART:20270708T080000Z',
          'STATUS:CANCELLED',
        ),
      ],
      [
        '040000008200E0 | 040000008200E0 | 2027-06-10T07:00Z/2027-06-10T07:30Z | Budget, early',
        '040000008200E0 2027-08-12T08:00:00Z | 20270812T080000Z-040000008200E0 | 2027-08-12T08:00Z/2027-08-12T09:00Z | Budget',
      ],
    ],
    [
      'Apple: days, with an exception, and DURATION',
      [
        event(
          ...['DTSTART;VALUE=DATE:20270701', 'DURATION:P2D', 'RRULE:FREQ=YEARLY;UNTIL=20280701', 'UID:A-1'],
          ...['EXDATE;VALUE=DATE:20300701', 'SUMMARY:Fair'],
        ),
        event(
          ...['DTSTART;VALUE=DATE:20280708', 'DTEND;VALUE=DATE:20280709', 'UID:A-1'],
          ...['RECURRENCE-ID;VALUE=DATE:20280701', 'SUMMARY:Small fair'],
        ),
      ],
      [
        'A-1 | A-1 | 2027-07-01/2027-07-02 | Fair',
        'A-1 2028-07-01 | 20280701-A-1 | 2028-07-08/2028-07-08 | Small fair',
      ],
    ],
    [
      'Nextcloud: dates and periods without a rule, and an exception',
      [
        event(
          ...['UID:n-1', 'DTSTART;TZID=Europe/Berlin:20270702T190000', 'DURATION:PT1H30M', 'SUMMARY:Reading'],
          ...['RDATE;TZID=Europe/Berlin:20270801T190000,20270901T200000'],
          ...['RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20270805T190000/PT5H'],
        ),
        event('UID:n-1', 'RECURRENCE-ID:20270910T170000Z', 'DTSTART:20270910T170000Z', 'SUMMARY:More'),
      ],
      [
        'n-1 | n-1 | 2027-07-02T17:00Z/2027-07-02T18:30Z | Reading',
        'n-1 2027-08-01T17:00:00Z | 20270801T170000Z-n-1 | 2027-08-01T17:00Z/2027-08-01T18:30Z | Reading',
        'n-1 2027-08-05T17:00:00Z | 20270805T170000Z-n-1 | 2027-08-05T17:00Z/2027-08-05T18:30Z | Reading',
        'n-1 2027-09-01T18:00:00Z | 20270901T180000Z-n-1 | 2027-09-01T18:00Z/2027-09-01T19:30Z | Reading',
        'n-1 2027-09-10T17:00:00Z | 20270910T170000Z-n-1 | 2027-09-10T17:00Z/2027-09-10T17:00Z | More',
      ],
    ],
  ])('%s', async (_, components, expected) => {
    for (const order of ordersOf(components)) {
      const { events } = await told(calendar(...order));
      expect(events.map(lineOf).sort()).toEqual(expected.toSorted());
    }
  });
});

describe('an exception', () => {
  const times = ['UID:a', 'SUMMARY:A', 'DTSTART;TZID=Asia/Seoul:20270301T080000', 'RRULE:FREQ=DAILY;COUNT=3'];
  const days = ['UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=DAILY;COUNT=3'];
  const MASTERS = { times, days };
  test.each<[of: keyof typeof MASTERS, written: string, ref: string]>([
    ['times', ':20270301T230000Z', 'a 2027-03-01T23:00:00Z'],
    ['times', ';TZID=Asia/Seoul:20270302T080000', 'a 2027-03-01T23:00:00Z'],
    ['times', ';TZID=Europe/Madrid:20270302T000000', 'a 2027-03-01T23:00:00Z'],
    ['times', ':20270302T080000', 'a 2027-03-01T23:00:00Z'],
    ['times', ';VALUE=DATE:20270302', 'a 2027-03-01T23:00:00Z'],
    ['times', ':20270302', 'a 2027-03-01T23:00:00Z'],
    ['days', ';VALUE=DATE:20270302', 'a 2027-03-02'],
    ['days', ':20270302', 'a 2027-03-02'],
    ['days', ':20270302T000000', 'a 2027-03-02'],
    ['days', ':20270302T000000Z', 'a 2027-03-02'],
    ['days', ';TZID=Asia/Seoul:20270302T000000', 'a 2027-03-02'],
    ['days', ':20270301T230000Z', 'a 2027-03-02'],
  ])('of %s, named %s, is %s', async (of, written, ref) => {
    const exception = event('UID:a', `RECURRENCE-ID${written}`, 'DTSTART:20270305T100000Z', 'SUMMARY:B');
    const { events } = await told(calendar(event(...MASTERS[of]), exception), { zone: 'Europe/Madrid' });
    expect(events.map((item) => [item.ref, valuesOf(item).title])).toEqual([
      ['a', 'A'],
      [expect.stringMatching(/^a 2027-03-0[23]/), 'A'],
      [ref, 'B'],
    ]);
  });

  test('without its series is the same, but for its slug', async () => {
    const exception = event('UID:a', 'RECURRENCE-ID:20270301T230000Z', 'DTSTART:20270305T100000Z', 'SUMMARY:B');
    const [whole, alone] = [await told(calendar(event(...times), exception)), await told(calendar(exception))];
    expect(alone.events.map(lineOf)).toEqual(whole.events.slice(-1).map(lineOf));
    expect([...whole.events.slice(-1), ...alone.events].map((item) => valuesOf(item).slug)).toEqual([
      'b-2027-03-02',
      undefined,
    ]);
  });
});

describe('an occurrence', () => {
  const days = (...lines: string[]) => calendar(event('UID:a', 'SUMMARY:Día &amp; noche', ...lines));
  test.each<[fact: string, lines: string[], when: string[]]>([
    [
      'keeps the time and length of the clock when clocks change',
      [
        'DTSTART;TZID=Europe/Madrid:20270327T230000',
        'DTEND;TZID=Europe/Madrid:20270328T040000',
        'RRULE:FREQ=DAILY;COUNT=2',
      ],
      ['2027-03-27T22:00Z/2027-03-28T02:00Z', '2027-03-28T21:00Z/2027-03-29T02:00Z'],
    ],
    [
      'in the gap of summer time is later and lasts as long',
      ['DTSTART;TZID=Europe/Madrid:20270327T023000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=2'],
      ['2027-03-27T01:30Z/2027-03-27T02:00Z', '2027-03-28T01:30Z/2027-03-28T02:00Z'],
    ],
    [
      'in UTC stays there, whatever the calendar shows',
      ['DTSTART:20270321T180000Z', 'X-EVENT-TIMEZONE:Europe/Madrid', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['2027-03-21T18:00Z/2027-03-21T18:00Z', '2027-03-28T18:00Z/2027-03-28T18:00Z'],
    ],
    [
      'has the time that the rule names',
      ['DTSTART:20270301T100000Z', 'DTEND:20270301T110000Z', 'RRULE:FREQ=DAILY;BYHOUR=12;COUNT=2'],
      ['2027-03-01T12:00Z/2027-03-01T13:00Z', '2027-03-02T12:00Z/2027-03-02T13:00Z'],
    ],
    [
      'is left out by EXDATE as a day or in another zone',
      [
        ...['DTSTART:20270301T100000Z', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;VALUE=DATE:20270301'],
        'EXDATE;TZID=Asia/Seoul:20270303T190000',
      ],
      ['2027-03-02T10:00Z/2027-03-02T10:00Z', '2027-03-04T10:00Z/2027-03-04T10:00Z'],
    ],
  ])('%s', async (_, lines, when) => {
    expect((await told(days(...lines))).events.map(whenOf)).toEqual(when);
  });

  test('has its title and day as its slug, within 200 bytes, and a short UID', async () => {
    const uid = 'u'.repeat(900);
    const lines = ['DTSTART:20270301T100000Z', 'RRULE:FREQ=DAILY;COUNT=2'];
    const { events } = await told(calendar(event(`UID:${uid}`, `SUMMARY:${'한'.repeat(60)}`, ...lines)));
    expect(events[0]!.uid).toBe(uid);
    expect(events[1]!.uid).toMatch(/^20270302T100000Z-[\w-]{22}$/);
    expect([valuesOf(events[0]!).slug, valuesOf(events[1]!).slug]).toEqual([
      undefined,
      `${'한'.repeat(21)}-2027-03-02`,
    ]);
    expect((await told(days(...lines))).events.map((item) => valuesOf(item).slug)).toEqual([
      undefined,
      'dia-noche-2027-03-02',
    ]);
  });

  test('of an event without a UID is another event', async () => {
    const { events } = await told(calendar(event('SUMMARY:A', 'DTSTART:20270301T100000Z', 'RRULE:FREQ=DAILY;COUNT=3')));
    expect(new Set(events.map(({ ref }) => ref)).size).toBe(3);
  });
});

describe('are taken', () => {
  const from = (start: string, ...rest: string[]) => calendar(event('UID:a', 'SUMMARY:A', `DTSTART:${start}`, ...rest));
  const daysOf = (events: Item[]) => events.map((item) => utc(valuesOf(item).startsAt).slice(0, 10));
  const AFTER = 'Occurrences after 2028-11-20: import again later.';
  sampled(4).each<[what: string, file: string, how: How, count: number, first: string, last: string, left: string[]]>([
    [
      'weekly ones of 12 months and 24',
      from('20200107T100000Z', 'RRULE:FREQ=WEEKLY'),
      {},
      156,
      '2025-11-25',
      '2028-11-14',
      ['Occurrences before 2025-11-19.', AFTER],
    ],
    [
      'the last 200 past ones, and 730 in all',
      from('20200107T100000Z', 'RRULE:FREQ=DAILY'),
      {},
      730,
      '2026-05-05',
      '2028-05-03',
      ['Occurrences before 2026-05-05.', 'Occurrences after 2028-05-03: import again later.'],
    ],
    [
      'all of a rule that ends in time',
      from('20261201T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      {},
      3,
      '2026-12-01',
      '2026-12-15',
      [],
    ],
    [
      'those since a day',
      from('20200107T100000Z', 'RRULE:FREQ=YEARLY'),
      { since: '2023-01-01' },
      6,
      '2023-01-07',
      '2028-01-07',
      [AFTER],
    ],
    [
      'the last 200 past ones since a day of long ago',
      from('00010101T100000Z', 'RRULE:FREQ=YEARLY'),
      { since: '0001-01-01' },
      202,
      '1827-01-01',
      '2028-01-01',
      ['Occurrences before 1827-01-01.', AFTER],
    ],
    [
      'those since a day to come',
      from('20200107T100000Z', 'RRULE:FREQ=YEARLY;COUNT=9'),
      { since: '2027-06-01' },
      1,
      '2028-01-07',
      '2028-01-07',
      [],
    ],
    [
      'the first, however far ahead',
      from('20400107T100000Z', 'RRULE:FREQ=YEARLY'),
      {},
      1,
      '2040-01-07',
      '2040-01-07',
      ['Occurrences after 2040-01-07: import again later.'],
    ],
    [
      'none of a rule that ended long ago',
      from('20000107T100000Z', 'RRULE:FREQ=YEARLY;COUNT=5'),
      {},
      0,
      '',
      '',
      ['Occurrences before 2025-11-19.'],
    ],
    [
      'exceptions as far as those that they replace',
      calendar(
        event('UID:a', 'SUMMARY:A', 'DTSTART:20200107T100000Z', 'RRULE:FREQ=YEARLY;COUNT=10'),
        ...['20210107', '20270107', '20290107'].map((day) =>
          event('UID:a', `RECURRENCE-ID:${day}T100000Z`, `DTSTART:${day}T110000Z`, 'SUMMARY:B'),
        ),
      ),
      {},
      3,
      '2026-01-07',
      '2027-01-07',
      ['Occurrences before 2025-11-19.', AFTER],
    ],
  ])('%s', async (_, file, how, count, first, last, left) => {
    const found = await told(file, how);
    const days = daysOf(found.events);
    expect([days.length, days[0] ?? '', days.at(-1) ?? '', found.left]).toEqual([count, first, last, left]);
  });
});

describe('once only is taken an event', () => {
  const ONCE = 'The event is taken once, at its start.';
  test.each([
    ['FREQ=WEEKLY;BYMONTH=13', 'BYMONTH is 1 to 12.'],
    ['FREQ=HOURLY', 'FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'BYMONTH + BYMONTHDAY gives no date in ten years.'],
    ['FREQ=DAILY;BYHOUR=9,10', 'BYHOUR may have only one value.'],
    ['', 'A rule is parts such as FREQ=WEEKLY, with semicolons between them.'],
  ])('with the rule %s', async (rule, why) => {
    const lines = ['UID:a', 'SUMMARY:A', 'DTSTART:20270301T100000Z', `RRULE:${rule}`];
    const exception = event('UID:a', 'RECURRENCE-ID:20270308T100000Z', 'DTSTART:20270308T110000Z');
    const { events, left } = await told(calendar(event(...lines), exception));
    expect(events.map(({ ref }) => ref)).toEqual(['a', 'a 2027-03-08T10:00:00Z']);
    expect(left).toEqual([`RRULE: ${why} ${ONCE}`]);
    expect((await told(calendar(event(...lines)), { since: '2027-04-01' })).events).toEqual([]);
  });

  test('what else is not taken of an event that recurs is named', async () => {
    const { events, left } = await told(
      calendar(
        event(
          ...['UID:a', 'DTSTART:20270301T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=YEARLY'],
          ...['EXRULE:FREQ=YEARLY', 'RDATE;VALUE=PERIOD:20270305T100000Z/PT1H', 'EXDATE:soon'],
        ),
        event('UID:a', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20270302T100000Z', 'DTSTART:20270302T110000Z'),
      ),
    );
    expect(events.map(({ ref }) => ref)).toEqual(['a', 'a 2027-03-05T10:00:00Z', 'a 2027-03-02T10:00:00Z']);
    expect(left).toEqual([
      'RRULE: all but the first.',
      'EXRULE.',
      'RDATE: the ends of periods.',
      'EXDATE: dates that cannot be read.',
      'RECURRENCE-ID: RANGE=THISANDFUTURE: only this occurrence is changed.',
    ]);
  });
});

/** A calendar that takes files, and what it has: UIDs, times and titles by id. */
async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  let now = NOW;
  async function take(components: readonly string[], how: Partial<Run & FileDeps> = {}): Promise<Report> {
    const path = join(folder, how.as === undefined ? 'a.ics' : `${how.as}.ics`);
    writeFileSync(path, calendar(...components));
    now = Math.max(now + 1000, how.now ?? 0);
    const { as: _, ...others } = how;
    const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', clock: () => now, ...others });
    return importInto(app.store, { source, ...others, now });
  }
  async function events(): Promise<Map<number, string>> {
    const all = await app.store.find<EventRecord>(EVENTS.name, { trashed: false }, { sort: [['_id', 1]] });
    return new Map(all.map(({ _id, uid, startsAt, text }) => [_id, `${uid} ${utc(startsAt)} ${text.en?.title}`]));
  }
  /** Each series, and for each event what it has of it: its UID, its start by the rule, and what is its own. */
  async function series() {
    const all = await app.store.find<SeriesRecord>(SERIES.name, { trashed: false });
    const members = await app.store.find<EventRecord>(EVENTS.name, { trashed: false }, { sort: [['startsAt', 1]] });
    const nameOf = (id: number | undefined) => all.find(({ _id }) => _id === id)?.uid ?? '';
    return [
      ...all.map(({ uid, rule, rdates, exdates }) => [uid, rule ?? '', ...rdates, ...exdates].join(' ')),
      ...members.map(({ series: its, originalStartsAt, own = [], uid }) =>
        [uid, nameOf(its), originalStartsAt === undefined ? '' : utc(originalStartsAt), ...own].join(' ').trim(),
      ),
    ];
  }
  return { app, take, events, series };
}

const START = 'DTSTART;TZID=Europe/Madrid:20270302T190000';
const master = (...lines: string[]) => event('UID:a', 'SUMMARY:Choir', 'LOCATION:Hall', START, ...lines);
const exception = (id: string, ...lines: string[]) => event('UID:a', `RECURRENCE-ID${id}`, ...lines);
const ALONE = exception(';TZID=Europe/Madrid:20270309T190000', 'DTSTART:20270310T180000Z', 'SUMMARY:Moved');
const WEEKLY = 'RRULE:FREQ=WEEKLY;COUNT=4';

describe('a second run', () => {
  sampled(4).each<[what: string, after: string[], counts: object]>([
    ['of the same writes nothing', [master(WEEKLY), ALONE], { unchanged: 4 }],
    ['in another order writes nothing', [ALONE, master(WEEKLY)], { unchanged: 4 }],
    ['with more of them makes those', [master('RRULE:FREQ=WEEKLY;COUNT=6'), ALONE], { unchanged: 4, made: 2 }],
    ['with fewer trashes those', [master('RRULE:FREQ=WEEKLY;UNTIL=20270317'), ALONE], { unchanged: 3, trashed: 1 }],
    ['without a day trashes that', [master(WEEKLY, 'EXDATE:20270316T180000Z'), ALONE], { unchanged: 3, trashed: 1 }],
    ['without an exception changes that back', [master(WEEKLY)], { unchanged: 3, updated: 1 }],
    [
      'with another exception changes that',
      [master(WEEKLY), ALONE, exception(':20270316T180000Z', 'DTSTART:20270316T180000Z', 'SUMMARY:Other')],
      { unchanged: 3, updated: 1 },
    ],
    ['whose rule cannot be read trashes nothing', [master('RRULE:FREQ=NEVER'), ALONE], { unchanged: 2 }],
    [
      'whose start cannot be read trashes nothing',
      [master(WEEKLY).replace(':2027', ':x'), ALONE],
      { unchanged: 1, refused: 1 },
    ],
  ])('%s', async (_, after, counts) => {
    const { app, take, events } = await newCalendar();
    await take([master(WEEKLY), ALONE]);
    const [before, revision] = [await events(), await lastRevision(app.store)];
    expect((await take(after, { trash: true, dryRun: true })).counts.event).toEqual(counts);
    const report = await take(after, { trash: true });
    expect([report.counts.event, report.conflicts]).toEqual([counts, []]);
    const uids = (all: Map<number, string>) => [...all].map(([id, text]) => [id, text.split(' ')[0]!] as const);
    expect(uids(before)).toEqual(expect.arrayContaining(uids(await events()).filter(([id]) => before.has(id))));
    const isChanged = (await lastRevision(app.store)) !== revision;
    expect(isChanged).toBe(Object.keys(counts).some((each) => /made|updated|trashed/.test(each)));
  });

  test('a year later trashes no past occurrence, and makes those to come', async () => {
    const { take, events } = await newCalendar();
    const yearly = [event('UID:a', 'SUMMARY:Fair', 'DTSTART:20200301T100000Z', 'RRULE:FREQ=YEARLY')];
    expect((await take(yearly)).counts.event).toEqual({ made: 3 });
    const later = { now: Date.parse('2027-11-20T12:00:00Z'), trash: 'all' } as const;
    expect((await take(yearly, later)).counts.event).toEqual({ unchanged: 2, made: 1 });
    expect((await events()).size).toBe(4);
  });

  test('trashes no day at the edge, whatever the zone', async () => {
    const { take } = await newCalendar();
    const days = [event('UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;COUNT=9')];
    await take(days, { zone: 'Asia/Seoul' });
    const later = { now: Date.parse('2027-11-06T12:00:00Z'), trash: 'all', zone: 'Asia/Seoul' } as const;
    expect((await take(days, later)).counts.event).toEqual({ unchanged: 4 });
  });

  test('with --since trashes only from that day on', async () => {
    const { take } = await newCalendar();
    await take([master('RRULE:FREQ=WEEKLY;COUNT=8')]);
    const fewer = [master('RRULE:FREQ=WEEKLY;COUNT=8', 'EXDATE:20270309T180000Z,20270406T170000Z')];
    expect((await take(fewer, { since: '2027-03-20', trash: true })).counts.event).toEqual({
      unchanged: 4,
      trashed: 1,
    });
  });

  test.each([
    ['', [master('RRULE:FREQ=WEEKLY;COUNT=60').replace('20270302', '20240302'), ALONE]],
    ['that begins with an exception', [master(WEEKLY), exception(':20270302T180000Z', 'DTSTART:20270303T180000Z')]],
  ])('of a file under another name%s knows it again', async (_, file) => {
    const { take } = await newCalendar();
    const single = event('UID:b', 'SUMMARY:B', 'DTSTART:20270301T100000Z');
    await take([...file, single]);
    const report = await take([...file, single], { as: 'b' });
    expect([report.source, Object.keys(report.counts.event!)]).toEqual(['a.ics', ['unchanged']]);
  });
});

describe('what an earlier version took keeps its id and UID:', () => {
  test('the first occurrence', async () => {
    const { take, events } = await newCalendar();
    await take([master()]);
    const before = await events();
    expect((await take([master(WEEKLY)])).counts.event).toEqual({ updated: 1, made: 3 });
    expect([...(await events())].slice(0, 1)).toEqual([...before]);
  });

  test.each(['first', 'second'])('an occurrence that was alone, under its reference of then, the %s', async (which) => {
    const { app, take, events } = await newCalendar();
    const alone = { first: ALONE.replace('20270309', '20270302'), second: ALONE }[which]!;
    await take([alone]);
    // Then it had its start without the zone as its reference, and a UID that nothing else has.
    const ref = `a ${which === 'first' ? '2027-03-02' : '2027-03-09'}T19:00:00`;
    const known = await app.store.find<{ _id: string; ref?: string }>('imports', { _id: { $gt: '' } });
    const its = known.find(({ ref }) => ref?.startsWith('a '))!;
    await app.store.delete('imports', its._id);
    await app.store.put('imports', [{ ...its, _id: recordKey(startOf('a.ics'), 'event', ref), ref }]);
    const [record] = (await app.store.find<EventRecord>(EVENTS.name, { trashed: false })) as [EventRecord];
    await app.store.put(EVENTS.name, [{ ...record, uid: 'of-then' }]);
    const before = await events();
    const single = event('UID:b', 'SUMMARY:B', 'DTSTART:20270301T100000Z');
    for (const components of [[alone], [master(WEEKLY), alone], [master(WEEKLY), alone]]) {
      expect((await take([...components, single], { trash: 'all' })).conflicts).toEqual([]);
      expect([...(await events())]).toEqual(expect.arrayContaining([...before]));
    }
    expect((await events()).size).toBe(5);
    expect((await take([master(WEEKLY), single])).counts.event).toEqual({ unchanged: 4, updated: 1 });
    expect((await events()).get(record._id)).toMatch(/^of-then .* Choir$/);
  });
});

describe('an event that recurs is a series:', () => {
  const RULE = 'a FREQ=WEEKLY;COUNT=4';
  const [SECOND, THIRD, FOURTH] = ['0309T18', '0316T18', '0323T18'].map((at) => {
    const start = `2027-${at.slice(0, 2)}-${at.slice(2)}:00Z`;
    return `2027${at}0000Z-a a ${start}`;
  });
  const FIRST = 'a a 2027-03-02T18:00Z';
  const PLAIN = [RULE, FIRST, SECOND, THIRD, FOURTH];
  const OTHER = event('UID:b', 'SUMMARY:B', 'DTSTART:20270301T100000Z');
  const later = master(WEEKLY).replace('T190000', 'T200000');
  // Some programs divide a series so: both parts have its UID.
  const TWO = 'RRULE:FREQ=WEEKLY;COUNT=2';
  const late = (...lines: string[]) =>
    event('UID:a', 'SUMMARY:Late choir', START.replace('02T190000', '18T203000'), ...lines);
  const ofLate = (...starts: string[]) =>
    starts.map((start) => `${start.replace(/[-:]/g, '').replace('Z', '00Z')}-a 20270318T193000Z-a ${start}`);
  const LATE = ofLate('2027-03-18T19:30Z', '2027-03-25T19:30Z');
  const BOTH = ['a FREQ=WEEKLY;COUNT=2', '20270318T193000Z-a FREQ=WEEKLY;COUNT=2', FIRST, SECOND, ...LATE];
  sampled(5).each<[what: string, files: string[][], expected: (string | undefined)[]]>([
    ['the rule alone', [[master(WEEKLY)]], PLAIN],
    [
      'with an exception before it',
      [[ALONE, master(WEEKLY)]],
      [RULE, FIRST, `${SECOND} times venues en.title`, THIRD, FOURTH],
    ],
    [
      'with an exception that came first',
      [[ALONE], [ALONE, master(WEEKLY)]],
      [RULE, FIRST, `${SECOND} times venues en.title`, THIRD, FOURTH],
    ],
    ['with an exception that went', [[master(WEEKLY), ALONE], [master(WEEKLY)]], PLAIN],
    [
      'with a canceled one',
      [
        [
          master(WEEKLY),
          exception(
            ':20270309T180000Z',
            'SUMMARY:Choir',
            START.replace('02T', '09T'),
            'LOCATION:Hall',
            'STATUS:CANCELLED',
          ),
        ],
      ],
      [RULE, FIRST, `${SECOND} eventStatus`, THIRD, FOURTH],
    ],
    [
      'with a canceled one without a title',
      [[exception(':20270309T180000Z', START.replace('02T', '09T'), 'STATUS:CANCELLED'), master(WEEKLY)]],
      [`${RULE} 2027-03-09 19:00:00`, FIRST, THIRD, FOURTH],
    ],
    ['when a single one becomes its first', [[master()], [master(WEEKLY)]], PLAIN],
    [
      'with another rule and day',
      [[master(WEEKLY)], [master('RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20270401T170000Z')]],
      ['a FREQ=WEEKLY;COUNT=3 2027-04-01 19:00:00', FIRST, SECOND, THIRD, '20270401T170000Z-a a 2027-04-01T17:00Z'],
    ],
    [
      'without a day',
      [[master(WEEKLY)], [master(WEEKLY, 'EXDATE:20270316T180000Z')]],
      [`${RULE} 2027-03-16 19:00:00`, FIRST, SECOND, FOURTH],
    ],
    [
      'whose time changes, which keeps UIDs',
      [[master(WEEKLY)], [later]],
      [RULE, ...[FIRST, SECOND, THIRD, FOURTH].map((line) => line?.replace('T18:00Z', 'T19:00Z'))],
    ],
    ['beside another of its UID', [[master(TWO), late(TWO)]], BOTH],
    ['after another of its UID', [[late(TWO), master(TWO)]], [BOTH[1]!, BOTH[0]!, ...BOTH.slice(2)]],
    ['that gets another of its UID', [[master(TWO)], [master(TWO), late(TWO)]], BOTH],
    [
      'that loses another of its UID',
      [[master(TWO), late(TWO)], [master(TWO)]],
      ['a FREQ=WEEKLY;COUNT=2', FIRST, SECOND],
    ],
    [
      'beside another of its UID, with exceptions of both, and one of neither',
      [
        [
          ...[exception(':20270325T193000Z', 'DTSTART:20270326T193000Z', 'SUMMARY:Friday'), late(TWO), ALONE],
          ...[exception(':20270401T170000Z', 'DTSTART:20270401T170000Z', 'SUMMARY:More'), master(TWO)],
        ],
      ],
      [
        ...[BOTH[1]!, BOTH[0]!, FIRST],
        `${SECOND} times venues en.title`,
        LATE[0],
        `${LATE[1]} times en.title`,
        '20270401T170000Z-a a 2027-04-01T17:00Z times venues en.title',
      ],
    ],
    ['that becomes single again', [[master(WEEKLY)], [master()]], ['a']],
    ['that goes', [[master(WEEKLY), ALONE, OTHER], [OTHER]], ['b']],
    [
      'that goes and comes back',
      [[master(WEEKLY), OTHER], [OTHER], [master(WEEKLY), OTHER]],
      [RULE, 'b', ...PLAIN.slice(1)],
    ],
  ])('%s', async (_, files, expected) => {
    const { app, take, series, events } = await newCalendar();
    const ids = new Map<string, number>();
    for (const components of files) {
      await take(components, { trash: 'all' });
      for (const [id, text] of await events()) {
        const uid = text.split(' ')[0]!;
        expect(ids.get(uid) ?? id).toBe(id);
        ids.set(uid, id);
      }
    }
    expect(await series()).toEqual(expected);
    const revision = await lastRevision(app.store);
    const report = await take(files.at(-1)!, { trash: 'all' });
    expect([await lastRevision(app.store), report.conflicts, report.refused]).toEqual([revision, [], []]);
  });

  test('the daily job goes on from there, and an import takes what it made as its own', async () => {
    const { app, take, series } = await newCalendar();
    const endless = 'RRULE:FREQ=MONTHLY';
    await take([master(endless)]);
    const now = NOW + 70 * 86_400_000;
    expect((await series()).length).toBe(22);
    await servicesOf(app.store, randomUUID).services.series.extend(now, () => {});
    const made = await series();
    expect(made.length).toBe(24);
    expect((await take([master(endless)], { now, trash: true })).counts.event).toEqual({ unchanged: 23 });
    await take([master(endless, 'SEQUENCE:1').replace('Choir', 'Singing')], { now, trash: true });
    expect(await series()).toEqual(made);
    // Then nothing of the series changes, but there are more of its occurrences.
    const [later, muchLater] = [70, 140].map((days) => now + days * 86_400_000) as [number, number];
    await take([master(endless)], { now: later, trash: true });
    await take([master(endless)], { now: muchLater, trash: true });
    const all = await series();
    expect(all.length).toBeGreaterThan(made.length + 3);
    expect(await servicesOf(app.store, randomUUID).services.series.extend(muchLater, () => {})).toBe(0);
    expect(await series()).toEqual(all);
  });
});

/** A change of a series or of one of its occurrences by an editor. */
async function changed(app: TestApp, name: string, input: object): Promise<void> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { done: ${name}(input: $input) { userErrors { code message } } }`;
  const { body } = await app.graphql(query, { input }, { as: 'administrator' });
  expect([name, body.data.done.userErrors]).toEqual([name, []]);
}

test.each<[what: string, name: string, of: 'june' | 'series', values: object, left: number]>([
  ['was divided', 'updateEvent', 'june', { title: 'Choir in spring', scope: 'FOLLOWING' }, 21],
  ['was ended by a deletion', 'deleteEvent', 'june', { scope: 'FOLLOWING' }, 3],
  ['has a rule that ends', 'updateSeries', 'series', { rule: 'FREQ=MONTHLY;UNTIL=20270601' }, 3],
])('a series that %s here gets no occurrence back that it does not give', async (_, name, of, values, left) => {
  const { app, take, events } = await newCalendar();
  const monthly = master('RRULE:FREQ=MONTHLY');
  await take([monthly]);
  const [june] = [...(await events())].find(([, text]) => text.includes(' 2027-06-02'))!;
  const [series] = await app.store.find<SeriesRecord>(SERIES.name, {});
  const ids = { june, series: series!._id };
  await changed(app, name, { ref: { databaseId: ids[of] }, ...values });
  const before = await events();
  expect(before.size).toBe(left);
  const report = await take([monthly], { now: NOW + 200 * 86_400_000 });
  expect([report.counts.event?.made, await events()]).toEqual([undefined, before]);
  expect(new Set(report.conflicts.map(({ why }) => why))).toContain(
    'Its series was changed here, and does not give it.',
  );
});

test('a series whose record is gone here is told, and ends no import that has more occurrences of it', async () => {
  const { app, take } = await newCalendar();
  await take([master(WEEKLY)]);
  const [record] = await app.store.find(SERIES.name, {});
  await app.store.delete(SERIES.name, record!._id);
  const report = await take([master('RRULE:FREQ=WEEKLY;COUNT=5'), event('UID:b', 'SUMMARY:B', START)]);
  expect(report.conflicts).toEqual([expect.objectContaining({ kind: 'series', why: 'It was deleted here.' })]);
  expect([report.refused, report.counts.event]).toEqual([[], { unchanged: 4, made: 2 }]);
});

test('a series whose rule misses its first start changes, goes and comes back like others', async () => {
  const { app, take, events } = await newCalendar();
  await take([event('UID:a', 'SUMMARY:Choir', START, 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=4')]);
  const ref = { databaseId: 1 };
  await changed(app, 'updateSeries', { ref, title: 'Singing' });
  await changed(app, 'addOccurrence', { ref, date: '2027-04-02' });
  const all = await events();
  expect([...all.values()].map((each) => each.split(' ').slice(1).join(' '))).toEqual([
    ...['2027-03-02T18:00Z Singing', '2027-03-04T18:00Z Singing', '2027-03-11T18:00Z Singing'],
    ...['2027-03-18T18:00Z Singing', '2027-04-02T17:00Z Singing'],
  ]);
  await changed(app, 'deleteSeries', { ref });
  expect((await events()).size).toBe(0);
  await changed(app, 'restoreSeries', { ref });
  expect(await events()).toEqual(all);
});
