import { afterAll, beforeAll, expect, test } from 'vitest';
import { byList } from '../../../src/kinds/event-links.ts';
import { PLURALS, type Plural, upTo } from '../../support/making.ts';
import { invalid, missing, outcomeOf } from '../../support/outcome.ts';
import { type SmallCalendar, smallCalendar, whole } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const NOT_TEXT = [['a'], {}, { a: 1 }];

/** Nothing, control characters, and what no clock of the site shows in the years 1 to 9999. */
const NO_DATES = [' ', ',,', '2027-01-01\t10:00', '2027-01-01\n10:00', '0000-00-00', '0000-12-31', '10000-01-01'];
/** The same, found out when the zone of an event is known. */
const NO_CLOCKS = [
  '0000-12-31 23:59:59',
  '10000-01-01 00:00:00',
  '9999-12-31T23:59:59-00:01',
  '0001-01-01T00:00:00+00:01',
];

/** What is refused of what events link to, by parameter. */
const IN_LINKED: Record<string, readonly unknown[]> = {
  author: ['abc'],
  date: ['garbage', null],
  date_utc: [''],
  description: ['0', ...NOT_TEXT],
  status: ['nope', '', null],
  address: NOT_TEXT,
  city: NOT_TEXT,
  country: NOT_TEXT,
  zip: NOT_TEXT,
  phone: NOT_TEXT,
  email: NOT_TEXT,
  province: NOT_TEXT,
  state: NOT_TEXT,
  stateprovince: NOT_TEXT,
  show_map: NOT_TEXT,
  show_map_link: NOT_TEXT,
  website: ['bad url', 'example.com', 5],
  image: ['abc'],
  geo_lat: ['x', 91, true, {}],
  geo_lng: ['x', 180.1, [1]],
};

/** What is refused when it is sent as JSON, by kind and parameter. */
const REFUSED: Record<Plural, Record<string, readonly unknown[]>> = {
  events: {
    title: ['', '0', 0, 'a\u0000b', 'x'.repeat(1001), ...NOT_TEXT],
    start_date: ['', 'garbage', '2031-13-01', '25:00', true, false, ...NO_DATES, ...NOT_TEXT],
    end_date: ['', 'garbage', ...NO_DATES, ...NOT_TEXT],
    author: ['', null, [], 0, '0', -1, 2.5, 'abc', true, ...NOT_TEXT],
    date: ['', null, 'garbage', true, ...NO_DATES, ...NO_CLOCKS, ...NOT_TEXT],
    date_utc: ['', null, 'garbage', ...NO_DATES, ...NO_CLOCKS, ...NOT_TEXT],
    description: ['0', 0, 'x'.repeat(500_001), ...NOT_TEXT],
    slug: ['0', 0, 'x'.repeat(1001), ...NOT_TEXT],
    excerpt: ['0', ...NOT_TEXT],
    status: ['', null, 'nope', 'any', 'inherit', 'auto-draft', 'PUBLISH', 5, 'constructor', ['publish'], {}],
    timezone: ['Mars/Base', 'America/New York', 'UTC+', 'UTC+x', 'UTC+25', 5, 'constructor', ...NOT_TEXT],
    all_day: ['', null, 'yes', 'no', 'abc', 2, [true], 'constructor', {}],
    show_map: ['yes'],
    show_map_link: [''],
    hide_from_listings: ['abc'],
    sticky: [null],
    featured: ['__proto__', 2],
    event_status: ['Canceled', 'cancelled', 'SCHEDULED', 5, 'constructor', ...NOT_TEXT],
    event_status_reason: ['Rain\u0007and snow', 'x'.repeat(1001), ...NOT_TEXT],
    virtual_url: ['example.com', 'javascript:alert(1)', 'data:x', 5, true, ...NOT_TEXT],
    is_virtual: ['yes', null, ''],
    image: ['abc', 0, '0', true, 'ftp://x/y.png', '/a.png', 'https://', 'example.com/a.png', ...NOT_TEXT],
    website: ['example.com', 'not a url', 'http://', '//x.example', 'javascript:alert(1)', 5, true, ...NOT_TEXT],
    venue: ['abc', true, 1.5, -1, [['$hall']], { city: 'X' }, { venue: ' ' }],
    organizer: ['abc', ['$ann', 'abc'], { email: 'a@b.example' }],
    categories: [[['Music']], { id: { id: 1 } }, [{ foo: 1 }]],
    tags: [[['Free']], [{ name: ['Free'] }]],
  },
  ...byList(({ fields }) => {
    const wires = Object.values(fields).map(({ wire }) => wire);
    const refused = Object.entries(IN_LINKED).filter(([wire]) => wires.includes(wire));
    return { [fields.name!.wire]: ['', '0', 0, ...NOT_TEXT], ...Object.fromEntries(refused) };
  }),
  categories: {
    name: ['', '0', 'x'.repeat(201), ...NOT_TEXT],
    description: ['0', ...NOT_TEXT],
    slug: ['0', ...NOT_TEXT],
    parent: ['abc', 'music', -1, {}],
  },
  tags: { name: ['', '0', ...NOT_TEXT], description: NOT_TEXT, slug: ['0'] },
};

