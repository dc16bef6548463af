import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzSeed } from '../../support/fuzz/seed.ts';
import { PLURALS, type Plural } from '../../support/making.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
  await calendar.create('organizers', { organizer: 'Ann Bee' });
  await calendar.create('events', { title: 'Two more' });
});
afterAll(() => calendar.app.close());

const seed = fuzzSeed();

/** Parameters that leave more than one record of a kind. */
const HARMLESS: Record<Plural, readonly string[]> = {
  events: ['start_date=2020-01-01', 'end_date=2030-01-01', 'status=publish', 'unknown=1', 'search=two'],
  venues: ['status=publish', 'search=a', 'has_events=1'],
  organizers: ['status=publish', 'search=ann'],
  categories: ['hide_empty=0', 'orderby=name', 'order=desc'],
  tags: ['order=desc', 'hide_empty=0', 'orderby=slug'],
};

/** A request for a page in the middle or at the start of a list, its parameters in any order. */
const anyRequest = fc.constantFrom(...PLURALS).chain((kind) =>
  fc
    .shuffledSubarray([...HARMLESS[kind], 'multilang_language=en'])
    .chain((sent) => fc.shuffledSubarray([...sent, 'page=1', 'per_page=1'], { minLength: sent.length + 2 }))
    .map((sent) => ({ kind, sent })),
);

const nameOf = (parameter: string): string => parameter.slice(0, parameter.indexOf('='));
const namesIn = (address: string): string[] => [...new URL(address).searchParams.keys()];

test(`links to other pages end with page, after the parameters in the order in which they were sent (FUZZ_SEED=${seed})`, async () => {
  const links = fc.asyncProperty(anyRequest, async ({ kind, sent }) => {
    const list = (query: string) => calendar.app.rest('GET', `/${kind}?${query}`);
    const first = (await list(sent.join('&'))).body;
    expect(first.total, JSON.stringify(first)).toBeGreaterThan(1);
    expect(first.next_rest_url).toMatch(/&page=2$/);
    const known = sent.map(nameOf).filter((name) => !['page', 'unknown'].includes(name));
    const named = namesIn(first.next_rest_url);
    expect(named.slice(0, known.length)).toEqual(known);
    const second = (await calendar.app.fetch(first.next_rest_url.replace(/^https?:\/\/[^/]+/, ''))).body;
    expect(namesIn(second.previous_rest_url)).toEqual(named.filter((name) => name !== 'page'));
    expect(namesIn(second.rest_url).filter((name) => name !== 'page')).toEqual(named.filter((name) => name !== 'page'));
  });
  await fc.assert(links, { seed, numRuns: 60 });
});

test.each(['status=', 'status[]=', 'status=,', 'status=%20'])(
  'an empty status stands in links as an empty one, and leads to the same list: %s',
  async (status) => {
    const { app } = calendar;
    const as = 'editor';
    const start = 'start_date=2020-01-01&per_page=1';
    for (const kind of ['events', 'venues', 'organizers'] as const) {
      await calendar.create(kind, { status: 'private' });
      await calendar.create(kind, { status: 'draft' });
      const { body } = await app.rest('GET', `/${kind}?${status}&${start}`, { as });
      expect(new URL(body.next_rest_url).searchParams.get('status'), kind).toBe('');
      const next = await app.fetch(body.next_rest_url.replace(/^https?:\/\/[^/]+/, ''), { as });
      expect([next.status, next.body.total], kind).toEqual([200, body.total]);
      const whole = await app.rest('GET', `/${kind}?${start}&status=publish,private`, { as });
      expect(whole.body.total, kind).toBe(body.total);
      const refused = await app.rest('GET', `/${kind}?${status}`);
      expect(refused.body, kind).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { status: expect.anything() } },
      });
    }
  },
);

test('a link to the third page of a list names the page last, and so does the link back to it', async () => {
  const { body: second } = await calendar.app.rest('GET', '/events?page=2&status=publish&per_page=1');
  expect(second.next_rest_url).toMatch(/\?status=publish&per_page=1&start_date=[^&]+&end_date=[^&]+&page=3$/);
  const { body: third } = await calendar.app.rest('GET', '/events?page=3&per_page=1');
  expect(third.previous_rest_url).toMatch(/\?per_page=1&start_date=[^&]+&end_date=[^&]+&status=publish&page=2$/);
});
