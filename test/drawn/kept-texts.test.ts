import fc from 'fast-check';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { selectionOf } from '../support/fuzz/graphql-requests.ts';
import { fuzzSeed } from '../support/fuzz/seed.ts';
import { CALLERS, furnish } from '../support/fuzz/world.ts';
import { ONE, PLURALS, type Plural } from '../support/making.ts';

const NAMESPACE = '/wp-json/calendar/events/v1';

/** Records of every kind, events in every state. */

let app: TestApp;
let ids: readonly number[];
/** All that somebody may read: of each kind in each language, by each API. */
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
const everythingOf = (kind: Plural): string => {
  const { type } = schema.getQueryType()!.getFields()[ONE[kind]]!;
  return `query One($ref: RecordRef!) { ${ONE[kind]}(ref: $ref) ${selectionOf(getNamedType(type))} }`;
};

type Fetch = TestApp['fetch'];

/** How something is asked for, by a caller. */
type Read = (fetch: Fetch, as: Caller) => ReturnType<Fetch>;

/** Each list in each language, each record in one. */
const paths = (): string[] =>
  LANGUAGES.flatMap((language) => [
    ...PLURALS.map((kind) => `/${language}${NAMESPACE}/${kind}?hide_empty=0&start_date=2020-01-01`),
    ...ids
      .filter((id) => LANGUAGES[id % LANGUAGES.length] === language)
      .flatMap((id) => PLURALS.map((kind) => `/${language}${NAMESPACE}/${kind}/${id}`)),
  ]);

const queries = (): Read[] =>
  PLURALS.flatMap((kind) =>
    ids.map((id) => (fetch: Fetch, as: Caller) => {
      const query = everythingOf(kind);
      return fetch('/graphql', { method: 'POST', as, json: { query, variables: { ref: { databaseId: id } } } });
    }),
  );

const allReads = (): Read[] => [
  ...paths().map((path) => (fetch: Fetch, as: Caller) => fetch(path, { as })),
  ...queries(),
];

/** What may be written to a record of any kind. */
const CHANGES = [
  { venue: 'Renamed', organizer: 'Renamed', title: 'Renamed', name: 'Renamed' },
  { status: 'draft' },
  { status: 'private' },
  { status: 'publish' },
  { description: '<p>Said <b>anew</b>.</p>', website: 'https://example.org/new' },
] as const;

const seed = fuzzSeed();

test(`everybody is shown by what is kept for all what an app shows that nobody has asked (FUZZ_SEED=${seed})`, async () => {
  // What is written is kept the second time, and taken the third time.
  for (const _ of ['written', 'kept']) for (const read of reads) for (const as of CALLERS) await read(app.fetch, as);
  const write = fc.record({ id: fc.constantFrom(...ids), json: fc.constantFrom(...CHANGES) });
  for (const { id, json } of fc.sample(write, { numRuns: ids.length / 2, seed }))
    for (const kind of PLURALS) await app.rest('PATCH', `/${kind}/${id}`, { as: 'administrator', json });
  app.clock.now += fc.sample(fc.integer({ min: 1, max: 400_000 }), { numRuns: 1, seed })[0]! * 60_000;
  for (const as of CALLERS) {
    const secondServer = app.secondServer();
    for (const read of reads) {
      const [kept, fresh] = [await read(app.fetch, as), await read(secondServer, as)];
      expect([kept.status, kept.text]).toEqual([fresh.status, fresh.text]);
    }
  }
});
