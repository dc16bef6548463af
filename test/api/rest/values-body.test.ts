import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plural } from '../../support/making.ts';
import { outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';
import { WAYS } from '../../support/sending.ts';
import { type Fields, type SmallCalendar, smallCalendar, whole } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const idsOf = (shown: unknown): unknown =>
  [shown].flat().map((each) => (typeof each === 'object' && each !== null && 'id' in each ? each.id : each));

/** Values that are one text, in all three ways: what is sent, and what the record shows. */
const TEXTS: readonly (readonly [rule: string, kind: Plural, field: string, sent: string, shown: unknown])[] = [
  ['string', 'events', 'title', 'false', 'false'],
  ['string', 'venues', 'venue', '5 & 6', '5 &amp; 6'],
  ['string or empty', 'venues', 'city', 'Seoul', 'Seoul'],
  ['string or empty: nothing', 'venues', 'city', '', undefined],
  ['string or empty: 0', 'venues', 'zip', '0', '0'],
  ['string or empty: not looked at', 'organizers', 'email', 'nope', 'nope'],
  ['user id', 'events', 'author', '3', '3'],
  ['user id, with a point', 'venues', 'author', '3.0', '3'],
  ['time', 'events', 'date', '2020-02-03 04:05:06', '2020-02-03 04:05:06'],
  ['time: a date', 'venues', 'date', '2020-02-03', '2020-02-03 00:00:00'],
  ['time: ISO 8601', 'organizers', 'date_utc', '2020-02-03T04:05:06+09:00', '2020-02-02 19:05:06'],
  ['time: words', 'events', 'start_date', '31 December 2026 3pm', '2026-12-31 15:00:00'],
  ['time: relative words', 'events', 'start_date', 'tomorrow 9am', '2026-11-21 09:00:00'],
  ['time: time stamp', 'events', 'start_date', '1796205600', '2026-12-02 10:00:00'],
  ['time: a day that overflows', 'events', 'start_date', '2026-02-30 10:00:00', '2026-03-02 10:00:00'],
  ['time: an offset', 'events', 'start_date', '2026-12-01T10:00:00-05:00', '2026-12-01 15:00:00'],
  ['timezone or empty: nothing', 'events', 'timezone', '', 'UTC'],
  ['timezone or empty: 0', 'events', 'timezone', '0', 'UTC'],
  ['timezone', 'events', 'timezone', 'Asia/Seoul', 'Asia/Seoul'],
  ['timezone in any case', 'events', 'timezone', 'asia/seoul', 'asia/seoul'],
  ['timezone: offset', 'events', 'timezone', 'UTC+5.5', 'UTC+5.5'],
  ['timezone: negative offset', 'events', 'timezone', 'UTC-3', 'UTC-3'],
  ['timezone: offset with minutes', 'events', 'timezone', 'UTC+5:30', 'UTC+5:30'],
  ['timezone: offset alone', 'events', 'timezone', '+05:00', '+05:00'],
  ['timezone: abbreviation', 'events', 'timezone', 'EST', 'EST'],
  ['boolean', 'events', 'featured', 'TRUE', true],
  ['boolean: 1', 'events', 'sticky', '1', true],
  ['boolean: False', 'events', 'all_day', 'False', false],
  ['boolean: 0', 'events', 'show_map', '0', false],
  ['truthy', 'venues', 'show_map', 'Enabled', true],
  ['truthy: y', 'venues', 'show_map_link', 'y', true],
  ['truthy: other words', 'venues', 'show_map', 'abc', false],
  ['truthy: 2', 'venues', 'show_map', '2', false],
  ['truthy: nothing', 'venues', 'show_map', '', false],
  ['URL or empty', 'venues', 'website', 'http://x', 'http://x'],
  ['URL or empty: another scheme', 'events', 'website', 'mailto:a@b.example', 'mailto:a@b.example'],
  ['URL or empty: nothing', 'venues', 'website', '', undefined],
  ['URL or empty: 0', 'venues', 'website', '0', undefined],
  ['image: nothing', 'events', 'image', '', false],
  ['image: nothing', 'organizers', 'image', '', undefined],
  ['post status', 'events', 'status', 'private', 'private'],
  ['post status: trash', 'venues', 'status', 'trash', 'trash'],
  ['plain: cost', 'events', 'cost', '10-20', '$10 – $20'],
  ['plain: cost of nothing', 'events', 'cost', '', ''],
  ['plain: cost of 0', 'events', 'cost', '0', 'Free'],
  ['number', 'venues', 'geo_lat', '', undefined],
];

/** Each text in one way, by turns: behind the three is one reading of texts. */
sampled(12).each(TEXTS.map((row, index) => [row[0], ...WAYS[index % WAYS.length]!, ...row.slice(1)] as const))(
  '%s, %s',
  async (_rule, _way, send, ...row) => {
    const [kind, field, sent, shown] = row as [Plural, string, string, unknown];
    const answer = await send(calendar.app, `/${kind}`, { ...whole(kind), [field]: sent });
    expect([outcomeOf(answer), answer.body[field]]).toEqual([201, shown]);
  },
);

test.each(WAYS)('%s, ids, names and addresses as text are links', async (_, send) => {
  const links = { venue: '{hall},{annex}', organizer: '{ann}', categories: 'Music,{craft}', image: '{picture}' };
  const fields = { ...whole('events'), ...JSON.parse(calendar.fill(JSON.stringify(links))) };
  const { body } = await send(calendar.app, '/events', fields);
  const shown = [body.venue, body.organizer, body.categories, body.image].map(idsOf);
  const [hall, annex, ann, music, craft, picture] = ['hall', 'annex', 'ann', 'music', 'craft', 'picture'].map(
    calendar.id,
  );
  expect(shown).toEqual([[hall, annex], [ann], [craft, music], [picture]]);
});

const NO_CURRENCY = { currency_symbol: '', currency_code: '', currency_position: '' };

/** What JSON can say besides. `$hall` is the id of a record as a number, `{hall}` as text. */
const JSON_FORMS: readonly (readonly [kind: Plural, fields: Fields, shown: Fields])[] = [
  ['events', { title: 5 }, { title: '5' }],
  ['events', { title: true }, { title: 'true' }],
  ['venues', { zip: 10001, phone: 5551234 }, { zip: '10001', phone: '5551234' }],
  ['events', { start_date: 1796205600 }, { start_date: '2026-12-02 10:00:00' }],
  [
    'events',
    { featured: 1, sticky: true, show_map: 0, all_day: false },
    { featured: true, sticky: true, show_map: false },
  ],
  ['venues', { show_map: false, show_map_link: 1 }, { show_map: false, show_map_link: true }],
  ['events', { cost: 12.5 }, { cost: '$12.5' }],
  ['events', { cost: ['5', '10'] }, { cost: '$5 – $10' }],
  ['events', { cost: 0 }, { cost: 'Free', cost_details: { ...NO_CURRENCY, values: ['0'] } }],
  ['events', { cost: false }, { cost: '', cost_details: { ...NO_CURRENCY, values: [] } }],
  ['events', { cost: ['Free', 10] }, { cost: 'Free – $10', cost_details: { ...NO_CURRENCY, values: ['free', '10'] } }],
  ['events', { image: '$picture' }, { image: expect.objectContaining({ id: expect.any(Number) }) }],
  ['events', { image: { id: '$picture' } }, { image: expect.objectContaining({ url: 'https://example.org/a.png' }) }],
  ['events', { image: false }, { image: false }],
  ['events', { author: 3.0 }, { author: '3' }],
  ...[null, '', []].map(
    (none) => ['categories', { description: none, slug: none, parent: none }, { parent: 0 }] as const,
  ),
];

test.each(JSON_FORMS.map((row, number) => [row[0], Object.keys(row[1]).slice(0, 4), number, ...row] as const))(
  '%s take %j as the JSON of row %i',
  async (_kind, _names, _number, kind, fields, shown) => {
    const answer = await calendar.create(kind, fields);
    expect([outcomeOf(answer), answer.body]).toEqual([201, expect.objectContaining(shown)]);
  },
);

test.each([null, '', []])('events take %j in all fields that may be empty', async (none) => {
  const texts = { description: none, excerpt: none, cost: none, image: none, timezone: none };
  const links = { venue: none, organizer: none, categories: none, tags: none };
  const shown = { description: '', excerpt: '', cost: '', image: false, timezone: 'UTC' };
  const answer = await calendar.create('events', { ...texts, ...links, website: none, slug: none });
  const nothing = { ...shown, venue: [], organizer: [], categories: [], tags: [] };
  expect([outcomeOf(answer), answer.body]).toEqual([201, expect.objectContaining(nothing)]);
});

test.each([null, '', []])('%j clears the texts of a venue, its place and its picture', async (none) => {
  const full = {
    city: 'X',
    zip: '1',
    geo_lat: 1,
    geo_lng: 2,
    website: 'http://x',
    image: '$picture',
    description: 'X',
  };
  const { body } = await calendar.create('venues', full);
  expect(body).toMatchObject({ city: 'X', geo_lat: '1' });
  const cleared = Object.fromEntries(Object.keys(full).map((name) => [name, none]));
  const answer = await calendar.app.rest('PATCH', `/venues/${body.id}`, { as: 'administrator', json: cleared });
  expect(outcomeOf(answer)).toBe(200);
  expect(Object.keys(answer.body).filter((name) => name in full)).toEqual([]);
});

test('what a body says wins over what the query says', async () => {
  const json = { venue: 'Said twice', city: 'Body' };
  const answer = await calendar.app.rest('POST', '/venues?city=Query&state=Q', { as: 'administrator', json });
  expect(answer.body).toMatchObject({ city: 'Body', state: 'Q' });
});
