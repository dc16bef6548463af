import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byList, EVENT_LINKS } from '../../src/kinds/event-links.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { NAME, PLURALS, type Plural } from '../support/making.ts';
import { type SmallCalendar, smallCalendar } from '../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
  for (const { inEvents } of EVENT_LINKS)
    for (const name of ['Ann Bee', 'Ann Cee']) await calendar.create(inEvents, { [NAME[inEvents]]: name });
  await calendar.create('events', { title: 'Two more' });
});
afterAll(() => calendar.app.close());

const seed = fuzzSeed();

/** Parameters that leave more than one record of a kind. */
const HARMLESS: Record<Plural, readonly string[]> = {
  events: ['start_date=2020-01-01', 'end_date=2030-01-01', 'status=publish', 'unknown=1', 'search=two'],
  ...byList(() => ['status=publish', 'search=ann']),
  venues: ['status=publish', 'search=a', 'has_events=1'],
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
  await fc.assert(links, { seed, numRuns: runsOf(60, 300) });
});
