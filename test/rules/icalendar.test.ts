import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CalendarEvent,
  calendarParts,
  descriptionLine,
  eventParts,
  zonesOf,
} from '../../src/domain/icalendar/calendar.ts';
import { contentLine } from '../../src/domain/icalendar/lines.ts';
import { timeZoneLines } from '../../src/domain/icalendar/time-zones.ts';
import { offsetAt, toInstant, toWall } from '../../src/domain/zones.ts';
import { anySpan, anyZoneAtAll } from '../support/arbitrary-dates.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { readCalendar } from '../support/icalendar.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const SOME: CalendarEvent = {
  uid: 'a@b',
  sequence: 0,
  status: 'confirmed',
  title: 'Open day',
  zone: 'Europe/Madrid',
  allDay: false,
  startsAt: Date.UTC(2026, 10, 20, 18),
  endsAt: Date.UTC(2026, 10, 20, 20),
  modifiedAt: Date.UTC(2026, 0, 2),
  url: 'https://site.example/event/open-day/',
  categories: [],
  contacts: [],
};

interface Described extends CalendarEvent {
  description?: string;
}

function written(...events: Partial<Described>[]): string {
  const all = events.map((event): Described => ({ ...SOME, ...event }));
  const [before, after] = calendarParts('Calendar');
  const texts = all.map((event) => {
    const [first, last] = eventParts(event);
    return first + (event.description === undefined ? '' : descriptionLine(event.description)) + last;
  });
  return before + zonesOf(all) + texts.join('') + after;
}

const linesOf = (text: string): string[] => text.replace(/\r\n /g, '').split('\r\n');

/** The lines of an event that begin with one of these words, unfolded. */
const lines = (event: Partial<Described>, ...words: string[]): string[] =>
  linesOf(written(event)).filter((line) => words.some((word) => new RegExp(`^${word}[;:]`).test(line)));

/** Any text that a program can show: what is left out of one is told by its own test. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({
      unit: fc.constantFrom('한', '국', 'ñ', '🎉', ',', ';', '\\', '\n', ' ', '"', ':', '\\n'),
      maxLength: 120,
    }),
  )
  .map((text) => text.replace(/[^\P{Cc}\n\t]/gu, ''));

/** What ical.js counts as we do: no years below 100, and no offset of more than twelve hours behind UTC. */
const anyTimes = fc
  .tuple(anySpan, anyZoneAtAll, fc.boolean())
  .filter(([[start], zone]) => start >= '0100' && zone !== 'UTC-14')
  .map(([[start, end], zone, allDay]) => ({
    zone,
    allDay,
    startsAt: toInstant(allDay ? `${start.slice(0, 10)} 00:00:00` : whole(start), zone),
    endsAt: toInstant(allDay ? `${end.slice(0, 10)} 23:59:59` : whole(end), zone),
  }));

/** A reading without a zone, of whichever form. */
const whole = (text: string): string => `${text.slice(0, 10)} ${/\d\d:\d\d:\d\d/.exec(text)?.[0] ?? '00:00:00'}`;

