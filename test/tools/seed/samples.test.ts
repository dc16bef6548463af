import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { DAY, isZone } from '../../../src/domain/zones.ts';
import { readSamples } from '../../../src/tools/seed/samples.ts';
import { runsOf } from '../../support/fuzz/seed.ts';

const begin = Date.parse('2026-01-01');

/** When the events begin if all lie around this day, from the first. */
async function startsAround(day: number): Promise<number[]> {
  const { items } = await readSamples(begin + day * DAY);
  return items.flatMap(({ said: [{ values }] }) => (typeof values.startsAt === 'number' ? [values.startsAt] : []));
}

test('a week later every sample is a week later, and on each day there is one today, one before and one after', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(20_000), async (day) => {
      const [starts, later] = [await startsAround(day), await startsAround(day + 7)];
      expect(later).toEqual(starts.map((at) => at + 7 * DAY));
      const days = new Set(starts.map((at) => Math.sign(Math.floor((at - begin) / DAY) - day)));
      expect(days).toEqual(new Set([-1, 0, 1]));
    }),
    { numRuns: runsOf(10, 40) },
  );
});

test('words are in every language, and every city has a place on the globe and a time zone', async () => {
  const { cities, words } = await readSamples(begin);
  const texts = Object.values(words).flat();
  expect(texts.filter((text) => LANGUAGES.some((language) => !text[language]))).toEqual([]);
  expect(cities.filter(({ lat, lng, zone }) => Math.abs(lat) > 60 || Math.abs(lng) > 180 || !isZone(zone))).toEqual([]);
  expect(new Set(cities.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  expect(cities.filter(({ price }) => !price.includes('#'))).toEqual([]);
});
