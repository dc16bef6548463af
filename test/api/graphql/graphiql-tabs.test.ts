import fc from 'fast-check';
import { Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleIn } from '../../../src/api/graphql/graphiql-start.ts';
import { schema } from '../../../src/api/graphql/schema.ts';
import { readExampleDocuments } from '../../../src/app.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { STATE, scriptOf, started, type Tab } from '../../support/graphiql.ts';

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
const NAMES = EXAMPLES.map(({ name }) => name);
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
  test('finds a tab for each document of schema/examples, which has its one operation and its name', () => {
    const { tabs, activeTabIndex } = started(script).state;
    expect(tabs.length).toBeGreaterThan(10);
    expect(tabs).toHaveLength(readExampleDocuments().length);
    expect(activeTabIndex).toBe(0);
    for (const { title, operationName, query } of tabs) {
      const document = parse(query!);
      expect(validate(schema, document)).toEqual([]);
      const operations = document.definitions.flatMap((each) =>
        each.kind === Kind.OPERATION_DEFINITION ? [each.name?.value] : [],
      );
      expect([operations, operationName]).toEqual([[title], title]);
    }
    expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
    expect(new Set(tabs.map(({ title }) => title)).size).toBe(tabs.length);
  });

  test('gives GraphiQL the first of them to put in front, and all of them where a browser keeps nothing', () => {
    const { options, state } = started(script);
    const defaultTabs = state.tabs.map(({ query, variables }) => ({ query, variables }));
    expect(options).toMatchObject({ query: FIRST.query, variables: '', defaultTabs });
  });

  test.each([
    ['/graphql', 'any language', {}, 0],
    ['/ko/graphql', 'any language', {}, 1],
    ['/es/graphql', 'any language', {}, 2],
    ['/graphql', 'Spanish', { 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.8' }, 2],
    ['/ko/graphql', 'Spanish', { 'Accept-Language': 'es' }, 1],
  ])(
    'at %s for who reads %s has the comment of each example in that language alone',
    async (path, _, headers, line) => {
      const visit = started(await scriptOf(app, 'start', { path, headers }));
      const wanted = readExampleDocuments().map((document) => document.split('\n')[line]);
      expect(queries(visit).map((query) => query!.split('\n').slice(0, 2))).toEqual(
        wanted.map((comment) => [comment, expect.stringMatching(/^(query|mutation|subscription) /)]),
      );
    },
  );

  test.each(['nonsense', 'null', '{}', '{"tabs":7}', '{"tabs":[],"activeTabIndex":3}'])(
    'is any that finds %j of the last',
    (found) => expect(titles(started(script, { [STATE]: found }))).toEqual(NAMES),
  );
});

describe('a later visit', () => {
  /** What is kept of a visit, where the tabs were changed in this way. */
  const leaving = (change: (tabs: Tab[]) => Tab[], activeTabIndex = 0) =>
    state(change(started(script).state.tabs), activeTabIndex);

  test('finds everything as it was left, and each example whose name no tab has behind it', () => {
    const own = fc.record({
      id: fc.uuid(),
      title: fc.oneof(fc.constantFrom('<untitled>', 'Mine', ...NAMES)),
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
        const missing = NAMES.filter((name) => !kept.some(({ title }) => title === name));
        expect(visit.state.tabs.slice(0, kept.length)).toEqual(kept);
        expect(titles(visit).slice(kept.length)).toEqual(missing);
        expect(visit.state.activeTabIndex).toBe(front);
        expect(visit.options).toMatchObject({
          query: kept[front]!.query ?? '',
          variables: kept[front]!.variables ?? '',
        });
        expect(started(script, visit.kept).kept).toEqual(visit.kept);
      }),
      { numRuns: runsOf(25, 100) },
    );
  });

  test('finds an example that was closed ready again', () => {
    expect(
      titles(
        started(
          script,
          leaving((tabs) => tabs.slice(1)),
        ),
      ),
    ).toEqual([...NAMES.slice(1), NAMES[0]]);
  });

  test('in another language shows the examples in it that nobody has changed', () => {
    const changed = `${FIRST.query}# mine`;
    const kept = leaving(([first, ...others]) => [{ ...first!, query: changed }, ...others]);
    expect(queries(started(korean, kept))).toEqual([changed, ...queries(started(korean)).slice(1)]);
  });

  test('shows an example that nobody has changed as it is shipped now, with the variables it was given', () => {
    const old = { query: 'query of an older version', shipped: 'query of an older version', variables: '{"first": 3}' };
    const kept = leaving(([first, ...others]) => [{ ...first!, ...old }, ...others]);
    const [first] = started(script, kept).state.tabs;
    expect(first).toMatchObject({ query: FIRST.query, shipped: FIRST.query, variables: old.variables });
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
    expect(state.tabs).toHaveLength(NAMES.length);
  });

  test('that is an example in another language puts the example in front', () => {
    const last = EXAMPLES.at(-1)!;
    expect(started(korean, {}, asking(last.query)).options.query).toBe(queries(started(korean)).at(-1));
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
