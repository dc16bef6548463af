import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { icsSource } from '../../src/import/files/ics.ts';
import { knownZone } from '../../src/import/files/ics-zones.ts';
import type { Item, Part, Source } from '../../src/import/item.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ics-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface How {
  zone?: string;
  since?: string;
}

let files = 0;
/** What a file tells: its events, all other items, and what is refused or not taken. */
async function told(content: string | Buffer, { zone = 'UTC', since }: How = {}) {
  files += 1;
  const path = join(folder, `${files}.ics`);
  writeFileSync(path, content);
  const source: Source = icsSource({ path, language: 'en', zone, since });
  const parts: Part[] = [];
  for await (const part of source.parts(async () => new Set())) parts.push(part);
  const items = parts.flatMap((part) => part.items);
  const left = parts.flatMap(({ notTaken = [] }) =>
    notTaken.map((each) => (typeof each === 'string' ? each : each.what)),
  );
  return {
    isWhole: source.complete,
    events: items.filter(({ kind }) => kind === 'event'),
    others: items.filter(({ kind }) => kind !== 'event'),
    refused: parts.flatMap(({ refused = [] }) => refused),
    left: [...left, ...items.flatMap(({ notTaken = [] }) => notTaken)],
  };
}

const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
/** A file with one event of these lines. */
const one = (...lines: string[]): string => calendar(event('UID:a', 'SUMMARY:A', ...lines));
const valuesOf = ({ said }: Item) => said[0].values as Record<string, unknown>;

/** When it is, in UTC and by its zone: `2027-03-05T18:00Z/2027-03-05T20:00Z Europe/Madrid`. */
function whenOf(item: Item): string {
  const { startsAt, endsAt, timezone = '-', startDate, endDate } = valuesOf(item);
  const text = (at: unknown) => new Date(Number(at)).toISOString().replace(':00.000Z', 'Z');
  return startDate ? `${startDate}/${endDate}` : `${text(startsAt)}/${text(endsAt)} ${timezone}`;
}

const DST = (id: string, ...more: string[]): string =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    ...more,
    'BEGIN:STANDARD',
    'DTSTART:16011028T030000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010325T020000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n');

/** A zone of a fixed offset that no place has. */
const ODD = (id: string): string =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0517',
    'TZOFFSETTO:+0517',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n');

