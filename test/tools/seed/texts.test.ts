import { expect, test } from 'vitest';
import { stripTags } from '../../../src/domain/html.ts';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { slugify } from '../../../src/domain/slug.ts';
import { isZone } from '../../../src/domain/zones.ts';
import { CITIES, TURNS } from '../../../src/tools/seed/texts/cities.ts';
import { beginnings } from '../../../src/tools/seed/texts/descriptions.ts';
import { BRANCHES, SUBJECTS, TOPICS } from '../../../src/tools/seed/texts/subjects.ts';
import { TAG_NAMES } from '../../../src/tools/seed/texts/tags.ts';
import { fill, readWords, type Words } from '../../../src/tools/seed/texts/words.ts';
import { upTo } from '../../support/making.ts';

test('words are written in three languages, or refused', () => {
  expect(readWords('Hall | 홀 | Sala')).toEqual({ en: 'Hall', ko: '홀', es: 'Sala' });
  expect(() => readWords('Hall | 홀')).toThrow('not three languages: Hall | 홀');
  expect(() => readWords('Hall |  | Sala')).toThrow('not three languages');
});

test('a pattern takes what stands in its slots, in each language', () => {
  const hall = readWords('Hall | 홀 | Sala');
  const name = readWords('Old | 옛 | Vieja');
  expect(fill(readWords('{name} {hall} | {name} {hall} | {hall} {name} {other}'), { name, hall })).toEqual({
    en: 'Old Hall',
    ko: '옛 홀',
    es: 'Sala Vieja {other}',
  });
});

/** The keys that more than one of the words have. */
function shared(all: readonly Words[], keyOf: (text: string) => string): string[] {
  const keys = all.flatMap((words) => [...new Set(LANGUAGES.map((language) => keyOf(words[language])))]);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

test.each([
  ['categories', BRANCHES.map(({ name }) => name)],
  ['tags', TAG_NAMES],
])('no two %s share a name or a slug in any language', (_kind, names) => {
  expect(shared(names, (name) => name.toLowerCase())).toEqual([]);
  expect(shared(names, slugify)).toEqual([]);
});

test('categories form a tree of three levels, and every subject has events and words', () => {
  const levelOf = (place: number | undefined): number =>
    place === undefined ? 0 : 1 + levelOf(BRANCHES[place]!.parent);
  expect(new Set(BRANCHES.map((_, place) => levelOf(place)))).toEqual(new Set([1, 2, 3]));
  expect(BRANCHES.every(({ parent = -1 }, place) => parent < place)).toBe(true);
  expect(new Set(TOPICS.map(({ subject }) => subject))).toEqual(new Set(upTo(SUBJECTS)));
  expect(TOPICS.every(({ branch, subject }) => BRANCHES[branch]!.subject === subject)).toBe(true);
  expect(upTo(SUBJECTS).map((subject) => beginnings(subject).length)).toEqual(upTo(SUBJECTS).map(() => 2));
});

test('every city has a place on the globe and a time zone, and its turn', () => {
  for (const { lat, lng, zone, country } of CITIES) {
    expect(Math.abs(lat)).toBeLessThan(60);
    expect(Math.abs(lng)).toBeLessThan(180);
    expect(isZone(zone), zone).toBe(true);
    expect(country.price).toContain('#');
  }
  expect(new Set(TURNS)).toEqual(new Set(CITIES));
  expect(new Set(CITIES.map(({ country }) => country.language))).toEqual(new Set(LANGUAGES));
});

test('names hold no markup', () => {
  const names = [...BRANCHES, ...TOPICS, ...CITIES].flatMap(({ name }) => Object.values(name));
  expect(names.map(stripTags)).toEqual(names);
});