describe('a calendar', () => {
  test('is read back with the moments, days and texts that were written', () => {
    const texts = fc.record({ title: anyText, description: anyText, location: anyText.filter((text) => text !== '') });
    // ical.js takes a backslash before a comma for the sign that escapes it.
    const named = fc.array(
      anyText.filter((text) => text !== '' && !text.endsWith('\\')),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTimes, texts, named), { minLength: 1, maxLength: 8 }), (drawn) => {
        const events = drawn.map(([times, text, categories], at) => ({
          ...times,
          ...text,
          categories,
          contacts: categories,
          uid: `${at}`,
        }));
        const read = readCalendar(written(...events)).events;
        expect(read).toMatchObject(
          events.map(({ uid, title, description, location, categories, contacts, allDay, startsAt, zone }) => ({
            uid,
            title,
            description,
            location,
            categories,
            contacts,
            start: allDay ? toWall(startsAt, zone).slice(0, 10) : startsAt,
          })),
        );
        const timed = events.map(({ allDay, startsAt, endsAt }) =>
          allDay || startsAt === endsAt ? undefined : endsAt,
        );
        expect(read.map(({ end }) => (typeof end === 'number' ? end : undefined))).toEqual(timed);
      }),
      { numRuns: runsOf(60, 300) },
    );
  });

  /** Of one to four octets, joined ones, and what is escaped. */
  const LETTERS = ['a', 'ñ', '한', '🎉', 'e\u0301', ' ', ',', '\\', '\n', '\ud7ff', '\u{10ffff}'];

  test('has no line above 75 octets, and no character in two lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 300 }), (text) => {
        const folded = Buffer.from(written({ title: text, description: text }));
        const octets = folded.toString('latin1').split('\r\n');
        expect(octets.every((line) => line.length <= 75)).toBe(true);
        expect(octets.map((line) => Buffer.from(line, 'latin1').toString()).join('\r\n')).toBe(folded.toString());
      }),
    );
  });

  test('leaves out control characters that a text may not have', () => {
    expect(lines({ title: 'a\u0000b\u001b\tc\r\nd\re\u007f' }, 'SUMMARY')).toEqual(['SUMMARY:ab\tc\\nd\\ne']);
  });

  test('is the same text each time', () => {
    expect(written({ description: 'Text' })).toBe(written({ description: 'Text' }));
  });

  test('says what programs show of it', () => {
    expect(linesOf(calendarParts('Agenda, 달력').join(''))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Event calendar gateway//iCalendar//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Agenda\\, 달력',
      'X-WR-CALNAME:Agenda\\, 달력',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'END:VCALENDAR',
      '',
    ]);
  });
});

