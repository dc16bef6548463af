import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleIn } from '../../../src/api/graphql/graphiql-start.ts';
import { readExampleDocuments } from '../../../src/schema-files.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { HTML, STATE, scriptOf, started, type Tab } from '../../support/graphiql.ts';

let app: TestApp;
let script: string;
let korean: string;

beforeAll(async () => {
  app = await buildApp();
  script = await scriptOf(app, 'start');
  korean = await scriptOf(app, 'start', { path: '/ko/graphql' });
});
afterAll(() => app.close());

const EXAMPLES = readExampleDocuments().map((document) => exampleIn('en', document));
const FIRST = EXAMPLES[0]!;

const tab = (more: Partial<Tab>): Tab => ({
  id: 'x',
  title: '<untitled>',
  operationName: null,
  query: null,
  variables: null,
  headers: null,
  ...more,
});
const state = (tabs: object[], activeTabIndex = 0) => ({ [STATE]: JSON.stringify({ tabs, activeTabIndex }) });
const titles = ({ state: { tabs } }: ReturnType<typeof started>): string[] => tabs.map(({ title }) => title);
const queries = ({ state: { tabs } }: ReturnType<typeof started>) => tabs.map(({ query }) => query);

describe('the first visit', () => {
  test('finds one tab, with the first document of schema/examples', () => {
    const { options, state } = started(script);
    const { query, name } = FIRST;
    expect(state).toMatchObject({ tabs: [{ title: name, operationName: name, query }], activeTabIndex: 0 });
    expect(options).toMatchObject({ query, variables: '', defaultTabs: [{ query, variables: null }] });
  });

  test.each([
    ['/graphql', 'any language', {}, 0],
    ['/ko/graphql', 'any language', {}, 1],
    ['/es/graphql', 'any language', {}, 2],
    ['/graphql', 'Spanish', { 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.8' }, 2],
    ['/ko/graphql', 'Spanish', { 'Accept-Language': 'es' }, 1],
  ])('at %s for who reads %s has its comment in that language alone', async (path, _, headers, line) => {
    const [query] = queries(started(await scriptOf(app, 'start', { path, headers })));
    expect(query!.split('\n').slice(0, 2)).toEqual([
      readExampleDocuments()[0]!.split('\n')[line],
      expect.stringMatching(/^(query|mutation|subscription) /),
    ]);
  });

  test.each(['nonsense', 'null', '{}', '{"tabs":7}', '{"tabs":[],"activeTabIndex":3}'])(
    'is any that finds %j of the last',
    (found) => expect(titles(started(script, { [STATE]: found }))).toEqual([FIRST.name]),
  );
});

describe('the menu', () => {
  const menuIn = (language: string) => String(started(language).options.title);

  test('has each example once, below what it does', () => {
    const groups = [...menuIn(script).matchAll(/<optgroup label="(\w+)">(.*?)<\/optgroup>/g)];
    const found = groups.map(([, label, options]) => [
      label!,
      [...options!.matchAll(/<option>(\w+)/g)].map(([, name]) => name!),
    ]);
    const named = (kind: string) => EXAMPLES.filter((example) => example.kind === kind).map(({ name }) => name);
    expect(found).toEqual([
      ['Reading', named('query')],
      ['Writing', named('mutation')],
      ['Watching', named('subscription')],
    ]);
  });

  test('speaks the language of the page', () => {
    expect(menuIn(korean)).toContain('<select aria-label="예제" lang="ko"><option value="">예제</option>');
  });

  test('stands beside the button and the name of the site, whose signs are no tags', async () => {
    const named = await buildApp({ env: { SITE_NAME: 'A <b> & Co' } });
    expect(menuIn(await scriptOf(named, 'start'))).toMatch(
      /<\/select> <button type="button" lang="en">As an address<\/button> <span>A &lt;b&gt; &amp; Co<\/span>$/,
    );
    expect((await named.fetch('/graphql', { headers: HTML })).text).toContain('<title>A &lt;b&gt; &amp; Co</title>');
    await named.close();
  });
});

describe('a later visit', () => {
  test('finds everything as it was left', () => {
    const own = fc.record({
      id: fc.uuid(),
      title: fc.oneof(fc.constantFrom('<untitled>', 'Mine', FIRST.name)),
      operationName: fc.constant(null),
      query: fc.option(fc.string()),
      variables: fc.option(fc.string()),
      headers: fc.constant(null),
    });
    const tabs = fc.array(own, { minLength: 1 });
    fc.assert(
      fc.property(tabs, fc.nat(), (kept, at) => {
        const front = at % kept.length;
        const visit = started(script, state(kept, front));
        expect(visit.state).toEqual({ tabs: kept, activeTabIndex: front });
        expect(visit.options).toMatchObject({
          query: kept[front]!.query ?? '',
          variables: kept[front]!.variables ?? '',
        });
        expect(started(script, visit.kept).kept).toEqual(visit.kept);
      }),
      { numRuns: runsOf(25, 100) },
    );
  });

  test('in another language shows the examples in it that nobody has changed', () => {
    const [first, second] = EXAMPLES.slice(0, 2).map(({ query }) => query);
    const visit = started(korean, state([tab({ query: `${first}# mine` }), tab({ query: second! })]));
    expect(queries(visit)).toEqual([`${first}# mine`, exampleIn('ko', readExampleDocuments()[1]!).query]);
  });

  test('forgets headers, which may hold passwords, and lets none be kept', () => {
    const headers = '{"Authorization": "Bearer secret"}';
    const visit = started(script, { ...state([tab({ headers })]), 'graphiql:headers': headers });
    expect(JSON.stringify([visit.kept, visit.options])).not.toContain('secret');
    expect(visit.options).toMatchObject({ shouldPersistHeaders: false });
  });
});

describe('a query in the address', () => {
  const asking = (query: string) => ({ search: `?${new URLSearchParams({ query })}` });

  test('is put in front, with the variables of the tab that has it', () => {
    const kept = state([tab({}), tab({ query: '{ a }', variables: '{"b": 1}' })]);
    expect(started(script, kept, asking('{ a }')).options).toMatchObject({ query: '{ a }', variables: '{"b": 1}' });
  });

  test('is put in front alone when no tab has it, which makes GraphiQL open one', () => {
    const { options, state } = started(script, {}, asking('{ a }'));
    expect(options).toMatchObject({ query: '{ a }', variables: '' });
    expect(state.tabs).toHaveLength(1);
  });

  test('that is an example in another language puts the example in front', () => {
    const last = EXAMPLES.at(-1)!;
    const inKorean = exampleIn('ko', readExampleDocuments().at(-1)!).query;
    expect(started(korean, {}, asking(last.query)).options.query).toBe(inKorean);
  });
});

test('GraphiQL asks the address it is at', () => {
  const { root, options } = started(script);
  expect(root).toBe('#root');
  expect(options).not.toHaveProperty('endpoint');
  expect(options).not.toHaveProperty('fetcher');
});

test.each([
  [false, true],
  [true, false],
])('on a narrow screen (%s) the variables stand open: %s', (narrow, defaultEditorToolsVisibility) => {
  expect(started(script, {}, { narrow }).options).toMatchObject({ defaultEditorToolsVisibility });
});

test.each([
  'query A { b }\n',
  '# One.\n# Two.\nquery A { b }\n',
  '# One.\n# Two.\n# Three.\n{ b }\n',
  '# One.\n# Two.\n# Three.\n# Four.\nquery A { b }\n',
])('a document such as %j is not taken for an example', (document) => {
  expect(() => exampleIn('en', document)).toThrow('not an example');
});
