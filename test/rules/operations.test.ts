import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { descriptionsIn, loadOperations } from '../../src/api/graphql/operations.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { createFragmentCache } from '../../src/api/graphql/writer/fragment-cache.ts';
import { readTools } from '../../src/schema-files.ts';

const options = { schema, fragmentCache: createFragmentCache(1000), introspection: true };
const load = (...texts: string[]) =>
  loadOperations(
    texts.map((text, at) => ({ text, file: `ours/${at + 1}.graphql` })),
    options,
    (name) => ({ find_events: 'a tool' })[name],
  );

const VENUES = 'query Venues { venues { nodes { ...V } } }';

test('files share fragments, and each operation has what it uses', () => {
  const loaded = load(
    VENUES,
    'fragment V on Venue { name }\nquery One($ref: RecordRef!) { venue(ref: $ref) { ...V } }',
  );
  expect([...loaded.keys()]).toEqual(['Venues', 'One']);
  expect(parse(loaded.get('Venues')!.text).definitions).toHaveLength(2);
  expect(load()).toEqual(new Map());
});

test('our own tools load, and so does a list that is no object', async () => {
  expect([...loadOperations(readTools(), options).keys()]).toContain('find_events');
  expect(load('query Cities { cities { city } }').get('Cities')).toMatchObject({ writes: false, parameters: [] });
});

test.each([
  ['query A {\n  nothing\n}', 'ours/1.graphql:2: Cannot query field "nothing" on type "Query".'],
  ['query A {', 'ours/1.graphql:1: Syntax Error: Expected Name, found <EOF>.'],
  ['\n\nquery { version }', /^ours\/1\.graphql:3: /],
  ['{ events { totalCount } }', 'ours/1.graphql:1: an operation needs a name.'],
  ['query A { events { totalCount } venues { totalCount } }', /1: A must have one field at its root\.$/],
  ['query A { ...R }\nfragment R on Query { events { totalCount } }', /A must have one field at its root\.$/],
  ['query A { __schema { description } }', /A must have one field at its root\.$/],
  ['subscription A { eventChanges { cursor } }', /:1: /],
  [
    'query A { events { totalCount } }\nquery A { events { totalCount } }',
    /1: There can be only one operation named "A"/,
  ],
  ['query find_events { events { totalCount } }', 'ours/1.graphql:1: find_events is the name of a tool.'],
  [`query a${'0f'.repeat(15)}1 { events { totalCount } }`, /looks like the hash of a document\.$/],
  [`query a${'b'.repeat(100)} { events { totalCount } }`, /100 characters at the most\.$/],
  ['query A($_fields: String) { events(where: { search: $_fields }) { totalCount } }', /has the variable _fields/],
  ['query A($_jsonp: String) { events(where: { search: $_jsonp }) { totalCount } }', /has the variable _jsonp/],
  [
    'query A($multilang_language: String) { events(where: { search: $multilang_language }) { totalCount } }',
    /has the variable multilang_language, which means something else in addresses\.$/,
  ],
  [
    `query A { events(first: 100) { nodes { ${'related(first: 20) { '.repeat(3)}title${' }'.repeat(3)} } } }`,
    /points of cost/,
  ],
  ['query A($i: Boolean!) { events { nodes { title @include(if: $i) } } }', /A variable decides what is included/],
])('document %# does not load', (text, expected) => {
  const [message] = [() => load(text)].map((run) => {
    try {
      return [...run().keys()].join();
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(message).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test('of several files, the one with the fault is named', () => {
  expect(() => load(VENUES, 'fragment V on Venue {\n  name\n  nam\n}')).toThrow(
    /^ours\/2\.graphql:3: Cannot query field "nam"/,
  );
});

test('a description has a title, and translations', () => {
  expect(descriptionsIn('Find\nAll of\nthem.\n ko: 찾기\n모두.\nes: Buscar')).toEqual({
    en: { title: 'Find', text: 'All of\nthem.' },
    ko: { title: '찾기', text: '모두.' },
    es: { title: 'Buscar', text: '' },
  });
  expect(descriptionsIn()).toEqual({});
});

test('a problem in a whole input is in its parameter', () => {
  const whole = 'mutation M($in: CreateVenueInput!) { createVenue(input: $in) { venue { name } } }';
  const { parametersAt } = load(whole).get('M')!;
  expect(parametersAt(['name'])).toEqual([{ name: 'in', inside: ['name'] }]);
  expect(parametersAt(['nothing'])).toEqual([]);
});

test('a problem names the parameters of which its field is made, and where in them', () => {
  const near = `query N($lat: Float!, $lng: Float!, $text: String, $more: [EventWhere!], $when: EventTime) {
    events(where: { when: $when, and: [{ near: { latitude: $lat, longitude: $lng, radiusKm: 1 } }, { search: $text }], or: $more }) { totalCount }
  }`;
  const { parametersAt } = load(near).get('N')!;
  const at = (...path: string[]) => parametersAt(path).map(({ name, inside }) => [name, ...inside].join('.'));
  expect(at('near')).toEqual(['lat', 'lng']);
  expect(at('and', '0', 'near', 'latitude')).toEqual(['lat']);
  expect(at('search')).toEqual(['text']);
  expect(at('or', '1', 'city')).toEqual(['more.1.city']);
  expect(at('city')).toEqual(['more.city']);
  expect(at('first')).toEqual([]);
});
