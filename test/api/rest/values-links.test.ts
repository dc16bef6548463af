import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../support/outcome.ts';
import { sendRaw } from '../../support/sending.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const LINKS: readonly (readonly [venue: unknown, names: string[]])[] = [
  ['$hall', ['Hall']],
  ['{hall}', ['Hall']],
  ['{hall},{annex}', ['Hall', 'Annex']],
  ['{hall}%2C{annex}', ['Hall', 'Annex']],
  ['[{annex},{hall}]', ['Annex', 'Hall']],
  [
    ['$annex', '{hall}'],
    ['Annex', 'Hall'],
  ],
  [{ id: '$hall', venue: 'Another name' }, ['Hall']],
  [
    [{ id: '{hall}' }, '$annex'],
    ['Hall', 'Annex'],
  ],
  [{ venue: 'Inline 1', city: 'X' }, ['Inline 1']],
  [
    [{ venue: 'Inline 2' }, '$hall', { venue: 'Inline 3' }],
    ['Inline 2', 'Hall', 'Inline 3'],
  ],
  [{ id: null, venue: 'Inline 4' }, ['Inline 4']],
  [[null, '', '$hall', '$hall'], ['Hall']],
  [['', 0, [[]]], []],
  [{}, []],
  [0, []],
  [false, []],
];

test.each(LINKS)('an event takes %j as its venues', async (venue, names) => {
  const answer = await calendar.create('events', { venue });
  expect([outcomeOf(answer), [answer.body.venue].flat().map((each) => each.venue)]).toEqual([201, names]);
});

const TERMS: readonly (readonly [categories: unknown, names: string[]])[] = [
  ['$music', ['Music']],
  ['{music}', ['Music']],
  ['music', ['Music']],
  ['ART & CRAFT', ['Art &amp; Craft']],
  [
    ['$music', 'art-craft'],
    ['Art &amp; Craft', 'Music'],
  ],
  [
    [{ id: '$music' }, { name: 'Art & Craft' }],
    ['Art &amp; Craft', 'Music'],
  ],
  [{ name: 'Music' }, ['Music']],
  ['Jazz, Blues', ['Blues', 'Jazz']],
  ['Pop%2CRock', ['Pop', 'Rock']],
  [['', null, 0, -1, 999999, 'Music'], ['Music']],
  [false, []],
];

test.each(TERMS)('an event takes %j as its categories', async (categories, names) => {
  const answer = await calendar.create('events', { categories });
  expect([outcomeOf(answer), answer.body.categories?.map(({ name }: { name: string }) => name)]).toEqual([201, names]);
});

test('a form names records of its own in brackets', async () => {
  const form = 'title=F&start_date=2027-01-01&end_date=2027-01-02&venue[venue]=Nested&venue[city]=X&organizer[]={ann}';
  const body = calendar.fill(`${form}&organizer[][organizer]=Bob&categories[0]=Music&categories[1]=Swing&tags=a,b`);
  const answer = await sendRaw(calendar.app, '/events', 'application/x-www-form-urlencoded', body);
  expect(outcomeOf(answer)).toBe(201);
  expect(answer.body).toMatchObject({
    venue: { venue: 'Nested', city: 'X' },
    organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
    categories: [{ name: 'Music' }, { name: 'Swing' }],
    tags: [{ name: 'a' }, { name: 'b' }],
  });
});