describe('the time of an event', () => {
  const SUMMER = 'DTSTART;TZID=Mine:20270701T100000';
  test.each<[fact: string, file: string, how: How, when: string]>([
    ['is a day without VALUE=DATE', one('DTSTART:20270215'), {}, '2027-02-15/2027-02-15'],
    [
      'may have a second of 60',
      one('DTSTART:20270101T235960Z'),
      {},
      '2027-01-01T23:59:59.000Z/2027-01-01T23:59:59.000Z -',
    ],
    [
      'lasts days of the calendar across a change of clocks, and hours that pass',
      one('DTSTART;TZID=Europe/Madrid:20270327T100000', 'DURATION:P1DT1H'),
      {},
      '2027-03-27T09:00Z/2027-03-28T09:00Z Europe/Madrid',
    ],
    [
      'ends before its start after a negative duration, which is told as such an end is',
      one('DTSTART:20270101T100000Z', 'DURATION:-PT1H'),
      {},
      '2027-01-01T10:00Z/2027-01-01T09:00Z -',
    ],
    ['lasts weeks of days', one('DTSTART;VALUE=DATE:20270327', 'DURATION:P1W'), {}, '2027-03-27/2027-04-02'],
    [
      'has a zone with a colon in its name without quotation marks',
      one('DTSTART;TZID=tzone://Microsoft/Utc:20270101T100000', 'DTEND;TZID=tzone://Microsoft/Utc:20270101T110000'),
      { zone: 'Europe/Madrid' },
      '2027-01-01T10:00Z/2027-01-01T11:00Z UTC',
    ],
    [
      'has the zone of its start where the end has none',
      one('DTSTART;TZID=Asia/Seoul:20270101T100000', 'DTEND:20270101T110000'),
      { zone: 'Europe/Madrid' },
      '2027-01-01T01:00Z/2027-01-01T02:00Z Asia/Seoul',
    ],
    [
      'in UTC has the zone of the calendar, which may come last and be a name of Windows',
      calendar(event('UID:a', 'DTSTART:20270305T180000Z'), 'X-WR-TIMEZONE:Central Standard Time'),
      {},
      '2027-03-05T18:00Z/2027-03-05T18:00Z America/Chicago',
    ],
    [
      'in UTC has the zone that our feeds name',
      one('DTSTART:20270305T180000Z', 'X-EVENT-TIMEZONE:UTC+5:30'),
      {},
      '2027-03-05T18:00Z/2027-03-05T18:00Z UTC+5:30',
    ],
    [
      'of a zone has no other that is named beside it',
      one('DTSTART;TZID=Asia/Seoul:20270101T100000', 'X-EVENT-TIMEZONE:UTC+5:30'),
      {},
      '2027-01-01T01:00Z/2027-01-01T01:00Z Asia/Seoul',
    ],
    [
      'without a zone has that of the calendar',
      calendar('X-WR-TIMEZONE:Asia/Seoul', event('UID:a', 'DTSTART:20270305T180000')),
      {},
      '2027-03-05T09:00Z/2027-03-05T09:00Z Asia/Seoul',
    ],
    [
      'with an empty TZID has the zone of its calendar',
      calendar('X-WR-TIMEZONE:Asia/Seoul', event('UID:a', 'DTSTART;TZID=:20270305T180000')),
      {},
      '2027-03-05T09:00Z/2027-03-05T09:00Z Asia/Seoul',
    ],
    [
      'is in our zone, where the calendar of the file is in UTC',
      calendar('X-WR-TIMEZONE:UTC', event('UID:a', 'DTSTART:20270305T180000')),
      { zone: 'Asia/Seoul' },
      '2027-03-05T09:00Z/2027-03-05T09:00Z Asia/Seoul',
    ],
    [
      'follows X-LIC-LOCATION, wherever the zone stands',
      calendar(event('UID:a', SUMMER), DST('Mine', 'X-LIC-LOCATION:Europe/Rome')),
      {},
      '2027-07-01T08:00Z/2027-07-01T08:00Z Europe/Rome',
    ],
    [
      'follows the rules of a zone, if they fit that of the site',
      calendar(DST('Mine'), event('UID:a', SUMMER)),
      { zone: 'Europe/Oslo' },
      '2027-07-01T08:00Z/2027-07-01T08:00Z Europe/Oslo',
    ],
    [
      'follows the rules of a zone, if they fit that of the calendar',
      calendar('X-WR-TIMEZONE:Europe/Paris', DST('Mine'), event('UID:a', SUMMER)),
      {},
      '2027-07-01T08:00Z/2027-07-01T08:00Z Europe/Paris',
    ],
    [
      'follows the rules of a zone to the first that fits',
      calendar(DST('Mine'), event('UID:a', SUMMER)),
      {},
      '2027-07-01T08:00Z/2027-07-01T08:00Z Europe/Berlin',
    ],
    [
      'has the summer time of the rules under an abbreviation without one',
      calendar(DST('CET'), event('UID:a', 'DTSTART;TZID=CET:20270701T100000')),
      {},
      '2027-07-01T08:00Z/2027-07-01T08:00Z Europe/Berlin',
    ],
    [
      'keeps its moment where no zone fits',
      calendar(ODD('Mine'), event('UID:a', SUMMER)),
      {},
      '2027-07-01T04:43Z/2027-07-01T04:43Z UTC+5.2833',
    ],
  ])('%s', async (_, file, how, when) => {
    const { events, refused } = await told(file, how);
    expect(refused).toEqual([]);
    expect(events.map(whenOf)).toEqual([when]);
  });

  test('of whole days is in the zone of their calendar', async () => {
    const { events } = await told(calendar('X-WR-TIMEZONE:America/Chicago', event('UID:a', 'DTSTART:20270215')), {});
    expect(events[0]!.said[0].values).toMatchObject({
      allDay: true,
      startDate: '2027-02-15',
      timezone: 'America/Chicago',
    });
  });

  test.each([
    ['DTSTART:20270231', 'DTSTART is no date.'],
    ['DTSTART:20270229', 'DTSTART is no date.'],
    ['DTSTART:21000229', 'DTSTART is no date.'],
    ['DTSTART:20271301', 'DTSTART is no date.'],
    ['DTSTART:20270100', 'DTSTART is no date.'],
    ['DTSTART:00000101', 'DTSTART is no date.'],
    ['DTSTART:20270101T240000', 'DTSTART is no date.'],
    ['DTSTART:20270101T106000', 'DTSTART is no date.'],
    ['DTSTART:20270101T100061', 'DTSTART is no date.'],
    ['DTSTART;TZID=Moon/Base:20270101T100000', '"Moon/Base" is no time zone that is known here.'],
    ['SUMMARY:No start', 'The event has no DTSTART.'],
  ])('is told with the reference of the event where it is %s', async (line, why) => {
    const { events, refused } = await told(one(line));
    expect([events, refused]).toEqual([[], [expect.objectContaining({ ref: 'a', why })]]);
  });

  test.each([
    ['/freeassociation.sourceforge.net/America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
    ['/softwarestudio.org/Olson_20011030_5/America/New_York', 'America/New_York'],
    ['tzone://Microsoft/Utc', 'UTC'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['(UTC) Coordinated Universal Time', 'UTC'],
    ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', 'Europe/Sarajevo'],
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['w. europe STANDARD time', 'Europe/Berlin'],
    ['EUROPE/madrid', 'EUROPE/madrid'],
    ['(UTC+09:00) Amsterdam', undefined],
    ['Moon/Base', undefined],
  ])('has a zone that is called %s', (name, zone) => {
    expect(knownZone(name)).toBe(zone);
  });
});

const AT = 'DTSTART:20270101T100000Z';
const LATER = 'DTSTART:20270102T100000Z';

describe('events of one UID', () => {
  test('are several with other starts, in any order', async () => {
    const two = [event('UID:a', 'SUMMARY:Two', LATER), event('UID:a', 'SUMMARY:One', AT)];
    for (const order of [two, [...two].reverse()]) {
      const { events, left } = await told(calendar(...order));
      const seen = events.map(({ inUid, ...item }) => [valuesOf(item).title, item.ref, inUid?.start, inUid?.rank]);
      expect(seen.sort()).toEqual([
        ['One', 'a', '2027-01-01T10:00:00.000Z', 'first'],
        ['Two', 'a', '2027-01-02T10:00:00.000Z', 'other'],
      ]);
      expect(left).toEqual([]);
    }
  });

  const version = (title: string, sequence: number, modified: string): string =>
    event('UID:a', `SUMMARY:${title}`, `SEQUENCE:${sequence}`, `LAST-MODIFIED:${modified}`, AT);
  test.each([
    ['sequence', version('Old', 0, '20261201T000000Z'), version('New', 2, '20261101T000000Z')],
    ['change', version('Old', 1, '20261101T000000Z'), version('New', 1, '20261201T000000Z')],
  ])('with one start are one, of the latest %s in any order, and the others are told', async (_, ...two) => {
    for (const order of [two, [...two].reverse()]) {
      const { events, left } = await told(calendar(...order));
      expect(events.map((item) => valuesOf(item).title)).toEqual(['New']);
      expect(left).toEqual(['Older versions of events that are in the file more than once.']);
    }
  });

  test.each([
    ['3', 3],
    ['99999999999999', 2_147_483_647],
    ['-1', 0],
    ['many', 0],
  ])('with the sequence %s have %i, which can be stored', async (text, sequence) => {
    expect((await told(one(AT, `SEQUENCE:${text}`))).events[0]!.sequence).toBe(sequence);
  });

  test('and without any are told when they come again', async () => {
    const { events, left } = await told(calendar(event('SUMMARY:A', AT), event('SUMMARY:A', AT)));
    expect([events.length, left]).toEqual([1, ['The same event again, without a UID.']]);
  });
});

describe('what an event says', () => {
  const OURS = 'PRODID:-//Event calendar gateway//iCalendar//EN';
  const ours = (...lines: string[]): string => calendar(OURS, event('UID:a', AT, ...lines));
  test.each<[fact: string, file: string, values: object, left: string[]]>([
    ['METHOD:CANCEL cancels it', calendar('METHOD:CANCEL', event('UID:a', AT)), { eventStatus: 'canceled' }, []],
    [
      'titles lose tags, tabs and line breaks',
      one(AT, 'SUMMARY:Em <em>Hamlet</em>\\n\tnow').replace('SUMMARY:A\r\n', ''),
      { title: 'Em Hamlet now' },
      [],
    ],
    [
      'HTML loses its escapes',
      one(AT, 'X-ALT-DESC:<p>A\\, b<img src="https://a.example/w_1\\,h_2.jpg"></p>'),
      { description: '<p>A, b<img src="https://a.example/w_1,h_2.jpg"></p>' },
      [],
    ],
    [
      'HTML without text is no description',
      one(
        AT,
        'DESCRIPTION:Text',
        'X-ALT-DESC:<html><head><title>T</title><style>p{}</style></head><body><p>&nbsp;</p></body></html>',
      ),
      { description: 'Text' },
      [],
    ],
    [
      'a document shows its body only',
      one(AT, 'DESCRIPTION:<html><title>T</title><style>p{}</style><script>x()</script><p>Body</p></html>'),
      { description: '<html><p>Body</p></html>' },
      [],
    ],
    [
      'a postponed event of ours stays one, with its reason',
      ours(
        'STATUS:TENTATIVE',
        'SUMMARY:Aplazado: Play',
        'DESCRIPTION:Aplazado: Storm\\n\\nText',
        'URL:https://ours.example/e',
      ),
      { title: 'Play', eventStatus: 'postponed', statusReason: 'Storm', description: 'Text' },
      [],
    ],
    [
      'a canceled event of ours keeps its reason',
      ours('STATUS:CANCELLED', 'SUMMARY:Play', 'DESCRIPTION:취소됨: Rain'),
      { title: 'Play', eventStatus: 'canceled', statusReason: 'Rain', description: null },
      [],
    ],
    [
      'others may begin with such words',
      one(AT, 'STATUS:CANCELLED', 'DESCRIPTION:Cancelled: Rain'),
      { eventStatus: 'canceled', description: 'Cancelled: Rain' },
      [],
    ],
    [
      'a web address as a place is where to attend',
      one(AT, 'LOCATION:https://zoom.example/j/1?pwd=s'),
      { onlineUrl: 'https://zoom.example/j/1?pwd=s' },
      [],
    ],
    [
      'so is one without a scheme',
      one(AT, 'LOCATION:zoom.example/j/1?pwd=s'),
      { onlineUrl: 'https://zoom.example/j/1?pwd=s' },
      [],
    ],
    [
      'and one among words',
      one(AT, 'LOCATION:Zoom: https://zoom.example/j/1 (Passcode: 1)'),
      { onlineUrl: 'https://zoom.example/j/1' },
      ['LOCATION: words beside a web address.'],
    ],
    [
      'so is one in angle brackets',
      one(AT, 'LOCATION:Meet <https://meet.example/a?b=1>'),
      { onlineUrl: 'https://meet.example/a?b=1' },
      [],
    ],
    [
      'a title keeps a web address in angle brackets',
      one(AT, 'SUMMARY:See <https://a.example/> now').replace('SUMMARY:A\r\n', ''),
      { title: 'See https://a.example/ now' },
      [],
    ],
    ...['LOCATION', 'CONFERENCE;VALUE=URI'].map((name): [string, string, object, string[]] => [
      `${name} loses a name and password`,
      one(AT, `${name}:https://ana:s3cret@a.example/@b?c=d@e`),
      { onlineUrl: 'https://a.example/@b?c=d@e' },
      [`${name.split(';')[0]}: the name and password in a web address.`],
    ]),
    [
      'URL loses a name and password',
      one(AT, 'URL:HTTPS://ana:p@w@a.example'),
      { website: 'HTTPS://a.example' },
      ['URL: the name and password in a web address.'],
    ],
    ['URL may be no web address', one(AT, 'URL:javascript:alert(1)'), { website: null }, ['URL: no web address.']],
    [
      'CONFERENCE may be no web address',
      one(AT, 'CONFERENCE;VALUE=URI:tel:+123', 'LOCATION:https://a.example/'),
      { onlineUrl: 'https://a.example/' },
      ['CONFERENCE: no web address.'],
    ],
    [
      'one web address is taken',
      one(AT, 'CONFERENCE;VALUE=URI:https://b.example/', 'LOCATION:https://a.example/'),
      { onlineUrl: 'https://b.example/' },
      ['LOCATION: another web address than CONFERENCE.'],
    ],
    [
      'a web address comes before a telephone number',
      one(AT, 'CONFERENCE;VALUE=URI:tel:+123', 'CONFERENCE;VALUE=URI:https://b.example/'),
      { onlineUrl: 'https://b.example/' },
      [],
    ],
    ...['X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'].map((name): [string, string, object, string[]] => [
      `${name} is where it is joined, and Teams is no venue`,
      one(AT, `${name}:https://b.example/`, 'LOCATION:Microsoft Teams Meeting'),
      { onlineUrl: 'https://b.example/' },
      [],
    ]),
    ['a point of no place is told', one(AT, 'GEO:1;2'), {}, ['GEO: a point of no place, or of one of several.']],
    ...['91;2', '1;181', '1', 'here;there'].map((geo): [string, string, object, string[]] => [
      `GEO:${geo} is told`,
      one(AT, 'LOCATION:Hall', `GEO:${geo}`),
      {},
      ['GEO: no point of the earth.'],
    ]),
    [
      'other values of what it has once are told',
      one(AT, 'DESCRIPTION;LANGUAGE=en:One', 'DESCRIPTION;LANGUAGE=es:Uno'),
      { description: 'One' },
      ['DESCRIPTION: all but the first.'],
    ],
    [
      'TENTATIVE is told',
      one(AT, 'STATUS:TENTATIVE'),
      { eventStatus: null },
      ['STATUS:TENTATIVE: the event is taken as certain.'],
    ],
    ['attachments are told', one(AT, 'ATTACH:https://a.example/a.pdf'), {}, ['ATTACH: attachments.']],
    [
      'unknown properties with text are told',
      one(AT, 'X-NOTE:Bring shoes', 'X-BUSY:BUSY', 'X-N:1', 'COMMENT:x'),
      {},
      ['X-NOTE.', 'COMMENT.'],
    ],
    [
      'an unknown zone of the calendar is told',
      calendar('X-WR-TIMEZONE:Moon', event('UID:a', AT)),
      {},
      ['The time zone of the calendar, "Moon".'],
    ],
    [
      'the scheme of Google is no category',
      one(AT, 'CATEGORIES:http://schemas.google.com/g/2005#event'),
      {},
      ['CATEGORIES: web addresses.'],
    ],
    [
      'a line that is too long is told',
      one(AT, `DESCRIPTION:${'x'.repeat(2_000_001)}`),
      { description: null },
      ['DESCRIPTION: too long, or one of too many lines of an event.'],
    ],
    [
      'rules that no zone has are told',
      calendar(ODD('Mine'), event('UID:a', 'DTSTART;TZID=Mine:20270701T100000')),
      {},
      ['The time zone "Mine", which is not known: UTC+5.2833 stands for it.'],
    ],
  ])('%s', async (_, file, values, left) => {
    const { events, ...all } = await told(file);
    expect(events.map(valuesOf)).toEqual([expect.objectContaining(values)]);
    expect(all.left).toEqual(left);
  });

  test.each<[lines: string[], names: string[], left: string[]]>([
    [['ORGANIZER;CN=ana@mail.example:mailto:ana@mail.example'], [], ['ORGANIZER: the e-mail address.']],
    [
      ['ORGANIZER;CN="Ana <ana@mail.example>":mailto:ana@mail.example'],
      ['organizer Ana'],
      ['ORGANIZER: the e-mail address.'],
    ],
    [['ORGANIZER;CN=Ana%20Roca:invalid:nomail'], ['organizer Ana Roca'], []],
    [['CONTACT:Ana\\, ana@mail.example'], ['organizer Ana'], ['CONTACT: the e-mail address.']],
    [['CONTACT:Ana <ana@mail.example>'], ['organizer Ana'], ['CONTACT: the e-mail address.']],
    [['CONTACT:Ana\\, Tel.: (+34) 600 111 222\\, Room 5'], ['organizer Ana, Room 5'], ['CONTACT: the phone number.']],
    [
      ['CONTACT:Ana 600-111-222 (ana@mail.example)'],
      ['organizer Ana'],
      ['CONTACT: the e-mail address.', 'CONTACT: the phone number.'],
    ],
    [['ORGANIZER;CN="Ana, 600111222":invalid:nomail'], ['organizer Ana'], ['ORGANIZER: the phone number.']],
    [['CONTACT:Class of 2027\\, https://a.example/@ana'], ['organizer Class of 2027, https://a.example/@ana'], []],
    [['LOCATION:ana@home.example'], [], ['LOCATION: the e-mail address.']],
    [
      ['LOCATION:At Ana’s <mailto:ana@home.example>\\, Hotel 28013 1234\\, phone: 600 111 222'],
      ['venue At Ana’s'],
      ['LOCATION: the e-mail address.', 'LOCATION: the phone number.'],
    ],
    [['LOCATION:+34 600 111 222'], [], ['LOCATION: the phone number.']],
    [['LOCATION:Pier 39\\, 94133 0001-0002'], ['venue Pier 39'], []],
    [['LOCATION:Town <b>Hall</b>\\, Gran Via 1 / https://a.example/'], ['venue Town Hall'], []],
    [['CATEGORIES:Jazz\\, Blues,Swing'], ['category Jazz, Blues', 'category Swing'], []],
  ])('%j', async (lines, names, left) => {
    const { others, ...all } = await told(one(AT, ...lines));
    expect(others.map((item) => `${item.kind} ${valuesOf(item).name}`)).toEqual(names);
    expect(all.left).toEqual(left);
  });

  test('contacts and places of ours come back as they were', async () => {
    const { others } = await told(
      ours('CONTACT:Bell\\, Ada\\, +44 113 000\\, ada@mail.example', 'LOCATION:Hall\\, 1 High St; Barn'),
    );
    expect(others.map(valuesOf)).toEqual([
      { name: 'Hall', address: '1 High St' },
      { name: 'Barn' },
      { name: 'Bell, Ada', phone: '+44 113 000', email: 'ada@mail.example' },
    ]);
  });
});

describe('a file', () => {
  test.each([
    ['ends', calendar(event('UID:a', AT)), true],
    ['breaks off between events', calendar(event('UID:a', AT)).replace('END:VCALENDAR\r\n', ''), false],
    ['breaks off within an event', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n', false],
    ['has another calendar before the end of the first', `BEGIN:VCALENDAR\n${calendar(event('UID:a', AT))}`, false],
  ])('that %s says so', async (_, file, isWhole) => {
    expect((await told(file)).isWhole).toBe(isWhole);
  });

  test.each(['RECUR', 'PERIOD', 'BINARY', 'constructor', '__proto__'])(
    'may say that values are %s: each event is there, or refused',
    async (type) => {
      const lines = [
        'UID:FREQ=DAILY',
        `DTSTART:${AT.slice(8)}`,
        'SUMMARY:20270101/P1D',
        'GEO:1;2',
        'CONTACT:FREQ=DAILY',
      ];
      const typed = lines.map((line, at) => event(line.replace(':', `;VALUE=${type}:`), `UID:${at}`, AT));
      const { events, refused } = await told(calendar(...typed));
      expect(events.length + refused.length).toBe(lines.length);
    },
  );

  test('folded within a character is put together', async () => {
    const [before, after] = [
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270101\r\nSUMMARY:',
      '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ];
    for (const title of ['é', '강변', '🎺🎺'])
      for (let at = 1; at < Buffer.byteLength(title); at += 1) {
        const bytes = Buffer.from(title);
        const folded = [
          Buffer.from(before),
          bytes.subarray(0, at),
          Buffer.from('\r\n '),
          bytes.subarray(at),
          Buffer.from(after),
        ];
        const { events } = await told(Buffer.concat(folded));
        expect(events.map((item) => valuesOf(item).title)).toEqual([title]);
      }
  });

  test('loses only the events whose end is missing', async () => {
    const open = event('UID:b', AT).replace('\r\nEND:VEVENT', '');
    const { events, refused } = await told(calendar(...Array.from({ length: 30 }, () => open), event('UID:a', AT)));
    expect([events.map(({ ref }) => ref), refused.length, refused[0]!.ref]).toEqual([['a'], 30, 'b']);
  });

  test.each(['BEGIN:A', 'BEGIN:A%'])('of %s five thousand times costs no more than its lines', async (line) => {
    const lines = Array.from({ length: 5_000 }, (_, at) => line.replace('%', String(at)));
    const { left } = await told(['BEGIN:VCALENDAR', ...lines].join('\n'));
    expect(left.length).toBe(5_001);
  });
});
