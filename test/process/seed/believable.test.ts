import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { FIRST } from '../../../src/domain/recurrence/expand.ts';
import { startsToMake } from '../../../src/kinds/series/occurrences.ts';
import { calendarOf } from '../../../src/tools/seed/calendar.ts';
import { DEMO, type Parameters, parametersOf } from '../../../src/tools/seed/options.ts';
import type { Contents, Records } from '../../support/stored.ts';

const DAY = 86_400_000;

/** A calendar of 2000 events, with these parameters besides. */
async function told(parameters: Partial<Parameters> = {}): Promise<Records> {
  const { collections } = calendarOf(parametersOf({ events: 2000, around: '2026-11-20', ...parameters }));
  return Object.fromEntries(collections.map(({ name, records }) => [name, [...records]])) as object as Records;
}

let all: Records;

beforeAll(async () => {
  all = await told();
});

const share = <R>(records: readonly R[], which: (record: R) => boolean): number =>
  records.filter(which).length / records.length;

test.each([1, 2, 3, 4, 5])('of seed %i there is the festival that the examples of GraphQL name', async (seed) => {
  const { events } = await told({ seed, events: 1 });
  expect(events).toMatchObject([{ slug: { en: 'seoul-music-week' }, status: 'publish' }]);
  expect(Object.keys(events[0]!.text)).toEqual([...LANGUAGES]);
});

describe('events', () => {
  test('have one venue at the most, unless several are asked for: then a few have two', async () => {
    expect(all.events.filter(({ venues }) => venues.length > 1)).toEqual([]);
    const { events } = await told({ severalVenues: true });
    expect(share(events, ({ venues }) => venues.length > 1)).toBeGreaterThan(0.005);
    expect(share(events, ({ venues }) => venues.length > 1)).toBeLessThan(0.06);
    expect(events.map(({ text }) => text)).toEqual(all.events.map(({ text }) => text));
  });
});

test.each(['categories', 'tags'] as const)('%s are there in every language', (kind) => {
  expect(all[kind].filter(({ text }) => Object.keys(text).length < 3)).toEqual([]);
});

describe('the demo', () => {
  const day = Date.parse('2026-11-24T00:00:00+09:00');
  let demo: Records;
  let shown: Contents['events'];
  beforeAll(async () => {
    demo = await told({ ...DEMO, around: '2026-11-24' });
    shown = demo.events.filter(({ status }) => status === 'publish');
  });

  test('is a city: a dozen venues, eight organizers, categories and tags', () => {
    const { venues, organizers, categories, tags } = demo;
    expect([venues.length, organizers.length]).toEqual([12, 8]);
    expect([categories.length > 20, tags.length > 10]).toEqual([true, true]);
    expect(new Set(venues.map(({ text }) => text.en!.city))).toEqual(new Set(['Seoul']));
    expect(venues.every(({ image, geoLat }) => image && geoLat)).toBe(true);
  });

  test.each<[string, (event: Contents['events'][number]) => boolean, number]>([
    ['today', ({ startsAt }) => startsAt >= day && startsAt < day + DAY, 2],
    ['running', ({ startsAt, endsAt }) => startsAt < day && endsAt > day + DAY, 1],
    ['past', ({ endsAt }) => endsAt < day, 3],
    ['canceled', ({ eventStatus }) => eventStatus === 'canceled', 1],
    ['postponed', ({ eventStatus }) => eventStatus === 'postponed', 1],
    ['online', ({ onlineUrl }) => onlineUrl !== undefined, 2],
    ['free', ({ cost }) => cost?.raw === '0', 5],
    ['priced', ({ cost }) => cost !== undefined && cost.raw !== '0', 5],
    ['featured', ({ featured }) => featured, 2],
    ['pictured', ({ image }) => image !== undefined, 30],
    ['told in all languages', ({ text }) => Object.keys(text).length === 3, 45],
    ['told in one language', ({ text }) => Object.keys(text).length === 1, 3],
  ])('has events that are %s', (_, is, least) => {
    expect(shown.filter(is).length).toBeGreaterThanOrEqual(least);
  });
});

test('what takes place each week is a series, whose rule gives its events', async () => {
  expect(all.series.length).toBeGreaterThan(4);
  for (const series of all.series) {
    const { starts } = await startsToMake(series, { from: FIRST, now: series.startsAt, most: 10 });
    const events = all.events.filter((event) => event.series === series._id);
    expect(events.map(({ originalStartsAt }) => originalStartsAt).sort()).toEqual(starts.map(({ at }) => at));
  }
});

test('venues and organizers have names that nobody else has', () => {
  for (const kind of ['venues', 'organizers'] as const) {
    const names = all[kind].flatMap((record) => record.names);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('every image is stored by its path, so that it follows the site', () => {
  expect(all.images.length).toBeGreaterThan(50);
  expect(all.images.filter(({ url }) => !url.startsWith('/pictures/'))).toEqual([]);
});

test('every address of a website or a mailbox is one of nobody', () => {
  const text = JSON.stringify(all);
  const hosts = [...text.matchAll(/(?:https?:\/\/|[\w.-]+@)([\w-]+(?:\.[\w-]+)+)/g)].map(([, host]) => host);
  expect(new Set(hosts)).toEqual(new Set(['example.org', 'example.com', 'example.net']));
});
