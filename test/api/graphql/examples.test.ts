import { readdirSync, readFileSync } from 'node:fs';
import { type DocumentNode, Kind, type OperationDefinitionNode, OperationTypeNode, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costOf, greatestCostOf } from '../../../src/api/graphql/cost.ts';
import { DOCUMENT_LIMITS } from '../../../src/api/graphql/limits.ts';
import { schema } from '../../../src/api/graphql/schema.ts';
import { COLLECTIONS } from '../../../src/kinds/collections.ts';
import { EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import { DEMO } from '../../../src/tools/seed/options.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { type Answered, buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { type ExamplesCalendar, examplesCalendar } from '../../support/examples-calendar.ts';
import { sampled } from '../../support/sample.ts';

const FOLDER = new URL('../../../schema/examples/', import.meta.url);

interface Example {
  name: string;
  text: string;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

const EXAMPLES: readonly Example[] = readdirSync(FOLDER)
  .sort()
  .map((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    const document = parse(text);
    const operation = document.definitions[0] as OperationDefinitionNode;
    return { name: file.replace('.graphql', ''), text, document, operation };
  });

const exampleOf = (name: string): Example => EXAMPLES.find((example) => example.name === name)!;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
type Data = any;

/** What an example promises of the calendar of `examplesCalendar`. */
interface Promised {
  as?: Caller;
  variables?(calendar: ExamplesCalendar): object;
  /** Questions to the store for records that were never shown in their version, and for those that were. */
  queries: [fresh: number, kept: number];
  holds(data: Data, calendar: ExamplesCalendar): void;
}

const titled = (nodes: { title: string }[]): string[] => nodes.map(({ title }) => title);

const all = () => ({ first: 100 });

const PROMISED: Record<string, Promised> = {
  '01-upcoming-in-a-city': {
    variables: all,
    queries: [7, 6],
    holds({ events }, { all }) {
      const shown = ['Running', 'Past midnight', ...all('Concert'), 'Open day', 'Monday'];
      expect(titled(events.nodes)).toEqual(shown);
      expect(events).toMatchObject({ totalCount: shown.length, pageInfo: { hasNextPage: false } });
      expect(events.nodes[2]).toMatchObject({
        ...{ startsAt: '2026-11-21T10:01:00+09:00', image: { url: 'https://example.org/1.png' } },
        venues: [{ name: 'Hall 1', city: 'Seoul' }, { name: 'Concert Hall' }],
      });
    },
  },
  '02-today': {
    variables: all,
    queries: [4, 3],
    holds({ events }) {
      expect(events.nodes).toMatchObject([
        { title: 'Running', isRunning: true },
        { title: 'Tonight', isRunning: false },
      ]);
    },
  },
  '03-this-weekend': {
    variables: all,
    queries: [5, 4],
    holds({ events }, { all }) {
      expect(titled(events.nodes)).toEqual(['Running', 'Past midnight', 'Published', ...all('Concert')]);
      expect(events.nodes[0].categories).toMatchObject([{ name: 'Film' }]);
    },
  },
  '04-near-me': {
    variables: all,
    queries: [8, 7],
    holds({ events }, { all }) {
      const [nearest, ...others] = all('Concert').reverse();
      const nodes = events.edges.map(({ node }: Data) => node);
      expect(titled(nodes)).toEqual([nearest, 'Open day', ...others]);
      expect(nodes[0].venues[0]).toMatchObject({ geoLat: 37.5665, geoLng: 126.978 });
      expect(events.edges.slice(0, 3).map(({ distanceKm }: Data) => distanceKm.toFixed(2))).toEqual([
        '0.00',
        '0.00',
        '0.11',
      ]);
    },
  },
  '05-category-with-children': {
    variables: all,
    queries: [14, 11],
    holds({ term }, { all }) {
      expect(term).toMatchObject({ name: 'Music', ancestors: [], children: [{ name: 'Concerts' }] });
      expect(term.children[0].countWithDescendants).toBe(all('Concert').length + 1);
      expect(titled(term.events.nodes)).toEqual([...all('Concert'), 'Open day']);
    },
  },
  '06-free-events': {
    variables: all,
    queries: [4, 3],
    holds({ events }, { all }) {
      expect(titled(events.nodes)).toEqual([...all('Concert'), 'December']);
      expect(events.nodes[0].costText).toBe('Free');
    },
  },
  '07-search': {
    variables: () => ({ first: 100, query: 'concert' }),
    queries: [12 + 2 * EVENT_LINKS.length, 9 + 2 * EVENT_LINKS.length],
    holds({ search }, { all }) {
      expect(titled(search.nodes)).toEqual(['Concert Hall', 'Concerts', ...all('Concert')]);
      expect(search.nodes.slice(0, 3)).toMatchObject([
        { __typename: 'Venue', city: 'Seoul' },
        { __typename: 'Category', countWithDescendants: all('Concert').length + 1 },
        { __typename: 'Event', startsAt: '2026-11-21T10:01:00+09:00', venues: [{ name: 'Hall 1' }, {}] },
      ]);
    },
  },
  '08-event-page': {
    variables: () => ({ event: { slug: 'open-day' } }),
    queries: [15, 13],
    holds({ post }, { all }) {
      expect(post).toMatchObject({ title: 'Open day', isFree: false, viewerCan: { update: false } });
      for (const [field, name] of [
        ['venues', 'Hall'],
        ['organizers', 'Club'],
        ['categories', 'Genre'],
        ['tags', 'Tag'],
      ] as const)
        expect(new Set(post[field].map((record: Data) => record.name))).toEqual(new Set(all(name)));
      expect(titled(post.related)).toEqual(all('Concert').slice(0, 5));
    },
  },
  '09-venue-programme': {
    variables: ({ hall }) => ({ first: 100, venue: { in: [hall] } }),
    queries: [8, 6],
    holds({ venues: { nodes } }, { all }) {
      expect(nodes).toMatchObject([{ name: 'Concert Hall', events: { totalCount: all('Concert').length } }]);
      expect(titled(nodes[0].events.nodes)).toEqual(all('Concert'));
    },
  },
  '10-month-grid': {
    queries: [3, 2],
    holds({ events }, { all }) {
      const weekend = ['Running', 'Tonight', 'Past midnight', 'Published', ...all('Concert')];
      expect(titled(events.nodes)).toEqual(['Until November', 'Yesterday', ...weekend, 'Open day', 'Monday']);
      expect(events.nodes[0]).toMatchObject({ startDay: '2026-10-30', endDay: '2026-11-01' });
    },
  },
  '11-translations': {
    variables: all,
    queries: [3, 2],
    holds({ events }, { all }) {
      const first = events.nodes.find((event: Data) => event.en === 'Concert 1');
      expect(events.nodes).toHaveLength(all('Concert').length + 7);
      expect(first).toMatchObject({ ko: '음악회', es: 'Concert 1', isFallback: false });
      expect(first.translations).toMatchObject([
        { language: 'EN', isOriginal: true, title: 'Concert 1' },
        { language: 'KO', isOriginal: false, isComplete: true, title: '음악회' },
      ]);
    },
  },
  '12-my-drafts': {
    as: 'author',
    variables: all,
    queries: [4, 3],
    holds({ viewer }, { all }) {
      expect(viewer).toMatchObject({ can: { write: true, publish: true }, user: { name: 'author' } });
      expect(titled(viewer.user.events.nodes)).toEqual(['Pending', ...all('Draft').reverse()]);
    },
  },
  '14-city-picker': {
    // One for each of the two cities besides, and one for the numbers of their venues.
    queries: [8, 7],
    holds({ cities }, { all }) {
      expect(cities).toEqual([
        { city: 'Seoul', country: 'South Korea', countryCode: 'KR', eventCount: all('Concert').length + 4 },
        { city: 'Busan', country: null, countryCode: null, eventCount: 2 },
      ]);
    },
  },
};

test('every query among them has its promise; four of the others write, and one subscribes', () => {
  const named = (type: string) =>
    EXAMPLES.filter(({ operation }) => operation.operation === type).map(({ name }) => name);
  expect(named('mutation')).toEqual([
    '13-event-with-a-new-venue',
    '16-correct-an-event',
    '17-translate-an-event',
    '18-trash-an-event',
  ]);
  expect(named('subscription')).toEqual(['15-changes-as-they-come']);
  expect(named('query').sort()).toEqual(Object.keys(PROMISED).sort());
});

test.each(EXAMPLES)('$name is one operation by the name of its file, and valid', (example) => {
  const { name, document, operation } = example;
  expect(validate(schema, document)).toEqual([]);
  expect(document.definitions.map(({ kind }) => kind)).toEqual([Kind.OPERATION_DEFINITION]);
  const words = name.split('-').slice(1);
  expect(operation.name!.value).toBe(words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''));
  expect(name).toMatch(/^\d\d-/);
});

test.each(EXAMPLES)(
  '$name says first what it asks in three languages, and nothing else before it begins',
  ({ text }) => {
    expect(text).toMatch(
      /^# \P{Script=Hangul}+\n# .*\p{Script=Hangul}.*\n# \P{Script=Hangul}*\b(de|el|[Ll]os|un)\b\P{Script=Hangul}*\n(query|mutation|subscription) [^#]*$/u,
    );
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(3);
  },
);

test.each(EXAMPLES)(
  '$name runs as it is, within the limit of cost, the longest pages too',
  ({ document, operation }) => {
    for (const { variable, defaultValue } of operation.variableDefinitions!)
      expect(defaultValue, variable.name.value).toBeDefined();
    expect(costOf(schema, document, {})).toBeGreaterThan(0);
    expect(greatestCostOf(schema, document)).toBeLessThanOrEqual(DOCUMENT_LIMITS.cost);
    expect(costOf(schema, document, {})).toBeLessThan(DOCUMENT_LIMITS.cost / 3);
  },
);

test('all queries cost less than the limit as one operation', () => {
  const queries = EXAMPLES.filter(({ operation }) => operation.operation === OperationTypeNode.QUERY);
  expect(queries.length).toBeGreaterThan(12);
  const all = queries.reduce((sum, { document }) => sum + costOf(schema, document, {}), 0);
  expect(all).toBeLessThan(DOCUMENT_LIMITS.cost);
});

describe('in the demo', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ now: FRIDAY });
    await seedCalendar(app.store, { ...DEMO, around: '2026-11-20' });
  });
  afterAll(() => app.close());

  sampled(4).each(Object.keys(PROMISED))(
    '%s shows something from the first minute of a day to its last',
    async (name) => {
      // A Friday and a Sunday.
      for (const [time, path] of [
        ['2026-11-20T00:00', '/ko/graphql'],
        ['2026-11-20T23:59', '/es/graphql'],
        ['2026-11-22T23:59', '/graphql'],
      ] as const) {
        app.clock.now = Date.parse(`${time}:00Z`);
        const json = { query: exampleOf(name).text };
        const { body, text } = await app.fetch(path, { method: 'POST', as: 'administrator', json });
        const at = [time, path];
        expect([at, body]).toEqual([at, { data: expect.any(Object) }]);
        expect([at, Object.values(body.data)]).not.toContain(null);
        expect([at, text]).toEqual([at, expect.not.stringContaining('"nodes":[]')]);
      }
    },
  );

  test('13-event-with-a-new-venue makes both, for those who may', async () => {
    app.clock.now = Date.parse(FRIDAY);
    const { text } = exampleOf('13-event-with-a-new-venue');
    expect((await app.graphql(text)).body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    const asked = { method: 'POST', as: 'author', json: { query: text } } as const;
    const { body } = await app.fetch('/ko/graphql', asked);
    expect(body.data.createEvent).toMatchObject({
      userErrors: [],
      event: {
        ...{ title: 'Open day', status: 'DRAFT', startsAt: '2026-11-21T10:00:00+01:00' },
        venues: [{ name: 'Town Hall', formattedAddress: 'Plaza Nueva 1\nSevilla\nSpain' }],
      },
    });
    const [query, event] = [exampleOf('08-event-page').text, { slug: 'my-open-day' }];
    const page = await app.graphql(query, { event }, { as: 'author' });
    expect(page.body.data.post).toMatchObject({ title: 'Open day', isFree: true, venues: [{ name: 'Town Hall' }] });
    expect((await app.graphql(query, { event })).body.data.post).toBeNull();
  });

  // They change the draft that the one before has made, whatever language the address has.
  test.each([
    ['16-correct-an-event', '/ko/graphql', { endsAt: '2026-11-21T18:00:00+01:00', costText: '5 €', version: 2 }],
    [
      '17-translate-an-event',
      '/es/graphql',
      { translations: [{ title: 'Open day' }, { title: '열린 날' }], version: 3 },
    ],
    ['18-trash-an-event', '/graphql', { title: 'Open day', status: 'TRASH', version: 4 }],
  ])('%s does so, for those who may', async (name, path, event) => {
    const asked = { method: 'POST', json: { query: exampleOf(name).text } };
    expect((await app.fetch(path, asked)).text).not.toContain('"version":');
    const { body } = await app.fetch(path, { ...asked, as: 'author' });
    expect(Object.values(body.data)).toMatchObject([{ userErrors: [], event }]);
  });
});

