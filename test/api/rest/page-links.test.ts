import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalid, outcomeOf } from '../../support/outcome.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

test.each([
  ['events', 'status='],
  ['venues', 'status[]='],
  ['organizers', 'status=,'],
  ['events', 'status=%20'],
] as const)('in /%s?%s the empty status stands in links, and leads to the same list', async (kind, status) => {
  const { app } = calendar;
  const as = 'editor';
  const start = 'start_date=2020-01-01&per_page=1';
  for (const status of ['private', 'draft']) await calendar.create(kind, { status });
  const { body } = await app.rest('GET', `/${kind}?${status}&${start}`, { as });
  expect(new URL(body.next_rest_url).searchParams.get('status')).toBe('');
  const next = await app.fetch(body.next_rest_url.replace(/^https?:\/\/[^/]+/, ''), { as });
  expect([next.status, next.body.total]).toEqual([200, body.total]);
  const whole = await app.rest('GET', `/${kind}?${start}&status=publish,private`, { as });
  expect(whole.body.total).toBe(body.total);
  expect(outcomeOf(await app.rest('GET', `/${kind}?${status}`))).toEqual(invalid('status'));
});

/** Any order of any parameters: `test/drawn/page-links.test.ts`. */
test('a link to the third page of a list names the page last, and so does the link back to it', async () => {
  const { body: second } = await calendar.app.rest('GET', '/events?page=2&status=publish&per_page=1');
  expect(second.next_rest_url).toMatch(/\?status=publish&per_page=1&start_date=[^&]+&end_date=[^&]+&page=3$/);
  const { body: third } = await calendar.app.rest('GET', '/events?page=3&per_page=1');
  expect(third.previous_rest_url).toMatch(/\?per_page=1&start_date=[^&]+&end_date=[^&]+&status=publish&page=2$/);
});

test('a link of another kind has its parameters as they were sent, and then the page', async () => {
  const { body } = await calendar.app.rest('GET', '/categories?order=desc&page=1&hide_empty=0&per_page=1&orderby=name');
  expect(body.next_rest_url).toMatch(/\?order=desc&hide_empty=0&per_page=1&orderby=name&.*page=2$/);
});