describe('an event', () => {
  test('says all that is known of it', () => {
    const event: Described = {
      ...SOME,
      sequence: 3,
      status: 'cancelled',
      location: 'Hall, Calle 1',
      point: { lat: 37.38381234, lng: -6e-7 },
      image: 'https://site.example/a b.jpg',
      conference: 'https://meet.example/1',
      categories: ['Jazz', 'Rock, Pop'],
      contacts: ['Ann, ann@a.example', 'Bo'],
      description: 'One\n\ntwo',
    };
    expect(linesOf(eventParts(event)[0])).toEqual([
      'BEGIN:VEVENT',
      'UID:a@b',
      'DTSTAMP:20260102T000000Z',
      'LAST-MODIFIED:20260102T000000Z',
      'SEQUENCE:3',
      'STATUS:CANCELLED',
      'DTSTART;TZID=Europe/Madrid:20261120T190000',
      'DTEND;TZID=Europe/Madrid:20261120T210000',
      'SUMMARY:Open day',
      'URL:https://site.example/event/open-day/',
      'LOCATION:Hall\\, Calle 1',
      'GEO:37.383812;-0.000001',
      'CATEGORIES:Jazz,Rock\\, Pop',
      'CONTACT:Ann\\, ann@a.example',
      'CONTACT:Bo',
      'CONFERENCE;VALUE=URI:https://meet.example/1',
      'IMAGE;VALUE=URI:https://site.example/a%20b.jpg',
      '',
    ]);
    expect(linesOf(descriptionLine('One\n\ntwo'))).toEqual(['DESCRIPTION:One\\n\\ntwo', '']);
  });

  test.each([
    ['2026-11-20', '2026-11-20', ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261121']],
    ['2026-10-30', '2027-01-02', ['DTSTART;VALUE=DATE:20261030', 'DTEND;VALUE=DATE:20270103']],
    ['2028-02-28', '2028-02-28', ['DTSTART;VALUE=DATE:20280228', 'DTEND;VALUE=DATE:20280229']],
    ['9999-12-30', '9999-12-31', ['DTSTART;VALUE=DATE:99991230', 'DURATION:P2D']],
    ['0001-01-01', '0001-01-01', ['DTSTART;VALUE=DATE:00010101', 'DTEND;VALUE=DATE:00010102']],
  ])('of whole days from %s to %s ends on the day behind them, and needs no zone', (first, last, expected) => {
    const zone = 'America/New_York';
    const days = { startsAt: toInstant(`${first} 00:00:00`, zone), endsAt: toInstant(`${last} 23:59:59`, zone), zone };
    expect(lines({ ...days, allDay: true }, 'DTSTART', 'DTEND', 'DURATION', 'TZID')).toEqual(expected);
  });

  test('that ends when it starts has no end', () => {
    expect(lines({ endsAt: SOME.startsAt }, 'DTEND', 'DURATION')).toEqual([]);
  });

  test.each([
    ['UTC', 'DTSTART:20261120T180000Z'],
    ['UTC+5.5', 'DTSTART:20261120T180000Z'],
    ['EST', 'DTSTART:20261120T180000Z'],
    ['europe/MADRID', 'DTSTART;TZID=Europe/Madrid:20261120T190000'],
    ['Asia/Kolkata', 'DTSTART;TZID=Asia/Kolkata:20261120T233000'],
  ])('in the zone %s starts so: %s', (zone, expected) => {
    expect(lines({ zone }, 'DTSTART').at(-1)).toBe(expected);
  });

  test.each([
    ['UTC+5:30', ['X-EVENT-TIMEZONE:UTC+5:30']],
    ['est', ['X-EVENT-TIMEZONE:EST']],
    ['UTC', []],
    ['Europe/Madrid', []],
  ])('in the zone %s is said to be there by %j', (zone, expected) => {
    expect(lines({ zone }, 'X-EVENT-TIMEZONE')).toEqual(expected);
    expect(lines({ zone, allDay: true }, 'X-EVENT-TIMEZONE')).toEqual([]);
  });

  test.each([
    ['2026-10-25T00:30:00Z', 'DTSTART:20261025T003000Z'],
    ['2026-10-25T01:30:00Z', 'DTSTART:20261025T013000Z'],
    ['2026-10-25T02:00:00Z', 'DTSTART;TZID=Europe/Madrid:20261025T030000'],
    ['2026-03-29T01:00:00Z', 'DTSTART;TZID=Europe/Madrid:20260329T030000'],
  ])('in an hour that comes twice is said in UTC: %s', (moment, expected) => {
    expect(lines({ startsAt: Date.parse(moment), endsAt: Date.UTC(2027, 0) }, 'DTSTART').at(-1)).toBe(expected);
  });

  test.each([
    ['begins', Date.parse('2026-10-25T00:30:00Z'), Date.UTC(2026, 9, 25, 12)],
    ['ends', Date.UTC(2026, 9, 24, 12), Date.parse('2026-10-25T00:30:00Z')],
  ])('that %s in an hour that comes twice is said in UTC at both ends, and needs no zone', (_, startsAt, endsAt) => {
    const said = lines({ startsAt, endsAt }, 'DTSTART', 'DTEND', 'TZID');
    expect(said.map((line) => line.replace(/:.*Z$/, ''))).toEqual(['DTSTART', 'DTEND']);
  });

  test('on the last day of the calendar is said in UTC', () => {
    const startsAt = toInstant('9999-12-31 08:00:00', 'Asia/Seoul');
    expect(lines({ startsAt, endsAt: startsAt, zone: 'Asia/Seoul' }, 'DTSTART')).toEqual(['DTSTART:99991230T230000Z']);
    const endsAt = toInstant('9999-12-31 10:00:00', 'Asia/Seoul');
    expect(lines({ startsAt, endsAt, zone: 'Asia/Seoul' }, 'DTEND')).toEqual(['DTEND:99991231T010000Z']);
  });

  test('that UTC has no year for keeps its own clock', () => {
    const startsAt = toInstant('9999-12-31 23:00:00', 'UTC-5');
    expect(lines({ startsAt, endsAt: startsAt, zone: 'UTC-5' }, 'DTSTART', 'TZID', 'TZOFFSETTO')).toEqual([
      'TZID:UTC-5',
      'DTSTART:99981229T190000',
      'TZOFFSETTO:-0500',
      'DTSTART;TZID=UTC-5:99991231T230000',
    ]);
  });
});

describe('a zone', () => {
  /** The offset that the written onsets give to a wall clock reading, in milliseconds. */
  function offsetBy(zone: string, years: number[], wall: string): number {
    const onsets = timeZoneLines(zone, new Set(years))
      .split(/BEGIN:(?:STANDARD|DAYLIGHT)\r\n/)
      .slice(1)
      .map((text) => {
        const [, start, to] = /DTSTART:(\S+)[\s\S]*TZOFFSETTO:(\S+)/.exec(text)!;
        const [, sign, hours, minutes, seconds = '0'] = /([+-])(\d\d)(\d\d)(\d\d)?/.exec(to!)!;
        const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
        return { start: start!, offset: sign === '-' ? -size : size };
      });
    const at = wall.replace(/[-:]/g, '').replace(' ', 'T');
    return (onsets.findLast(({ start }) => start <= at) ?? onsets[0]!).offset;
  }

  test('has the offset of the system at any moment of the years that are used', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 366 * 24 * 60 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.array(fc.integer({ min: 1880, max: 2100 }), { minLength: 1, maxLength: 3 }),
        moments,
        (zone, years, minutes) => {
          const all = years.flatMap((year) => minutes.map((minute) => Date.UTC(year, 0, 1) + minute * MINUTE));
          for (const at of all.filter((each) => years.includes(Number(toWall(each, zone).slice(0, 4))))) {
            // By the clock alone, what is left out or comes twice is not told from what lies beside it.
            if (offsetAt(zone, at - 3 * HOUR) !== offsetAt(zone, at + 3 * HOUR)) continue;
            const wall = toWall(at, zone);
            expect([zone, wall, offsetBy(zone, years, wall)]).toEqual([zone, wall, offsetAt(zone, at)]);
          }
        },
      ),
      { numRuns: runsOf(30, 300) },
    );
  });

  test('begins before the first event, and names each change once', () => {
    const onsets = linesOf(timeZoneLines('Europe/Madrid', new Set([2026, 2027]))).filter((line) =>
      /^(BEGIN|DTSTART|TZOFFSET|TZNAME)/.test(line),
    );
    const standard = (start: string, from: string) => [
      'BEGIN:STANDARD',
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      'TZOFFSETTO:+0100',
      'TZNAME:CET',
    ];
    const daylight = (start: string) => [
      'BEGIN:DAYLIGHT',
      `DTSTART:${start}`,
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'TZNAME:CEST',
    ];
    expect(onsets).toEqual([
      'BEGIN:VTIMEZONE',
      ...standard('20251230T010000', '+0100'),
      ...daylight('20260329T020000'),
      ...standard('20261025T030000', '+0200'),
      ...daylight('20270328T020000'),
      ...standard('20271031T030000', '+0200'),
    ]);
  });

  test.each([
    ['Europe/Dublin', ['STANDARD', 'DAYLIGHT', 'STANDARD']],
    ['Australia/Sydney', ['DAYLIGHT', 'STANDARD', 'DAYLIGHT']],
    ['Asia/Seoul', ['STANDARD']],
    ['Africa/Casablanca', ['DAYLIGHT', 'STANDARD', 'DAYLIGHT']],
  ])('%s says which of its offsets is that of summer', (zone, expected) => {
    const names = linesOf(timeZoneLines(zone, new Set([2026]))).filter((line) => /^BEGIN:[SD]/.test(line));
    expect(names).toEqual(expected.map((name) => `BEGIN:${name}`));
  });

  test('has seconds where local mean time does, and its times are said in UTC', () => {
    expect(timeZoneLines('Europe/Madrid', new Set([1850]))).toContain('TZOFFSETTO:-001444\r\nTZNAME:LMT');
    expect(lines({ startsAt: Date.UTC(1850, 0, 1), endsAt: 0 }, 'DTSTART').at(-1)).toBe('DTSTART:18500101T000000Z');
  });
});

test('a calendar without events has a zone, because it must have something', () => {
  expect(linesOf(written()).filter((line) => /^(?:BEGIN|TZID)/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:UTC',
    'BEGIN:STANDARD',
  ]);
});

test('a line of 75 octets is not folded, and one of 76 is', () => {
  expect(contentLine('SUMMARY', 'a'.repeat(67))).toBe(`SUMMARY:${'a'.repeat(67)}\r\n`);
  expect(contentLine('SUMMARY', 'a'.repeat(68))).toBe(`SUMMARY:${'a'.repeat(67)}\r\n a\r\n`);
});
