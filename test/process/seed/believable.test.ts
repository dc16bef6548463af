import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { FIRST } from '../../../src/domain/recurrence/expand.ts';
import { STATUSES } from '../../../src/domain/status.ts';
import { startsToMake } from '../../../src/kinds/series/occurrences.ts';
import { calendarOf } from '../../../src/tools/seed/calendar.ts';
import { DEMO, type Parameters, parametersOf } from '../../../src/tools/seed/options.ts';
import type { Contents, Records } from '../../support/stored.ts';

const AROUND = Date.parse('2026-11-20T00:00:00Z');
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

/** How often each id is named, from the most often to the least. */
function popularity(field: 'venues' | 'organizers' | 'tags'): number[] {
  const times = new Map<number, number>(all[field].map(({ _id }) => [_id, 0]));
  for (const event of all.events) for (const id of event[field]) times.set(id, times.get(id)! + 1);
  return [...times.values()].sort((a, b) => b - a);
}

test.each([1, 2, 3, 4, 5])('of seed %i there is the festival that the examples of GraphQL name', async (seed) => {
  const { events } = await told({ seed, events: 1 });
  expect(events).toMatchObject([{ slug: { en: 'seoul-music-week' }, status: 'publish' }]);
  expect(Object.keys(events[0]!.text)).toEqual([...LANGUAGES]);
});

describe('events', () => {
  test('begin mostly within the next 24 months, some before, few later', () => {
    const days = (event: { startsAt: number }) => (event.startsAt - AROUND) / DAY;
    expect(share(all.events, (event) => days(event) >= 0 && days(event) < 730)).toBeGreaterThan(0.7);
    expect(share(all.events, (event) => days(event) < 0)).toBeGreaterThan(0.15);
    expect(Math.min(...all.events.map(days))).toBeGreaterThan(-3 * 366);
    expect(Math.max(...all.events.map(days))).toBeLessThan(3.1 * 366);
  });

  test('are mostly public, and have every state', () => {
    expect(new Set(all.events.map(({ status }) => status))).toEqual(new Set(STATUSES));
    expect(share(all.events, ({ status }) => status === 'publish')).toBeGreaterThan(0.8);
  });

  test.each([
    ['last whole days', ({ allDay }) => allDay, 0.01, 0.12],
    ['last several days', ({ startsAt, endsAt }) => endsAt - startsAt > 1.5 * DAY, 0.03, 0.15],
    ['are featured', ({ featured }) => featured, 0.02, 0.06],
    ['are hidden from lists', ({ hideFromListings }) => hideFromListings, 0.01, 0.04],
    ['are canceled or postponed', ({ eventStatus }) => eventStatus !== undefined, 0.02, 0.12],
    ['say why they are', ({ text }) => Object.values(text).some((said) => 'statusReason' in said), 0.02, 0.12],
    ['take place online', ({ onlineUrl }) => onlineUrl !== undefined, 0.03, 0.25],
    ['stand out', ({ sticky }) => sticky, 0.002, 0.03],
    ['take place nowhere', ({ venues }) => venues.length === 0, 0.02, 0.1],
    ['have several organizers', ({ organizers }) => organizers.length > 1, 0.02, 0.12],
    ['have no tag', ({ tags }) => tags.length === 0, 0.1, 0.35],
  ] as [string, (event: Contents['events'][number]) => boolean, number, number][])(
    'some %s',
    (_what, which, least, most) => {
      expect(share(all.events, which)).toBeGreaterThan(least);
      expect(share(all.events, which)).toBeLessThan(most);
    },
  );

  test('have one venue at the most, unless several are asked for: then a few have two', async () => {
    expect(all.events.filter(({ venues }) => venues.length > 1)).toEqual([]);
    const { events } = await told({ severalVenues: true });
    expect(share(events, ({ venues }) => venues.length > 1)).toBeGreaterThan(0.005);
    expect(share(events, ({ venues }) => venues.length > 1)).toBeLessThan(0.06);
    expect(events.map(({ text }) => text)).toEqual(all.events.map(({ text }) => text));
  });

  test('are made before the day and never changed after it, and those to come are dated later', () => {
    expect(all.events.filter(({ modifiedAt }) => modifiedAt > AROUND)).toEqual([]);
    const scheduled = all.events.filter(({ status }) => status === 'future');
    expect(scheduled.every(({ publishedAt }) => publishedAt > AROUND)).toBe(true);
    expect(all.events.every(({ publishedAt, status }) => status === 'future' || publishedAt < AROUND)).toBe(true);
  });
});

test.each(['events', 'venues', 'organizers'] as const)(
  '%s are first written in any of the languages, most of them are in all, and some are not',
  (kind) => {
    const languagesOf = ({ text }: { text: object }) => Object.keys(text).length;
    expect(new Set(all[kind].map(({ original }) => original))).toEqual(new Set(LANGUAGES));
    expect(share<{ text: object }>(all[kind], (record) => languagesOf(record) === 3)).toBeGreaterThan(0.5);
    expect(share<{ text: object }>(all[kind], (record) => languagesOf(record) < 3)).toBeGreaterThan(0.1);
  },
);

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

test.each(['venues', 'organizers', 'tags'] as const)('a few %s are named very often, many seldom', (kind) => {
  const times = popularity(kind);
  const named = times.reduce((sum, each) => sum + each);
  expect(times[0]! / named).toBeGreaterThan(3 / times.length);
  expect(times.at(-1)! / named).toBeLessThan(0.7 / times.length);
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

test('a good number of events has a title of its own', () => {
  const titles = new Set(all.events.map(({ text, original }) => text[original]!.title));
  expect(titles.size / all.events.length).toBeGreaterThan(0.6);
});
