import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ColumnNames, readColumnNames } from '../../src/import/files/csv-columns.ts';
import { dateForm } from '../../src/import/files/dates.ts';
import { type FileDeps, fileSource } from '../../src/import/files/open.ts';
import { isNamedHere } from '../../src/import/find.ts';
import type { Report } from '../../src/import/report.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { lastRevision } from './calendars.ts';
import { importInto, type Run } from './support.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  app = await buildApp();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const take = async (path: string, how: Partial<FileDeps> = {}, more: Partial<Run> = {}): Promise<Report> =>
  importInto(app.store, {
    source: await fileSource({
      path,
      language: 'en',
      zone: 'UTC',
      calendar: '',
      clock: () => Date.parse('2026-11-20'),
      ...how,
    }),
    ...more,
  });

interface Named {
  name?: string;
  organizer?: string;
}

let files = 0;
function fileOf(content: string | Buffer, ending = 'csv'): string {
  files += 1;
  const path = join(folder, `file-${files}.${ending}`);
  writeFileSync(path, content);
  return path;
}

const eventsCalled = async (title: string) =>
  (
    await app.rest('GET', `/events?start_date=2000-01-01&end_date=2100-01-01&search="${title}"`, {
      as: 'administrator',
    })
  ).body.events;

/** Takes a file again, after which nothing is another. */
async function expectNothingNew(take: () => Promise<Report>): Promise<void> {
  const before = await lastRevision(app.store);
  const { counts } = await take();
  expect(
    Object.values(counts)
      .flatMap((its) => Object.keys(its))
      .filter((each) => each !== 'refused'),
  ).not.toContain('made');
  expect(await lastRevision(app.store)).toBe(before);
}

