import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { graphqlIn, NAME, restIn } from '../../kinds/languages/asking.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { fuzzSeed } from '../../support/fuzz/seed.ts';
import { made, PLURALS, type Plural } from '../../support/making.ts';
import { invalid, outcomeOf } from '../../support/outcome.ts';

/** What records of every kind are called. */
const NAMES: readonly Record<Language, string>[] = [
  { en: 'The spring gala at night', ko: '봄 축제 at 홀', es: 'La gala de primavera' },
  { en: 'Gala of spring - a night', ko: '축제 봄 - "밤"', es: 'Gala y año nuevo' },
  { en: 'Night market with www', ko: '밤 시장 a', es: 'Mercado a la noche' },
  { en: 'What is it', ko: '그것은 무엇', es: 'Qué es' },
];

const PAGE = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

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

const pathOf = (kind: Plural, search: string) =>
  `/${kind}?${new URLSearchParams({ search, per_page: '50', ...(isTerm(kind) ? { hide_empty: '0' } : {}) })}`;

const isTerm = (kind: Plural): boolean => kind === 'categories' || kind === 'tags';

/** The places in `NAMES` of what both doors find. */
async function found(kind: Plural, search: string, language: Language = 'en'): Promise<number[]> {
  const places = (items: { id: number }[]) => items.map(({ id }) => ids[kind].indexOf(id)).sort();
  const rest = await restIn(app, { form: 'parameter', language }, 'GET', pathOf(kind, search));
  expect([rest.status, rest.body.total]).toEqual([200, rest.body[kind].length]);
  expect(new URL(rest.body.rest_url).searchParams.get('search')).toBe(search);
  const query = `query ($search: String) { page: ${PAGE[kind]}Page(perPage: 50, where: { search: $search }) { total items { id: databaseId } } }`;
  const { page } = (await graphqlIn(app, { form: 'segment', language }, query, { search })).body.data;
  expect(places(page.items)).toEqual(places(rest.body[kind]));
  return places(page.items);
}

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
          expect(await found(kind, search, language), search).toEqual(expected(kind, plainly, language));
        },
      ),
      { numRuns: 60, seed: fuzzSeed() },
    );
  },
);

describe.each(PLURALS)('a search of %s', (kind) => {
  test.each([
    '',
    '0',
    '\0',
    'x'.repeat(201),
    '한'.repeat(201),
    'a b c d e f g h i j k',
    'a b c d e -f -g -h -i -j -k',
    '"a" "b" "c" d e f g h i j k',
  ])('refuses "%s" and names the search', async (search) => {
    expect(outcomeOf(await app.rest('GET', pathOf(kind, search)))).toEqual(invalid('search'));
    const query = `query ($search: String) { ${PAGE[kind]}Page(where: { search: $search }) { total } }`;
    const { errors } = (await app.graphql(query, { search })).body;
    expect(errors).toMatchObject([{ extensions: { problems: [{ field: 'search' }] } }]);
  });

  test.each(['x'.repeat(200), 'a b c d e f g h i j', 'a b c d e -f -g -h -i -j', `"${'a '.repeat(90)}" b c`])(
    'takes "%s"',
    async (search) => {
      expect((await app.rest('GET', pathOf(kind, search))).status).toBe(200);
    },
  );

  test.each([' ', '   ', '\t', '\u00a0', '\u3000', '\r\n'])('filters nothing by white space: "%s"', async (search) => {
    expect(await found(kind, search)).toEqual(ALL);
  });

  test.each([
    ['-', isTerm(kind) ? ALL : [1]],
    ['"', [1]],
    ['- "', [1]],
    ['""', []],
    ['--', []],
    ['-""', []],
    ['- 밤 ""', [1, 2]],
  ])('looks for marks only when there is nothing else: %s', async (search, places) => {
    expect(await found(kind, search, 'ko')).toEqual(places);
  });

  test('keeps the search in its links', async () => {
    const search = '"at night" -www ñ% &+';
    const several = kind === 'events' ? 'i -zzz "a"' : 'i "a"';
    const first = await app.rest('GET', pathOf(kind, several).replace('per_page=50', 'per_page=1'));
    const { next_rest_url } = first.body;
    const { searchParams, pathname, search: query } = new URL(next_rest_url);
    expect(searchParams.get('search')).toBe(several);
    const second = await app.fetch(pathname + query);
    expect([second.status, second.body.total]).toEqual([200, first.body.total]);
    expect(second.body[kind][0].id).not.toBe(first.body[kind][0].id);
    const { rest_url } = (await app.rest('GET', pathOf(kind, search))).body;
    expect(new URL(rest_url).searchParams.get('search')).toBe(search);
  });
});

test('a search of events drops common words and single letters while another word remains', async () => {
  expect(await found('events', 'the gala')).toEqual([0, 1]);
  expect(await found('venues', 'the gala')).toEqual([0]);
  expect(await found('events', 'market z')).toEqual([2]);
  expect(await found('tags', 'market z')).toEqual([]);
  expect(await found('events', 'what is')).toEqual([3]);
  expect(await found('events', 'z')).toEqual([]);
});

test('a minus is looked for as it is, but for events, where it excludes', async () => {
  const own = await buildApp();
  for (const kind of PLURALS)
    for (const name of ['Cellar -5', 'Cellar 6']) await made(own, kind, { [NAME[kind]]: name });
  const WHERE = { events: 'EventWhere', venues: 'VenueWhere', organizers: 'OrganizerWhere', tags: 'TagWhere' };
  const foundIn = async (kind: keyof typeof WHERE): Promise<[string[], string[]]> => {
    const rest = (await own.rest('GET', pathOf(kind, 'cellar -5'))).body[kind];
    const query = `query ($where: ${WHERE[kind]}) { found: ${kind}(where: $where) { nodes { title } } }`;
    const { found } = (await own.graphql(query, { where: { search: 'cellar -5' } })).body.data;
    return [
      rest.map((each: Record<string, string>) => each[NAME[kind]]),
      found.nodes.map(({ title }: { title: string }) => title),
    ];
  };
  expect(await foundIn('events')).toEqual([['Cellar 6'], ['Cellar 6']]);
  for (const kind of ['venues', 'organizers', 'tags'] as const)
    expect(await foundIn(kind), kind).toEqual([['Cellar -5'], ['Cellar -5']]);
  const query = '{ search(query: "cellar -5") { nodes { __typename } } }';
  const { search } = (await own.graphql(query)).body.data;
  expect(search.nodes.map((node: { __typename: string }) => node.__typename).sort()).toEqual([
    'Category',
    'Event',
    'Organizer',
    'Tag',
    'Venue',
  ]);
  await own.close();
});

const BLANKS = [' ', '  ', '\t', '\u3000'];

test.each(['events', 'venues', 'organizers'] as const)(
  'a phrase in %s is found whatever white space it and the text have between the words',
  async (kind) => {
    const own = await buildApp();
    for (const between of [...BLANKS, '\n', ' \r\n\t', '\u00a0', '</p>\n<p>'])
      await made(own, kind, { description: `<p>Red${between}balloon${between}한국</p>` });
    await made(own, kind, { description: '<p>Redballoon한국</p>' });
    const totals = async (search: string) => (await own.rest('GET', pathOf(kind, search))).body.total;
    for (const blank of BLANKS) {
      const phrase = ['red', 'balloon', '한국'].join(blank);
      const without = kind === 'events' ? 1 : 0;
      expect([await totals(`"${phrase}"`), await totals(`red -"${phrase}"`)], JSON.stringify(blank)).toEqual([
        8,
        without,
      ]);
    }
    await own.close();
  },
);
