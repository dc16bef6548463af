import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, NAME, PLURALS, type Plural } from '../../support/making.ts';
import { invalid, outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';
import { foundPlaces, searchPath, searchQuery } from '../../support/searching.ts';

/** What records of every kind are called. */
const NAMES = [
  'The spring gala at night',
  'Gala of spring - "a night"',
  'Night market with www',
  'What is it',
  'Cellar -5',
  'Cellar 6',
];

/** White space of every sort that a text may have between words. */
const BETWEEN = [' ', '  ', '\t', '\u3000', '\n', ' \r\n\t', '\u00a0', '</p>\n<p>'];

let app: TestApp;
const ids = {} as Record<Plural, number[]>;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  for (const kind of PLURALS) {
    ids[kind] = [];
    for (const name of NAMES) ids[kind].push((await made(app, kind, { [NAME[kind]]: name })).id);
  }
  const description = BETWEEN.map((between, index) => `<p>Red${index}${between}balloon${between}한국</p>`).join('');
  for (const kind of ['events', 'venues', 'organizers'] as const)
    ids[kind].push((await made(app, kind, { description: `${description}<p>Blueballoon</p>` })).id);
});
afterAll(() => app.close());

const found = (kind: Plural, search: string) => foundPlaces(app, ids[kind], kind, search);

/** Words and phrases, in `test/rules/text.test.ts` in full, and in `test/drawn/search.test.ts` drawn. */
sampled(8).each<[kind: Plural, search: string, places: number[]]>([
  ['events', 'GÁLA  spring', [0, 1]],
  ['events', '"spring gala" night', [0]],
  ['events', 'gala -"spring gala"', [1]],
  ['venues', '"gala of" night', [1]],
  ['organizers', 'night market', [2]],
  ['categories', '"at  night"', [0]],
  ['tags', 'gala-of-spring', [1]],
  ['venues', 'gala-of-spring', []],
  // Common words and single letters count for events only where there is nothing else.
  ['events', 'the gala', [0, 1]],
  ['venues', 'the gala', [0]],
  ['events', 'market z', [2]],
  ['tags', 'market z', []],
  ['events', 'what is', [3]],
  ['events', 'z', []],
  // A minus excludes events, and is looked for in the others.
  ...PLURALS.map((kind) => [kind, 'cellar -5', [kind === 'events' ? 5 : 4]] as [Plural, string, number[]]),
  // Marks are looked for where there is nothing else.
  ['categories', '"', [1]],
  ['organizers', '- "', [1]],
  ['events', '""', []],
  ['venues', '--', []],
  ['tags', '-""', []],
  ['organizers', '- gala ""', [0, 1]],
])('%s with %s are those at %j', async (kind, search, places) => {
  expect(await found(kind, search)).toEqual(places);
});

test.each([
  ['events', ' '],
  ['venues', '   '],
  ['organizers', '\r\n'],
  ['categories', '\u00a0'],
  ['tags', '\u3000'],
] as const)('the search of %s filters nothing by white space: %j', async (kind, search) => {
  expect(await found(kind, search)).toEqual(ids[kind].map((_, index) => index));
});

test('the connections of GraphQL read a minus in the same way, and a search of all kinds reads it as each does', async () => {
  const titlesOf = async (query: string): Promise<string[][]> => {
    const { data } = (await app.graphql(query, { search: 'cellar -5' })).body;
    const lists = Object.values<{ nodes: { title: string }[] }>(data);
    return lists.map(({ nodes }) => nodes.map(({ title }) => title));
  };
  const lists = ['events', 'venues', 'tags'].map((kind) => `${kind}(where: { search: $search }) { nodes { title } }`);
  const each = await titlesOf(`query ($search: String) { ${lists} }`);
  expect(each).toEqual([['Cellar 6'], ['Cellar -5'], ['Cellar -5']]);
  const [all] = await titlesOf('query ($search: String!) { search(query: $search) { nodes { title } } }');
  expect(all!.sort()).toEqual([...Array(PLURALS.length - 1).fill('Cellar -5'), 'Cellar 6']);
});

/** What is too much or nothing, each asked of one kind: all have the same filter. */
test.each([
  ['events', 'nothing', ''],
  ['venues', 'zero', '0'],
  ['organizers', 'NUL', '\0'],
  ['categories', '201 letters', 'x'.repeat(201)],
  ['tags', '201 syllables', '한'.repeat(201)],
  ['events', '11 words, some with a minus', 'a b c d e -f -g -h -i -j -k'],
  ['venues', '11 words', 'a b c d e f g h i j k'],
  ['organizers', '11 words and phrases', '"a" "b" "c" d e f g h i j k'],
] as const)('the search of %s refuses %s, and is named', async (kind, _, search) => {
  expect(outcomeOf(await app.rest('GET', searchPath(kind, search)))).toEqual(invalid('search'));
  const { errors } = (await app.graphql(searchQuery(kind), { search })).body;
  expect(errors).toMatchObject([{ extensions: { problems: [{ field: 'search' }] } }]);
});

test.each([
  ['events', '10 words, some with a minus', 'a b c d e -f -g -h -i -j'],
  ['venues', '200 letters', 'x'.repeat(200)],
  ['organizers', 'a phrase of 90 words, and two more', `"${'a '.repeat(90)}" b c`],
  ['tags', '10 words', 'a b c d e f g h i j'],
] as const)('the search of %s takes %s', async (kind, _, search) => {
  expect((await app.rest('GET', searchPath(kind, search))).status).toBe(200);
});

test.each([
  ['events', 'i -zzz "a"'],
  ['categories', 'i "a"'],
] as const)('the search of %s is kept in its links', async (kind, search) => {
  const first = (await app.rest('GET', searchPath(kind, search).replace('per_page=50', 'per_page=1'))).body;
  const next = new URL(first.next_rest_url);
  expect(next.searchParams.get('search')).toBe(search);
  const second = await app.fetch(next.pathname + next.search);
  expect([second.status, second.body.total]).toEqual([200, first.total]);
  expect(second.body[kind][0].id).not.toBe(first[kind][0].id);
  const marks = '"at night" -www ñ% &+';
  const { rest_url } = (await app.rest('GET', searchPath(kind, marks))).body;
  expect(new URL(rest_url).searchParams.get('search')).toBe(marks);
});

test.each(['events', 'venues', 'organizers'] as const)(
  'a phrase in %s is found whatever white space it and the text have between the words',
  async (kind) => {
    const totals = async (search: string) => (await app.rest('GET', searchPath(kind, search))).body.total;
    for (const index of BETWEEN.keys()) {
      const phrase = [`red${index}`, 'balloon', '한국'].join(BETWEEN[(index + 1) % 4]);
      expect(await totals(`"${phrase}"`), phrase).toBe(1);
    }
    expect(await totals('"blue balloon"')).toBe(0);
  },
);

test.each(PLURALS)('%s are found with straight and with curved apostrophes', async (kind) => {
  const names = ['Growers’ cart', "Sailors' cart"];
  const both: number[] = [];
  for (const name of names) both.push((await made(app, kind, { [NAME[kind]]: name })).id);
  const places = (search: string) => foundPlaces(app, both, kind, search);
  expect(await places("growers' cart")).toEqual([0]);
  expect(await places('"sailors’ cart"')).toEqual([1]);
  expect(await places('s’ cart')).toEqual([0, 1]);
});