/** The first values of all fields of a kind, then the second ones, and so on: each record has a wrong value in many fields. */
const rounds = PLURALS.flatMap((kind) => {
  const fields = Object.entries(REFUSED[kind]);
  return upTo(Math.max(...fields.map(([, values]) => values.length))).map((round) => {
    const wrong = fields.filter(([, values]) => round < values.length);
    return [kind, round, Object.fromEntries(wrong.map(([name, values]) => [name, values[round]]))] as const;
  });
});

test.each(rounds)('%s: every value of round %i is refused by the name of its field', async (kind, _, wrong) => {
  const [status, code, names] = outcomeOf(await calendar.create(kind, wrong)) as [number, string, string[]];
  expect([status, code, [...names].sort()]).toEqual([400, 'rest_invalid_param', Object.keys(wrong).sort()]);
});

/** What is no wrong value in itself, but names what is not there, or does not fit to the rest. */
const LATER: readonly (readonly [kind: Plural, name: string, values: readonly unknown[]])[] = [
  ['events', 'start_date', NO_CLOCKS],
  ['events', 'end_date', [...NO_CLOCKS, '2026-12-31 10:00:00']],
  ['events', 'author', [99999]],
  ['events', 'image', [99999, '$hall']],
  ['events', 'venue', [99999, '$ann', '$one', { id: 99999 }]],
  ['events', 'organizer', [99999, '$hall', ['$ann', 99999], [{ id: '$hall' }]]],
  ['venues', 'author', [99999]],
  ['venues', 'image', [99999, '1e3', '99999.0']],
  ['categories', 'parent', [99999, '$free']],
];

test.each(LATER.flatMap(([kind, name, values]) => values.map((value) => [kind, name, value] as const)))(
  '%s: %s %j is refused',
  async (kind, name, value) => {
    expect(outcomeOf(await calendar.create(kind, { [name]: value }))).toEqual(invalid(name));
  },
);

test.each(PLURALS)('%s: null and an empty list count as missing where something is required', async (kind) => {
  const names = Object.keys(whole(kind));
  for (const none of [null, []]) {
    const fields = Object.fromEntries(names.map((name) => [name, none]));
    expect(outcomeOf(await calendar.create(kind, fields))).toEqual(missing(...names));
  }
});

test.each([null, []])('%j is refused by an update of what cannot be empty', async (none) => {
  const fields = {
    title: none,
    start_date: none,
    end_date: none,
    status: none,
    author: none,
    date: none,
    sticky: none,
  };
  const { app, id } = calendar;
  const answer = await app.rest('PATCH', `/events/${id('one')}`, { as: 'administrator', json: fields });
  expect([...(outcomeOf(answer) as [number, string, string[]])[2]].sort()).toEqual(Object.keys(fields).sort());
});

test('everything that is not there is named in one answer', async () => {
  const wrong = { author: 99999, image: 99999, venue: 99999, organizer: [99999] };
  expect(outcomeOf(await calendar.create('events', wrong))).toEqual(invalid('author', 'image', 'venue', 'organizer'));
});