describe('CSV with the names of the plug-in', () => {
  const HEADER = [
    ...['event start date', 'EVENT NAME', 'Event Venue Name', 'Event Organizer Name(s) or ID(s)', 'Event Start Time'],
    ...['Event End Date', 'Event End Time', 'All Day Event', 'Event Cost', 'Event Currency Symbol', 'Event Category'],
    ...['Event Tags', 'Event Website', 'Event Description', 'Event Featured Image', 'Mood'],
  ].join(',');
  const ROWS = [
    '2027-02-01,Lantern walk,Green Hall,"Ada Bell, 311",18:00,2027-02-01,20:30,no,12,£,"Walks, Winter",night,https://walk.example,"Two ""lines""\nof text",https://walk.example/l.jpg,calm',
    '2027/2/2,Short row',
    '2027.02.03,Long row,,,9:00,,10:00,,,,,,,,,,more,and more',
    'soon,Bad start,,,9:00',
    '2027-02-30,No such day,,,9:00',
    '2027-02-04,Bad time,,,25:99',
    ',,,,,,,,,,,,,,,',
    '2027-02-05,Bad end,,,9:00,later',
    '2027-02-06,,Green Hall',
    '2027-02-07,Ends before,,,9:00,2027-02-06,10:00',
    '2027-02-08,Whole day,Green Hall,,9:00,2027-02-09,,yes,Free',
  ];

  test('in any order, with rows of any length: rows that can be are there, others are told', async () => {
    const path = fileOf(`\uFEFF${[HEADER, ...ROWS].join('\r\n')}\r\n`);
    const report = await take(path);
    const [walk] = await eventsCalled('Lantern walk');
    expect(walk).toMatchObject({
      ...{ start_date: '2027-02-01 18:00:00', end_date: '2027-02-01 20:30:00', all_day: false, cost: '£12' },
      ...{ website: 'https://walk.example', venue: { venue: 'Green Hall' }, organizer: [{ organizer: 'Ada Bell' }] },
      ...{ tags: [{ name: 'night' }], image: { url: 'https://walk.example/l.jpg' } },
    });
    expect(walk.description).toContain('Two "lines"<br />\nof text');
    expect(walk.categories.map(({ name }: { name: string }) => name)).toEqual(['Walks', 'Winter']);
    const [short] = await eventsCalled('Short row');
    expect(short).toMatchObject({ all_day: true, start_date: '2027-02-02 00:00:00' });
    expect((await eventsCalled('Long row'))[0]).toMatchObject({ end_date: '2027-02-03 10:00:00' });
    expect((await eventsCalled('Whole day'))[0]).toMatchObject({
      all_day: true,
      cost: 'Free',
      venue: { id: walk.venue.id },
    });
    expect(report.counts.event).toEqual({ made: 5, refused: 5 });
    expect(report.refused.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'Bad start (line 6, column 1): "soon" is no start date.',
      'No such day (line 7, column 1): "2027-02-30" is no start date.',
      'Bad end (line 10, column 6): "later" is no end date.',
      'Bad time (line 8, column 5): startDate: Must be a date and time, such as 2026-12-24 10:00. endDate: Must be a date and time, such as 2026-12-24 10:00.',
      'event (line 11, column 2): title: Must not be empty.',
    ]);
    expect(report.notTaken).toMatchObject({
      'The column Mood.': { records: 1 },
      'Cells in a column without a name.': { records: 1, of: 'Long row (line 5)' },
      'Ids of organizers of another site.': { records: 1, of: 'Lantern walk (line 2)' },
      'The end: it is before the start.': { records: 1, of: 'Ends before (line 12)' },
    });
    await expectNothingNew(() => take(path));
  });

  test('of venues and organizers fill those that events have named, where theirs are wanted', async () => {
    const columns =
      'Venue Name;Venue Address;Venue Address 2;Venue City;Venue State/Province;Venue Country;Venue Zip;Venue Show Map';
    const path = fileOf(
      [columns, 'Green Hall;1 High St;Floor 2;Leeds;MA;United States;01234;yes', 'Red Barn'].join('\n'),
    );
    expect((await take(path)).conflicts).toEqual([
      { kind: 'venue', what: 'Green Hall (line 2)', why: 'It is here already, with other contents.' },
    ]);
    await take(path, {}, { winner: 'theirs' });
    const found = (await app.rest('GET', '/venues?search=Green')).body.venues;
    expect(found).toMatchObject([
      { venue: 'Green Hall', address: '1 High St, Floor 2', city: 'Leeds', state: 'MA', zip: '01234', show_map: true },
    ]);
    await take(
      fileOf('Organizer Name\tOrganizer Email\tOrganizer Phone\nAda Bell\tada@example.org\t+44 113 000\n'),
      {},
      { winner: 'theirs' },
    );
    const [ada] = (await app.rest('GET', '/organizers?search=Ada', { as: 'administrator' })).body.organizers;
    expect(ada).toMatchObject({ organizer: 'Ada Bell', email: 'ada@example.org', phone: '+44 113 000' });
  });

  const rows = (header: string, ...lines: string[]) => fileOf([header, ...lines].join('\n'));

  sampled(2).each<[string, string, string, object]>([
    ['a line about the separator', 'sep=;\nEvent Name;Event Start Date', 'S1;2027-06-01', { all_day: true }],
    [
      'date and time in one column',
      'Event Name,Event Start Date,Event End Date',
      'S2,2027-06-01 19:00,2027-06-01T21:30',
      { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:30:00' },
    ],
    [
      'times as Koreans write them',
      'Event Name,Event Start Date,Event Start Time,Event End Time',
      'S3,2027-06-01,오전 9:00,오후 7:00',
      { start_date: '2027-06-01 09:00:00', end_date: '2027-06-01 19:00:00' },
    ],
    [
      'times as Spaniards write them',
      'Event Name,Event Start Date,Event Start Time,Event End Time',
      'S4,2027-06-01,9:00 a. m.,7:00 p. m.',
      { start_date: '2027-06-01 09:00:00', end_date: '2027-06-01 19:00:00' },
    ],
    [
      'times of a day of 24 hours with am and pm',
      'Event Name,Event Start Date,Event Start Time,Event End Time',
      'S4b,June 1 2027,00:30 AM,13:00 PM',
      { start_date: '2027-06-01 00:30:00', end_date: '2027-06-01 13:00:00' },
    ],
    [
      'names with commas or digits alone, between quotation marks',
      'Event Name,Event Start Date,Event Organizer Name(s) or ID(s),Event Category',
      'S5,2027-06-01,"""Woodhouse, Chelsea S."", Ada Bell","""2027"", Walks"',
      {
        organizer: [{ organizer: 'Woodhouse, Chelsea S.' }, { organizer: 'Ada Bell' }],
        categories: [{ name: '2027' }, { name: 'Walks' }],
      },
    ],
    [
      'tags and line breaks in names',
      'Event Name,Event Start Date,Event Venue Name',
      '"S6 <em>Hamlet</em>\tin\nfull",2027-06-01,<b>Old</b> Mill',
      { title: 'S6 Hamlet in full', venue: { venue: 'Old Mill' } },
    ],
  ])('%s are read', async (_, header, row, shown) => {
    expect((await take(rows(header, row))).refused).toEqual([]);
    expect((await eventsCalled(row.replaceAll('"', '').slice(0, 2)))[0]).toMatchObject(shown);
  });

  test.each<[string, string, string[], object]>([
    [
      'a category whose name is a number, by the mark of the plug-in',
      'Event Name,Event Start Date,Event Category',
      ['T3,2027-06-01,2026%n'],
      { counts: { event: { made: 1 }, category: { made: 1 } }, notTaken: {} },
    ],
    [
      'ids of categories, and images that are no address',
      'Event Name,Event Start Date,Event Category,Event Featured Image',
      ['T1,2027-06-01,"12, Walks",77'],
      {
        notTaken: {
          'Ids of categories of another site.': { records: 1, of: 'T1 (line 2)' },
          'The image: its cell is no address.': { records: 1, of: 'T1 (line 2)' },
        },
      },
    ],
    [
      'rows that are one event',
      'Event Name,Event Start Date,Event Cost',
      ['T2,2027-06-01,1', 'T2,2027-06-01,2'],
      { counts: { event: { made: 1 } }, notTaken: { 'The same once more.': { records: 1, of: 'T2 (line 3)' } } },
    ],
    [
      'columns beyond a hundred, by their number alone',
      ['Event Name,Event Start Date', ...Array.from({ length: 20_000 }, (_, at) => `C${at}`)].join(),
      ['T4,2027-06-01'],
      { notTaken: { 'The column C99.': { records: 1 }, '19,900 more columns.': { records: 1 } } },
    ],
  ])('the report names %s', async (_, header, lines, report) => {
    expect(await take(rows(header, ...lines))).toMatchObject(report);
  });

  test('a corrected start time is a change; two events of a day stay two', async () => {
    const header = 'Event Name,Event Start Date,Event Start Time';
    const path = rows(header, 'U1,2027-06-01,10:00', 'U2,2027-06-01,10:00', 'U2,2027-06-01,14:00');
    expect((await take(path)).counts.event).toEqual({ made: 3 });
    writeFileSync(path, [header, 'U1,2027-06-01,11:00', 'U2,2027-06-01,10:00', 'U2,2027-06-01,15:00'].join('\n'));
    expect((await take(path)).counts.event).toEqual({ updated: 2, unchanged: 1 });
    const starts = async (title: string) =>
      (await eventsCalled(title)).map(({ start_date: start }: { start_date: string }) => start.slice(11, 16));
    expect([await starts('U1'), await starts('U2')]).toEqual([['11:00'], ['10:00', '15:00']]);
  });

  test('a cell that is the name of a record here is that name, with its commas', async () => {
    for (const [path, json] of [
      ['/categories', { name: 'Jazz, Blues' }],
      ['/organizers', { organizer: 'Woodhouse, Chelsea T.' }],
    ] as const)
      expect((await app.rest('POST', path, { as: 'administrator', json })).status).toBe(201);
    const header = 'Event Name,Event Start Date,Event Organizer Name,Event Category,Event Tags';
    const path = rows(header, 'V1,2027-06-01,"woodhouse, chelsea t.","Jazz, Blues","a, b"');
    await take(path, { isNamed: (kind, name) => isNamedHere(app.store, kind, name) });
    expect((await eventsCalled('V1'))[0]).toMatchObject({
      ...{ organizer: [{ organizer: 'Woodhouse, Chelsea T.' }], categories: [{ name: 'Jazz, Blues' }] },
      tags: [{ name: 'a' }, { name: 'b' }],
    });
  });

  test.each([
    ['before', (quoted: string, plain: string) => [quoted, plain]],
    ['behind', (quoted: string, plain: string) => [plain, quoted]],
  ])('a cell is the name quoted %s it, and a second run writes nothing', async (at, rowsIn) => {
    const header = 'Event Name,Event Start Date,Event Organizer Name,Event Category,Event Tags';
    const name = (list: string): string => `${list}, ${at}`;
    const path = rows(
      header,
      ...rowsIn(
        `W ${at},2027-06-01,"""${name('Ada')}"", Bea","""<b>${name('Jazz')}</b>""","""${name('new')}"""`,
        `W ${at},2027-06-02,"${name('Ada')}","${name('Jazz').replace(' ', '  ')}","${name('new')}"`,
      ),
    );
    const isNamed: FileDeps['isNamed'] = (kind, its) => isNamedHere(app.store, kind, its);
    await take(path, { isNamed });
    const said = (await eventsCalled(`W ${at}`)).map(({ organizer, categories, tags }: Record<string, Named[]>) =>
      [organizer, categories, tags].map((all) => all!.map((each) => each.organizer ?? each.name)),
    );
    const others = [[name('Jazz')], [name('new')]];
    expect(said).toEqual([
      [[name('Ada'), 'Bea'], ...others],
      [[name('Ada')], ...others],
    ]);
    await expectNothingNew(() => take(path, { isNamed }));
  });

  test.each([
    ['m/d/Y', '2/9/2027', '2027-02-09'],
    ['d.m.Y', '9.2.2027', '2027-02-09'],
    ['d/m/y', '09/02/27', '2027-02-09'],
    ['Y年m月d日', '2027年2月9日', '2027-02-09'],
  ])('dates of the form %s are read where it is said', (form, cell, day) => {
    expect(dateForm(form)?.read(cell)).toBe(day);
  });

  test('columns have the names that somebody gives them, and what the file has not is named', async () => {
    const path = fileOf('Nombre;Fecha (día);Aula\nDe otro nombre;2027-02-09;La sala\n');
    await expect(take(path)).rejects.toThrow('--columns says which is which');
    const columns = readColumnNames(
      'nombre=Event Name,Fecha día=Event Start Date,Sala=Event Venue Name',
    ) as ColumnNames;
    const { notTaken } = await take(path, { columns });
    expect((await eventsCalled('De otro nombre'))[0].start_date).toBe('2027-02-09 00:00:00');
    expect(Object.keys(notTaken)).toEqual(expect.arrayContaining(['The column Aula.', 'The column sala.']));
  });

  test.each([
    ['Spanish', 'NOMBRE DEL EVENTO;Fecha de inicio del evento;Evento de todo el dia;Nombre del lugar del evento', 'sí'],
    ['Korean', '이벤트 이름;이벤트 시작 날짜;종일 이벤트;행사 장소', '예'],
    ['brief English', 'Title;Start;All Day Event;Location', 'yes'],
    ['brief Spanish', 'Nombre;Fecha de inicio;Evento de todo el día;Lugar', 'sí'],
    ['brief Korean', '제목;시작일;종일 행사;장소', '예'],
  ])('columns have the names of the plug-in in %s', async (language, header, yes) => {
    const { notTaken } = await take(fileOf(`${header}\nIn ${language};2027-02-09;${yes};Sala ${language}\n`));
    const [event] = await eventsCalled(`In ${language}`);
    const found = { start_date: '2027-02-09 00:00:00', all_day: true, venue: { venue: `Sala ${language}` } };
    expect([event, notTaken]).toMatchObject([found, {}]);
  });

  test.each([
    ['csv', 'Event Name,Event Start Date,Event Start Time\nUnzoned csv,2027-06-01,10:00\n'],
    [
      'ics',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:unzoned\nSUMMARY:Unzoned ics\nDTSTART:20270601T100000\nEND:VEVENT\nEND:VCALENDAR\n',
    ],
  ])('times of a .%s file without a zone are told, and move with that of a later run', async (form, content) => {
    const path = fileOf(content, form);
    const first = await take(path, { unzoned: 'Nobody gave a zone.' });
    expect(Object.entries(first.notTaken)).toMatchObject([['Nobody gave a zone.', { records: 1 }]]);
    const zone = 'Europe/Madrid';
    expect((await take(path, { zone })).counts).toEqual({ event: { updated: 1 } });
    const shown = { start_date: '2027-06-01 10:00:00', utc_start_date: '2027-06-01 08:00:00', timezone: zone };
    expect(await eventsCalled(`Unzoned ${form}`)).toMatchObject([shown]);
  });

  test.each(['Nombre', 'Nombre=', 'Nombre=Event', '=Event Name', 'a=b=Event Name'])(
    '--columns %s is refused in one line, which names it',
    (text) => {
      expect(readColumnNames(text)).toBe(
        `--columns has ${JSON.stringify(text)}; it must be a name in the file, = and one of the plug-in, such as Event Name.`,
      );
    },
  );

  test.each<[string, string | Buffer, RegExp]>([
    ['is empty', '', /^file-\d+\.csv is empty$/],
    ['has no start', 'Name,When\nX,Y\n', /, line 1: None of the columns is the start of events .+: Name, When\. --col/],
    ['has no name', 'Who,Start\nX,Y\n', /, line 1: None of the columns is a name .+: Who, Start\. --columns says/],
    [
      'is no UTF-8',
      Buffer.from('Event Name,Event Start Date\nCaf\xe9,2027-01-01\n', 'latin1'),
      /, line 2, column 4: This is no UTF-8/,
    ],
    [
      'opens a cell and never closes it',
      'Event Name,Event Start Date\n"Open,2027-01-01\n',
      /, line 2: A quotation mark opens a cell/,
    ],
  ])('a file that %s is refused in one line', async (_, content, said) => {
    await expect(take(fileOf(content))).rejects.toThrow(said);
  });
});

