import fc from 'fast-check';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { selectionOf } from '../support/fuzz/graphql-requests.ts';
import { fuzzRuns, fuzzSeed } from '../support/fuzz/seed.ts';
import { CALLERS, furnish } from '../support/fuzz/world.ts';

const NAMESPACE = '/wp-json/calendar/events/v1';

/** Records of every kind, events in every state. */
const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
const ROOTS = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

let app: TestApp;
let ids: readonly number[];
/** All that somebody may read: of each kind in each language, by each door. */
let reads: readonly Read[];

beforeAll(async () => {
  app = await buildApp();
  ({ ids } = await furnish(app));
  const asked = await Promise.all(
    allReads().map(async (read) => ({ read, answer: await read(app.fetch, 'administrator') })),
  );
  reads = asked.filter(({ answer }) => answer.status === 200 && !answer.body.errors).map(({ read }) => read);
  expect(reads.length).toBeGreaterThan(2 * ids.length);
});
afterAll(() => app.close());

/** A query for everything that can be selected of a record of a kind. */
const everythingOf = (kind: (typeof KINDS)[number]): string => {
  const { type } = schema.getQueryType()!.getFields()[ROOTS[kind]]!;
  return `query One($ref: RecordRef!) { ${ROOTS[kind]}(ref: $ref) ${selectionOf(getNamedType(type))} }`;
};

type Fetch = TestApp['fetch'];

/** How something is asked for, by a caller. */
type Read = (fetch: Fetch, as: Caller) => ReturnType<Fetch>;

/** Each list in each language, each record in one. */
const paths = (): string[] =>
  LANGUAGES.flatMap((language) => [
    ...KINDS.map((kind) => `/${language}${NAMESPACE}/${kind}?hide_empty=0&start_date=2020-01-01`),
    ...ids
      .filter((id) => LANGUAGES[id % LANGUAGES.length] === language)
      .flatMap((id) => KINDS.map((kind) => `/${language}${NAMESPACE}/${kind}/${id}`)),
  ]);

const queries = (): Read[] =>
  KINDS.flatMap((kind) =>
    ids.map((id) => (fetch: Fetch, as: Caller) => {
      const query = everythingOf(kind);
      return fetch('/graphql', { method: 'POST', as, json: { query, variables: { ref: { databaseId: id } } } });
    }),
  );

const allReads = (): Read[] => [
  ...paths().map((path) => (fetch: Fetch, as: Caller) => fetch(path, { as })),
  ...queries(),
];

test('everybody is shown by what is kept for all what an app shows that nobody else has asked', async () => {
  // What is written is kept the second time, and taken the third time.
  for (const _ of ['written', 'kept']) for (const read of reads) for (const as of CALLERS) await read(app.fetch, as);
  for (const as of CALLERS) {
    const anew = app.anew();
    for (const read of reads) {
      const [kept, fresh] = [await read(app.fetch, as), await read(anew, as)];
      expect([kept.status, kept.text]).toEqual([fresh.status, fresh.text]);
    }
  }
});

/** What may be written to a record of any kind. */
const CHANGES = [
  { venue: 'Renamed', organizer: 'Renamed', title: 'Renamed', name: 'Renamed' },
  { status: 'draft' },
  { status: 'private' },
  { status: 'publish' },
  { description: '<p>Said <b>anew</b>.</p>', website: 'https://example.org/new' },
] as const;

const which = fc.nat({ max: 200 });

interface Step {
  what: string;
  run(): Promise<unknown>;
}

const someRead = fc.record({ which, as: fc.constantFrom(...CALLERS) }).map(
  ({ which, as }): Step => ({
    what: `read ${which} as ${as}`,
    async run() {
      const read = reads[(which * 37) % reads.length]!;
      const fresh = await read(app.anew(), as);
      for (const _ of ['written', 'kept', 'taken again']) {
        const { status, text } = await read(app.fetch, as);
        expect([status, text]).toEqual([fresh.status, fresh.text]);
      }
    },
  }),
);

const someWrite = fc
  .record({ which, kind: fc.constantFrom(...KINDS), json: fc.constantFrom(...CHANGES) })
  .map(({ which, kind, json }): Step => {
    return {
      what: `write ${JSON.stringify(json)} to ${which} of ${kind}`,
      run: () => app.rest('PATCH', `/${kind}/${ids[which % ids.length]}`, { as: 'administrator', json }),
    };
  });

const someTime = fc.integer({ min: 1, max: 400_000 }).map(
  (minutes): Step => ({
    what: `${minutes} minutes go by`,
    async run() {
      app.clock.now += minutes * 60_000;
    },
  }),
);

const seed = fuzzSeed();

test(`whatever is written and however time goes by, what is kept is what is shown anew (FUZZ_SEED=${seed})`, async () => {
  const someStep = fc.oneof(
    { arbitrary: someRead, weight: 6 },
    { arbitrary: someWrite, weight: 3 },
    { arbitrary: someTime, weight: 1 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const { run } of steps) await run();
    }),
    { seed, numRuns: fuzzRuns(60) },
  );
});
