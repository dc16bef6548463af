import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalid, outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const ask = (path: string, as: 'anonymous' | 'editor' = 'editor') =>
  calendar.app.rest('GET', calendar.fill(path), { as });

/** What is refused, by the parameter that is named. */
const REFUSED: Record<string, Record<string, string[]>> = {
  '/events': {
    page: ['', '0', '-1', '2.5', 'abc', '0x1', '１', 'null', 'true', '1,2', '99999999999999999999', '%zz', '%ff'],
    'page[]': ['1'],
    'page[__proto__]': ['1'],
    per_page: ['', '0', '-1', '1.5', 'x'],
    venue: [
      ...['', ',', '0', '-1', '1.5', 'a', '{hall},a', '{hall},999999', '{ann}', '{one}', '[]', '[{hall}'],
      ...['hall', '{}'],
    ],
    'venue[]': ['', '1,2', 'a'],
    'venue[][]': ['{hall}'],
    'venue[a][b]': ['{hall}'],
    'venue[a][b][c][d][e][f][g]': ['{hall}'],
    organizer: ['', '0', 'x', '{hall}', '999999'],
    include: ['', 'abc', '-1', '{one}|{two}', '0'],
    categories: ['', '0', ',', 'nope', '{music},nope', '{free}', '[null]', '[[1]]', 'constructor'],
    tags: ['', '0', 'nope', '{music}', '999999'],
    post_parent: ['', '0', 'abc', '-1', '999999', '{hall}'],
    'post_parent[]': ['{one}'],
    featured: ['', 'yes', 'no', '2', 'on', 'null', 'constructor', '__proto__'],
    'featured[]': ['1'],
    geoloc: ['', 'maybe'],
    geoloc_lat: ['1', 'x', '91', '-90.1', 'NaN', 'Infinity'],
    geoloc_lng: ['1', 'x', '181'],
    search: ['', '0', '%00'],
    'search[]': ['a'],
    start_date: [
      ...['', 'garbage', 'x', '2031-13-01', '25:00', 'null', '99999999999999999999'],
      ...['2026-12-01%2000:00:00%20Mars', '%20', ',,', '%20,%20', '0000-00-00', '0000-00-00%2000:00:00'],
      ...['00000000', '2026-12-01%0A10:00', '2026-12-01%0910:00', '2026-12-01%C2%8510:00', '10000-01-01'],
      ...['0000-12-31', '10001-01-01'],
    ],
    'start_date[]': ['2027-01-01'],
    end_date: ['', 'never', '%20', ',,', '0000-00-00'],
    starts_before: ['', 'garbage', '%20', ',,', '0000-00-00'],
    starts_after: ['', 'garbage', '%20', ',,', '0000-00-00'],
    ends_before: ['', 'garbage', '%20', ',,', '0000-00-00'],
    ends_after: ['', 'garbage', '%20', ',,', '0000-00-00'],
    status: ['nope', 'PUBLISH', 'publish,nope', 'constructor', '__proto__', 'toString', '[1]'],
    multilang_language: ['', 'xx', 'KO', 'en-US', 'constructor'],
    'multilang_language[]': ['ko'],
  },
  '/venues': {
    page: ['', '0', 'abc'],
    per_page: ['', '-1'],
    search: ['', '0'],
    event: ['', '0', 'abc', '-1', '999999', '{hall}'],
    status: ['nope'],
    multilang_language: ['xx'],
  },
  '/organizers': { page: ['0'], search: [''], event: ['', '{ann}'], status: ['nope'], multilang_language: ['xx'] },
  '/categories': {
    page: ['', '0', '1.5'],
    per_page: ['abc'],
    search: ['', '0'],
    exclude: ['', 'nope', '999999'],
    include: ['', 'nope', '999999', '{free}'],
    order: [''],
    'order[]': ['asc'],
    orderby: [''],
    hide_empty: ['', 'no', 'abc', '2'],
    parent: ['', 'abc', '-1', '0.5', '999999', '{free}'],
    post: ['', '0', 'abc', '999999', '{hall}'],
    event: ['', '0', 'abc', '999999', '{hall}'],
    slug: ['', '0'],
    'slug[]': ['music'],
  },
  '/tags': { page: ['0'], include: ['{music}'], hide_empty: ['yes'], event: ['{hall}'], multilang_language: ['xx'] },
};

const refused = Object.entries(REFUSED).flatMap(([path, params]) =>
  Object.entries(params).flatMap(([name, values]) =>
    values.map((value) => [`${path}?${name}=${value}`, name] as const),
  ),
);

sampled(60).each(refused)('%s is refused', async (path, name) => {
  expect(outcomeOf(await ask(path))).toEqual(invalid(name.replace(/\[.*/, '')));
});

test('everything that is wrong with a list is named in one answer, in the order of the arguments', async () => {
  const wrong = ['multilang_language=xx', 'include=x', 'featured=x', 'venue=x', 'search=', 'start_date=x', 'page=0'];
  const names = ['page', 'start_date', 'search', 'venue', 'featured', 'include', 'multilang_language'];
  const answer = await ask(`/events?${wrong.join('&')}`, 'anonymous');
  expect(outcomeOf(answer)).toEqual(invalid(...names));
  expect(Object.keys(answer.body.data.details)).toEqual(names);
});

test('a term that is not there is said once', async () => {
  const { params } = (await ask('/categories?exclude=999999')).body.data;
  expect(params).toEqual({ exclude: 'Names a term that is not there.' });
});

test('everything that is not there is named in one answer', async () => {
  const answer = await ask('/events?categories=nope&tags=nope&venue=999999&organizer=999998&post_parent=999997');
  expect(outcomeOf(answer)).toEqual(invalid('categories', 'tags', 'venue', 'organizer', 'post_parent'));
});