describe('in a calendar', () => {
  let few: ExamplesCalendar;
  let many: ExamplesCalendar;
  /** What each said before there was anything. */
  const ofNothing = new Map<string, Answered>();
  beforeAll(async () => {
    few = await examplesCalendar(2, async (app) => {
      for (const name of Object.keys(PROMISED)) ofNothing.set(name, await app.graphql(exampleOf(name).text));
    });
    many = await examplesCalendar(6);
  });
  afterAll(() => Promise.all([few.app.close(), many.app.close()]));

  const ask = (calendar: ExamplesCalendar, name: string, { as = 'anonymous', variables }: Promised) =>
    calendar.app.graphql(exampleOf(name).text, variables?.(calendar) ?? {}, { as });

  /** Records are others than those that were shown, or the log tells at least that something was written. */
  async function change({ app }: ExamplesCalendar, collections: readonly string[]) {
    for (const name of collections) await app.store.updateMany(name, {}, { $inc: { version: 1 } });
    await app.tellAll();
    app.clock.now += 5000;
  }

  test.each(Object.keys(PROMISED))('%s finds nothing while there is nothing, which is no error', (name) => {
    const { body, text } = ofNothing.get(name)!;
    expect(body).toEqual({ data: expect.any(Object) });
    expect(text).not.toContain('"title"');
  });

  sampled(4).each(Object.entries(PROMISED))(
    '%s gives what it promises, in as many questions for many as for few',
    async (...row) => {
      const [name, promised] = row;
      for (const calendar of [few, many]) {
        const questions: number[] = [];
        // What is counted is kept after the first time; then all records are new, and then none.
        for (const collections of [[], COLLECTIONS.map((each) => each.name), []]) {
          await change(calendar, collections);
          const { result, reads, writes } = await calendar.watch.during(() => ask(calendar, name, promised));
          expect(result.body).toEqual({ data: expect.any(Object) });
          promised.holds(result.body.data, calendar);
          // The log is asked once for all that comes after a write.
          questions.push([...reads, ...writes].filter((each) => each !== 'find changes').length);
        }
        expect(questions.slice(1)).toEqual(promised.queries);
      }
    },
  );
});
