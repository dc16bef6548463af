import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSameEvent, type Occasion } from '../../src/domain/same-event.ts';

/** An event of the corpus: its start in UTC, or its day. */
interface Labelled {
  title: string;
  at: string;
  place?: { name: string; city?: string; lat?: number; lng?: number };
}

/** Two events; whether they are one, and how the second was made of the first. */
interface Pair {
  same: boolean;
  how: string;
  a: Labelled;
  b: Labelled;
}

/**
 * Events of the corpus (the demo calendar, the recorded site, the iCalendar files), each as another source would write it, and beside
 * another event that is nearly the same. Each pair was read and labelled.
 */
const PAIRS = readFileSync(new URL('same-event.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Pair => JSON.parse(line));

const occasionOf = ({ title, at, place }: Labelled): Occasion => ({
  startsAt: Date.parse(at.length === 10 ? at : `${at}Z`),
  day: at.slice(0, 10),
  allDay: at.length === 10,
  titles: [title],
  places: [place ?? []].flat().map(({ name, city, lat, lng }) => ({
    names: [name],
    cities: [city ?? []].flat(),
    point: lat === undefined || lng === undefined ? undefined : { lat, lng },
  })),
});

const areSame = ({ a, b }: Pair) => isSameEvent(occasionOf(a), occasionOf(b));

test('of 200 pairs of one event at least 95 % are found, and none of 200 near pairs', () => {
  const [same, near] = [true, false].map((label) => PAIRS.filter(({ same }) => same === label)) as [Pair[], Pair[]];
  expect([same.length, near.length]).toEqual([200, 200]);
  expect(near.filter(areSame)).toEqual([]);
  expect(same.filter((pair) => !areSame(pair)).length).toBeLessThanOrEqual(10);
});

test('the order of the two does not matter', () => {
  expect(PAIRS.filter((pair) => areSame(pair) !== areSame({ ...pair, a: pair.b, b: pair.a }))).toEqual([]);
});
