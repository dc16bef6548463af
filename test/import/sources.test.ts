import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FileDeps, fileSource } from '../../src/import/files/open.ts';
import type { Report } from '../../src/import/report.ts';
import { summary } from '../../src/import/summary.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { Imported } from '../../src/kinds/imports.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { lastRevision } from './calendars.ts';
import { importInto, type Run } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A calendar that takes files: their name and content. */
async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  let runs = 0;
  async function take(name: string, content: string, how: Partial<Run & FileDeps> = {}): Promise<Report> {
    const path = join(folder, name);
    writeFileSync(path, content);
    const source = await fileSource({
      path,
      language: 'en',
      zone: 'UTC',
      calendar: '',
      clock: () => app.clock.now,
      ...how,
    });
    runs += 1;
    return importInto(app.store, { source, now: app.clock.now + runs * 1000, ...how });
  }
  return { app, take };
}

interface Event {
  uid: string;
  start?: string;
  where?: string;
}

const range = (from: number, to: number): Event[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ uid: `e${from + at}` }));

/** An iCalendar file. */
const ics = (events: readonly Event[], { head = [] as string[] } = {}): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...head],
    ...events.flatMap(({ uid, start = '20270301T100000Z', where }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Event ${uid}`, `DTSTART:${start}`],
      ...(where === undefined ? [] : [`LOCATION:${where.replaceAll(',', '\\,')}`]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

const csv = (titles: readonly string[]): string =>
  ['Event Name,Event Start Date', ...titles.map((title) => `${title},2027-03-01`)].join('\n');

const titlesOf = (app: TestApp, list = 'events', name = 'title'): Promise<string[]> =>
  app
    .secondServer()(`/wp-json/calendar/events/v1/${list}?per_page=50&start_date=2020-01-01`, { as: 'administrator' })
    .then(({ body }) => body[list].map((each: Record<string, string>) => each[name]).sort());

describe('A file is the earlier source', () => {
  const TEN = range(1, 10);
  const NAMED = { head: ['X-WR-CALNAME:Chess'] };
  const HALLS = 'Venue Name,Venue Address\nTown Hall,Gran Via 1\nTown Hall,Plaza Mayor 1\nTown-Hall,';
  sampled(3).each<
    [string, [name: string, content: string][], [name: string, content: string], object, string, ('event' | 'venue')?]
  >([
    [
      'with the same records under another name',
      [['a.ics', ics(TEN)]],
      ['b.ics', ics(TEN)],
      { unchanged: 10 },
      'a.ics',
    ],
    ['of which it has half', [['a.ics', ics(TEN)]], ['b.ics', ics(range(6, 15))], { unchanged: 5, made: 5 }, 'a.ics'],
    [
      'but not of which it has less than half',
      [['a.ics', ics(TEN)]],
      ['a.ics', ics(range(7, 16))],
      { unchanged: 4, made: 6 },
      'a.ics 2',
    ],
    [
      'but not of which it has less than half of the venues',
      [['a.csv', 'Venue Name\nA\nB\nC\nD\n']],
      ['a.csv', 'Venue Name\nD\nE\nF\nG\n'],
      { unchanged: 1, made: 3 },
      'a.csv 2',
      'venue',
    ],
    [
      'that is a small part of it',
      [['a.ics', ics(range(1, 2))]],
      ['b.ics', ics(range(1, 40))],
      { unchanged: 2, made: 38 },
      'a.ics',
    ],
    [
      'with most of its records, whatever the names',
      [
        ['a.ics', ics(TEN)],
        ['b.ics', ics(range(11, 20))],
      ],
      ['a.ics', ics(range(8, 20))],
      { unchanged: 13 },
      'b.ics',
    ],
    [
      'of its name, between equals',
      [
        ['a.ics', ics(range(1, 4))],
        ['b.ics', ics(range(5, 8))],
      ],
      ['b.ics', ics(range(1, 8))],
      { unchanged: 8 },
      'b.ics',
    ],
    [
      'with the name of its calendar, between equals',
      [
        ['a.ics', ics(range(1, 4), NAMED)],
        ['b.ics', ics(range(5, 8))],
      ],
      ['b.ics', ics(range(1, 8), NAMED)],
      { unchanged: 8 },
      'a.ics',
    ],
    ['of its name, though nothing is in it', [['a.ics', ics(TEN)]], ['a.ics', ics([])], {}, 'a.ics'],
    [
      'of venues that share a name, under another name',
      [['a.csv', HALLS]],
      ['b.csv', HALLS],
      { unchanged: 3 },
      'a.csv',
      'venue',
    ],
    [
      'of rows under another name',
      [['a.csv', csv(['A', 'B', 'C'])]],
      ['b.csv', csv(['B', 'C', 'D'])],
      { unchanged: 2, made: 1 },
      'a.csv',
    ],
  ])('%s', async (_, before, [name, content], counts, source, kind = 'event') => {
    const { take } = await newCalendar();
    for (const each of before) await take(...each);
    const dry = await take(name, content, { dryRun: true });
    const report = await take(name, content);
    expect(report.source).toBe(source);
    expect(report.counts[kind] ?? {}).toMatchObject(counts);
    expect(report.conflicts).toEqual([]);
    expect(dry).toEqual({ ...report, dryRun: true });
  });

  test('that --as names, and only that', async () => {
    const { take } = await newCalendar();
    await take('a.ics', ics(TEN), { as: 'Chess' });
    expect(await take('b.ics', ics(range(11, 20)), { as: 'Chess' })).toMatchObject({ source: 'Chess', file: 'b.ics' });
    expect(await take('c.ics', ics(range(11, 19)))).toMatchObject({
      source: 'Chess',
      counts: { event: { unchanged: 9 } },
    });
  });

  test('of events, never of the venues that they name', async () => {
    const { take } = await newCalendar();
    await take('events.csv', 'Event Name,Event Start Date,Event Venue Name\nA,2027-03-01,Hall\nB,2027-03-01,Barn\n');
    expect((await take('events.csv', 'Venue Name\nHall\nBarn\n')).source).toBe('events.csv 2');
  });

  test('taken by an earlier version, which remembered its name with the records only', async () => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(TEN));
    for (const { _id } of await app.store.find('imports', { _id: { $gt: '' } }))
      await (/\/file$/.test(String(_id)) ? app.store.delete('imports', _id) : undefined);
    expect((await take('b.ics', ics(TEN))).source).toBe('a.ics');
  });
});

describe('Events of one UID', () => {
  /** A file with an event on each of these days of March; `!` stands for one whose day cannot be read. */
  const days = (text: string): string =>
    ics(text.split(' ').map((day) => ({ uid: 'e', start: day === '!' ? 'soon' : `202703${day.padStart(2, '0')}` })));
  const OCCURRENCE = 'RECURRENCE-ID:20270302T100000Z\r\nDTSTART:20270302T100000Z';
  const occurrence = ics([{ uid: 'e', start: '1' }]).replace('DTSTART:1', OCCURRENCE);
  const series = ics([{ uid: 'e' }]).replace('DTSTART', 'RRULE:FREQ=DAILY;COUNT=3\r\nDTSTART');

  sampled(5).each<[fact: string, runs: string[], counts: object]>([
    ['are the same in a second run', ['1 2 3', '1 2 3'], { unchanged: 3 }],
    ['stay the same when the first leaves', ['1 2 3', '2 3 4'], { unchanged: 2, made: 1, gone: 1 }],
    ['stay the same when only the last is left', ['1 2', '2'], { unchanged: 1, gone: 1 }],
    ['stay the same when only the first is left', ['1 2', '1'], { unchanged: 1, gone: 1 }],
    ['come back', ['1 2 3', '3', '1 2 3'], { unchanged: 3 }],
    ['are new when all before them have left', ['1 2', '2 3', '3', '4'], { made: 1, gone: 3 }],
    ['are new before the first', ['2 3', '1 2 3'], { unchanged: 2, made: 1 }],
    ['of which one was alone join it', ['2', '1 2 3'], { unchanged: 1, made: 2 }],
    ['join one that was alone when it leaves', ['2', '3 4'], { made: 2, gone: 1 }],
    ['follow one that is alone and moves', ['2', '3'], { updated: 1 }],
    ['are not gone where a start cannot be read', ['1 2 3', '1 3 !'], { unchanged: 2, refused: 1 }],
    ['are not gone where the only start left cannot be read', ['1 2', '!'], { refused: 1 }],
    ['are not gone where one that was alone cannot be read', ['1', '!'], { refused: 1 }],
  ])('%s', async (_, runs, counts) => {
    const { take } = await newCalendar();
    for (const [at, run] of runs.entries()) {
      const dry = at === runs.length - 1 ? await take('a.ics', days(run), { as: 'a', dryRun: true }) : undefined;
      const report = await take('a.ics', days(run), { as: 'a' });
      expect(dry?.counts ?? report.counts).toEqual(report.counts);
      expect(report.conflicts).toEqual([]);
      if (at === runs.length - 1) expect(report.counts.event).toEqual(counts);
    }
  });

  test.each([
    ['the UID', '1 2 3', '2 3', ['2027-03-02', '2027-03-03']],
    ['another start', '1 2 3', '1 3', ['2027-03-01', '2027-03-03']],
  ])('lose with --trash the one that is gone, with %s', async (_, before, after, left) => {
    const { app, take } = await newCalendar();
    await take('a.ics', days(before));
    expect((await take('a.ics', days(after), { trash: true })).counts.event).toEqual({ unchanged: 2, trashed: 1 });
    expect(await titlesOf(app, 'events', 'start_date')).toEqual(left.map((day) => `${day} 00:00:00`));
  });

  test('which an earlier version knew without a start keep their records', async () => {
    const { app, take } = await newCalendar();
    await take('a.ics', days('1 2 3'));
    const known = await app.store.find<Imported>('imports', { _id: { $gt: '' } });
    await app.store.put(
      'imports',
      known.map(({ start: _, ...its }) => its),
    );
    expect((await take('a.ics', days('2 3'))).counts.event).toEqual({ unchanged: 2, gone: 1 });
  });

  test('of which some were taken before their series came join it', async () => {
    const { take } = await newCalendar();
    expect((await take('a.ics', occurrence)).counts.event).toEqual({ made: 1 });
    const both = series.replace('END:VCALENDAR', occurrence.slice(occurrence.indexOf('BEGIN:VEVENT')));
    expect((await take('a.ics', both, { trash: 'all' })).counts.event).toEqual({ made: 2, updated: 1 });
  });
});

describe('An event that comes back', () => {
  const TEN = range(1, 10);
  const GONE = ics(TEN.slice(1));
  const here = ics(TEN.map((each) => ({ ...each, where: 'Hall, High Street 1' })));
  const moved = here.replace('UID:e1\r\nSUMMARY:Event e1', 'UID:e1\r\nSUMMARY:Event e1 again');

  /** A calendar without the first of ten events, which it had before. */
  async function calendarWithout(how: Partial<Run>) {
    const { app, take } = await newCalendar();
    await take('a.ics', here);
    const [{ _id }] = (await app.store.find<EventRecord>('events', { uid: 'e1' })) as [EventRecord];
    await take('a.ics', GONE, how);
    const write = (method: string, json?: object) =>
      app.rest(method, `/events/${_id}`, { as: 'administrator', ...(json && { json }) });
    return { app, take, write };
  }

  test.each([
    ['as it was', here, 'Event e1'],
    ['changed', moved, 'Event e1 again'],
  ])('%s is taken out of the trash into which --trash put it, with its venue', async (_, file, title) => {
    const { app, take } = await calendarWithout({ trash: 'all' });
    expect(await titlesOf(app, 'venues', 'venue')).toEqual([]);
    const dry = await take('a.ics', file, { dryRun: true });
    const report = await take('a.ics', file);
    expect(report.counts).toEqual({ event: { restored: 1, updated: 9 }, venue: { restored: 1 } });
    expect(dry.counts.event).toEqual(report.counts.event);
    expect(summary(report)).toContain('1 taken out of the trash');
    expect(await titlesOf(app)).toContain(title);
    expect(await titlesOf(app, 'venues', 'venue')).toEqual(['Hall']);
    expect((await take('a.ics', file)).counts.event).toEqual({ unchanged: 10 });
  });

  test.each<[string, Partial<Run>, (write: Awaited<ReturnType<typeof calendarWithout>>['write']) => Promise<unknown>]>([
    ['trashed it', {}, (write) => write('DELETE')],
    [
      'restored and trashed it again',
      { trash: 'all' },
      (write) => write('PATCH', { status: 'publish' }).then(() => write('DELETE')),
    ],
  ])('stays in the trash where somebody %s, until --theirs, and is told', async (_, how, act) => {
    const { app, take, write } = await calendarWithout(how);
    await act(write);
    const why = 'Somebody put it into the trash here.';
    for (const file of [here, here, moved])
      expect((await take('a.ics', file)).conflicts.map((each) => each.why)).toEqual([why]);
    expect(await titlesOf(app)).toHaveLength(9);
    expect((await take('a.ics', here, { winner: 'theirs' })).counts.event).toMatchObject({ restored: 1 });
    expect(await titlesOf(app)).toHaveLength(10);
  });

  test('stays in the trash with --ours, and is told no more', async () => {
    const { app, take, write } = await calendarWithout({});
    await write('DELETE');
    await take('a.ics', here, { winner: 'ours' });
    expect((await take('a.ics', here)).counts.event).toEqual({ unchanged: 10 });
    expect(await titlesOf(app)).toHaveLength(9);
  });

  test('is said to be in the trash where nothing tells who put it there', async () => {
    const { app, take, write } = await calendarWithout({});
    await write('DELETE');
    for (const { _id, ref } of await app.store.find<Imported>('imports', { _id: { $gt: '' } }))
      await (ref === 'e1' ? app.store.delete('imports', _id) : undefined);
    for (const _ of range(1, 2))
      expect((await take('a.ics', here)).conflicts.map(({ why }) => why)).toEqual(['It is in the trash here.']);
  });
});

test('a second run and a dry run say of unchanged records what is not taken of them, as the first does', async () => {
  const file = ics([{ uid: 'a' }, { uid: 'b', where: 'Hall, ana@mail.example' }])
    .replace('UID:a', 'UID:a\r\nSTATUS:TENTATIVE\r\nX-NOTE:Shoes\r\nURL:https://[a/')
    .replace('UID:b', 'UID:b\r\nGEO:1;2000\r\nURL:javascript:x');
  const { take } = await newCalendar();
  const dry = await take('a.ics', file, { dryRun: true });
  const first = await take('a.ics', file);
  expect(Object.keys(first.notTaken).sort()).toEqual([
    'GEO: no point of the earth.',
    'LOCATION: the e-mail address.',
    'STATUS:TENTATIVE: the event is taken as certain.',
    'URL: no web address.',
    'X-NOTE.',
    'website: Must be an absolute http, https, ftp, mailto or tel address.',
  ]);
  expect(dry.notTaken).toEqual(first.notTaken);
  for (const dryRun of [false, true]) {
    const again = await take('a.ics', file, { dryRun });
    expect(again.counts.event).toEqual({ unchanged: 2 });
    expect(again.notTaken).toEqual(first.notTaken);
  }
});

describe('With --trash', () => {
  const TEN = range(1, 10);
  const BAD = { uid: 'e1', start: 'soon' };
  test.each<[string, string, string, Partial<Run & FileDeps>, string[]]>([
    ['what is gone goes into the trash', ics(TEN), ics(range(4, 10)), {}, ['e1', 'e2', 'e3']],
    ['another calendar in a file of this name takes nothing', ics(TEN), ics(range(11, 20)), {}, []],
    [
      'events before --since stay',
      ics([{ uid: 'old', start: '20200101T100000Z' }, ...TEN]),
      ics(range(2, 10)),
      { since: '2026-01-01' },
      ['e1'],
    ],
  ])('%s', async (_, before, after, how, trashed) => {
    const { app, take } = await newCalendar();
    await take('basic.ics', before);
    const all = await titlesOf(app);
    await take('basic.ics', after, { trash: true, ...how });
    const now = new Set(await titlesOf(app));
    expect(all.filter((title) => !now.has(title))).toEqual(trashed.map((uid) => `Event ${uid}`));
  });

  test.each([
    ['breaks off', ics(range(1, 8)).replace(/END:VCALENDAR\s*$/, '')],
    ['is one long line', ics(range(1, 8)).replaceAll('\r\n', '\r')],
  ])('a file that %s takes nothing away, and that is told', async (_, cut) => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(TEN));
    const { gone, notTaken } = await take('a.ics', cut, { trash: true });
    expect([gone, Object.keys(notTaken)]).toEqual([
      [],
      expect.arrayContaining([
        'What comes after the end of the file: it has no END:VCALENDAR.',
        'What is gone there: the source is not complete.',
      ]),
    ]);
    expect(await titlesOf(app)).toHaveLength(10);
  });

  test.each(['CANCEL', 'REQUEST'])('a message with METHOD:%s says nothing of other events', async (method) => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(TEN));
    const { gone, counts } = await take('b.ics', ics(range(1, 8), { head: [`METHOD:${method}`] }), { trash: true });
    expect([gone, counts.event?.trashed]).toEqual([[], undefined]);
    expect(await titlesOf(app)).toHaveLength(10);
  });

  test('what a file of another name does not have stays, until --as says that it is the same', async () => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(range(1, 6)));
    const other = ics([...range(1, 3), ...range(7, 15)]);
    const { counts, notTaken } = await take('b.ics', other, { trash: true });
    expect(counts.event).toEqual({ unchanged: 3, made: 9, gone: 3 });
    expect(Object.keys(notTaken)).toEqual([expect.stringContaining('Say --as a.ics.')]);
    expect((await take('b.ics', other, { trash: true, as: 'a.ics' })).counts.event).toMatchObject({ trashed: 3 });
    expect(await titlesOf(app)).toHaveLength(12);
  });

  test('an event that is refused is not gone', async () => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(TEN));
    const report = await take('a.ics', ics([BAD, ...range(3, 10)]), { trash: true });
    expect(await titlesOf(app)).toContain('Event e1');
    expect(report.counts.event).toMatchObject({ refused: 1, unchanged: 8 });
  });

  test('venues stay, where --since leaves their events out, and where they were here before', async () => {
    const { app, take } = await newCalendar();
    await app.rest('POST', '/venues', { as: 'administrator', json: { venue: 'Ours' } });
    const OLD = { uid: 'old', start: '20200101T100000Z', where: 'Old Mill' };
    await take('a.ics', ics([OLD, { uid: 'new', where: 'Ours' }, ...TEN]));
    await take('a.ics', ics(TEN), { since: '2026-01-01', trash: true });
    expect(await titlesOf(app, 'venues', 'venue')).toEqual(['Old Mill', 'Ours']);
    await take('a.ics', ics(TEN), { trash: 'all' });
    expect(await titlesOf(app, 'venues', 'venue')).toEqual(['Ours']);
  });

  test.each([
    ['nothing is in the file', []],
    ['more than half are gone', range(7, 10)],
  ])('if %s, only --trash=all takes them, and a dry run says the same', async (_, left) => {
    const { app, take } = await newCalendar();
    await take('a.ics', ics(TEN));
    const before = await lastRevision(app.store);
    const why = `More than half are gone there (${10 - left.length} of 10 events), so --trash left them alone: --trash=all takes them`;
    for (const dryRun of [true, false])
      await expect(take('a.ics', ics(left), { trash: true, dryRun })).rejects.toThrow(why);
    expect(await lastRevision(app.store)).toBe(before);
    const report = await take('a.ics', ics(left), { trash: 'all' });
    expect(report.counts.event).toMatchObject({ trashed: 10 - left.length });
  });
});
