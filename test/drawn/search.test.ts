import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/language.ts';
import { restIn } from '../kinds/languages/asking.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made, NAME, PLURALS, type Plural } from '../support/making.ts';
import { foundPlaces, isTerm } from '../support/searching.ts';

/** What records of every kind are called. */
const NAMES: readonly Record<Language, string>[] = [
  { en: 'The spring gala at night', ko: '봄 축제 at 홀', es: 'La gala de primavera' },
  { en: 'Gala of spring - a night', ko: '축제 봄 - "밤"', es: 'Gala y año nuevo' },
  { en: 'Night market with www', ko: '밤 시장 a', es: 'Mercado a la noche' },
  { en: 'What is it', ko: '그것은 무엇', es: 'Qué es' },
];

let app: TestApp;
const ids = {} as Record<Plural, number[]>;

beforeAll(async () => {
  app = await buildApp();
  for (const kind of PLURALS) {
    ids[kind] = [];
    for (const names of NAMES) {
      const { id } = await made(app, kind, { [NAME[kind]]: names.en });
      ids[kind].push(id);
      for (const language of ['ko', 'es'] as const)
        await restIn(app, { form: 'segment', language }, 'PATCH', `/${kind}/${id}`, {
          json: { [NAME[kind]]: names[language] },
        });
    }
  }
});
afterAll(() => app.close());

const ALL = NAMES.map((_, index) => index);

interface Term {
  minus: boolean;
  words: string;
  phrase: boolean;
}

const COMMON = ['the', 'of', 'at', 'with', 'what', 'is', 'it', 'www', 'a', 'y'];

/** The plainest reading of a search: what occurs in a name, or in the slug that a term shows. A minus excludes events only. */
function expected(kind: Plural, asked: readonly Term[], language: Language): number[] {
  const literal = ({ minus, words, phrase }: Term) => ({ words: `${minus ? '-' : ''}${words}`, minus: false, phrase });
  const terms = kind === 'events' ? asked : asked.map(literal);
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .normalize('NFC')
      .toLowerCase();
  const wanted = terms.filter(({ minus }) => !minus);
  const unwanted = terms.filter(({ minus }) => minus);
  const telling = wanted.filter(({ words }) => !COMMON.includes(plain(words)));
  const drops = kind === 'events' && telling.length + unwanted.length > 0;
  return ALL.filter((index) => {
    const name = plain(NAMES[index]![language]);
    const slug = name.replace(/[^\p{L}\p{N}]+/gu, '-');
    const occurs = ({ words }: Term) => name.includes(plain(words)) || (isTerm(kind) && slug.includes(plain(words)));
    return (drops ? telling : wanted).every(occurs) && !unwanted.some(occurs);
  });
}

const WORDS = [
  'gala',
  'GÁLA',
  'spring',
  'night',
  'the',
  'of',
  'a',
  'with',
  'www',
  '축제',
  '봄',
  '밤',
  '홀',
  'año',
  'y',
  'qu',
  'it',
  '무엇',
  'is',
];
const PHRASES = [
  'spring gala',
  'gala of',
  'the',
  'A Night',
  '봄 축제',
  '축제 봄',
  'la gala',
  'what is it',
  'a',
  'at  홀',
];

const terms: fc.Arbitrary<Term[]> = fc.array(
  fc.oneof(
    fc.record({ minus: fc.boolean(), words: fc.constantFrom(...WORDS), phrase: fc.constant(false) }),
    fc.record({ minus: fc.boolean(), words: fc.constantFrom(...PHRASES), phrase: fc.constant(true) }),
  ),
  { minLength: 1, maxLength: 4 },
);

const written = ({ minus, words, phrase }: Term) => `${minus ? '-' : ''}${phrase ? `"${words}"` : words}`;

test.each(PLURALS)(
  'of %s finds in every language what has all words and phrases, and of events none with a minus',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        terms,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(' ', '  ', '\t'),
        async (asked, language, blank) => {
          const plainly = asked.map((term) => ({ ...term, words: term.words.replace(/\s+/g, ' ') }));
          const search = asked.map(written).join(blank);
          expect(await foundPlaces(app, ids[kind], kind, search, language), search).toEqual(
            expected(kind, plainly, language),
          );
        },
      ),
      { numRuns: runsOf(60, 300), seed: fuzzSeed() },
    );
  },
);