const ICS = (name: string): string => fileURLToPath(new URL(`ics/${name}.ics`, import.meta.url));

describe('iCalendar', () => {
  sampled(2).each<[string, string, object, string, number?]>([
    [
      'google',
      'Night walk',
      {
        ...{ utc_start_date: '2027-03-05 18:00:00', timezone: 'Europe/Madrid', venue: { venue: 'Harbour House' } },
        description: expect.stringContaining('<b>lamp</b>'),
      },
      '4k2harbour0001@google.com',
    ],
    [
      'google',
      'Boat fair',
      { all_day: true, start_date: '2027-04-01 00:00:00', end_date: '2027-04-02 23:59:59', event_status: 'canceled' },
      '4k2harbour0002@google.com',
    ],
    [
      'outlook',
      'Budget talk',
      {
        ...{ utc_start_date: '2027-06-10 08:00:00', timezone: 'Europe/Paris', status: 'private' },
        ...{ organizer: [{ organizer: 'Ines Roca' }], description: expect.stringContaining('<em>words</em>') },
      },
      '040000008200E00074C5B7101A82E00800000000B0',
    ],
    [
      'apple',
      '강변 영화의 밤',
      { utc_start_date: '2027-05-12 10:30:00', timezone: 'Asia/Seoul', website: 'https://river.example/film' },
      '6E2B7A10-AAAA-4BBB-8CCC-0123456789AB',
      3,
    ],
    [
      'nextcloud',
      'Reading',
      {
        ...{
          title: 'Reading, aloud; and softly',
          utc_end_date: '2027-07-02 18:30:00',
          virtual_url: 'https://meet.example/reading',
        },
        ...{
          categories: [{ name: 'Books' }, { name: 'For children' }],
          description: expect.stringContaining('&lt; another'),
        },
      },
      '0c9e3d77-1111-4222-8333-444455556666',
    ],
    [
      'plugin',
      'Fiddle evening',
      {
        ...{ utc_start_date: '2027-04-02 00:00:00', timezone: 'America/New_York', venue: { venue: 'Old Mill' } },
        ...{
          image: { url: 'https://mill.example/wp-content/uploads/fiddle.jpg' },
          organizer: [{ organizer: 'Mill Society' }],
        },
      },
      '311-1806609600-1806620400@mill.example',
    ],
  ])('of %s has %s, under its UID, and a second run writes nothing', async (name, title, shown, uid, later = 0) => {
    const report = await take(ICS(name));
    expect(report.refused).toEqual([]);
    const [event, ...more] = await eventsCalled(title);
    expect(more.length).toBe(later);
    expect(event).toMatchObject(shown);
    const stored = (await app.store.byIds('events', [event.id]))[0];
    expect(stored).toMatchObject({ uid });
    await expectNothingNew(() => take(ICS(name)));
  });

  test('that does not begin as iCalendar is refused without a word about columns', async () => {
    await expect(take(fileOf('<!doctype html>', 'ics'))).rejects.toThrow(
      /^file-\d+\.ics is no iCalendar: it does not begin with BEGIN:VCALENDAR$/,
    );
  });

  test('what is no event is told', async () => {
    expect(Object.keys((await take(ICS('nextcloud'))).notTaken)).toContain('VTODO.');
  });

  test('events that cannot be read are told with line and column, and the others are there', async () => {
    const lines = [
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:No start', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'SUMMARY:Bad start', 'DTSTART:yesterday', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'SUMMARY:On the', '  moon', 'DTSTART;TZID=Moon/Base:20270101T100000', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'SUMMARY:No line', 'what is this', 'DTSTART:20270101T100000Z', 'END:VEVENT'],
      ...[
        'BEGIN:VEVENT',
        'SUMMARY:Sound',
        'DTSTART:20270101T100000Z',
        'RRULE:FREQ=DAILY;BYMONTHDAY=-1,-2;COUNT=2',
        'END:VEVENT',
      ],
      ...['BEGIN:VEVENT', 'SUMMARY:Cut off', 'DTSTART:20270101T100000Z'],
    ];
    const report = await take(fileOf(lines.join('\n'), 'ics'));
    expect(report.refused.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'No start (line 2, column 1): The event has no DTSTART.',
      'Bad start (line 8, column 9): DTSTART is no date.',
      'On the moon (line 13, column 9): "Moon/Base" is no time zone that is known here.',
      'An event (line 25, column 1): It has no END:VEVENT.',
    ]);
    expect(report.counts.event).toEqual({ made: 3, refused: 4 });
    expect(Object.keys(report.notTaken)).toEqual([
      'What comes after the end of the file: it has no END:VCALENDAR.',
      'Lines that are none of iCalendar.',
    ]);
  });
});
