import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanFilter } from '../../../src/data/clean.ts';
import { tableOf } from '../../../src/data/sqlite/schema.ts';
import { countQuery, findQuery } from '../../../src/data/sqlite/select.ts';
import { type Connection, connect } from '../../../src/data/sqlite/sqlite.ts';
import { matchesNothing } from '../../../src/data/sqlite/where.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { COLLECTIONS } from '../../../src/kinds/collections.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { addressOf, LISTS, type List, type Sample, sampled } from '../../store/mongodb/lists.ts';
import { createRecorder, type Query } from '../../store/mongodb/plans.ts';
import { buildApp, type TestApp } from '../../support/app.ts';

const EVENTS = 2000;

const recorder = createRecorder();
const dir = mkdtempSync(join(tmpdir(), 'explain-'));
let app: TestApp;
let sample: Sample;
let file: Connection;

beforeAll(async () => {
  app = await buildApp({ env: { MONGODB_URI: '', DATA_DIR: dir }, wrap: recorder.wrap });
  await seedCalendar(app.store, { events: EVENTS, around: '2026-11-20', authors: [1, 2, 3, 4] });
  sample = await sampled(app);
  file = connect(join(dir, DATA_FILE));
});
afterAll(async () => {
  file.close();
  await app.close();
  rmSync(dir, { recursive: true });
});

const tables = new Map(COLLECTIONS.map((collection) => [collection.name, tableOf(collection)]));

/** A step of a plan: below which other one, and what is done. */
interface Step {
  parent: number;
  detail: string;
}

/** The steps of a query as SQLite says them. @throws where the index that it names does not fit */
function stepsOf({ verb, collection, filter, options }: Query): Step[] {
  const table = tables.get(collection)!;
  const clean = cleanFilter(filter);
  const question = { table, filter: clean, reading: options };
  const { sql, values } = verb === 'count' ? countQuery(question) : findQuery(question);
  return file
    .rows(`EXPLAIN QUERY PLAN ${sql}`, values)
    .map(([, parent, , detail]) => ({ parent: Number(parent), detail: String(detail) }));
}

/** Whether a step reads what a query inside of the query gives. */
const readsInner = ({ parent, detail }: Step, steps: readonly Step[]): boolean =>
  steps.some(
    (step) => step.parent === parent && /^(CO-ROUTINE|MATERIALIZE) (.+)$/.exec(step.detail)?.[2] === detail.slice(5),
  );

/** Looks at all that a table or one of its indexes has. */
const wholeLooks = (steps: readonly Step[]): string[] =>
  steps.filter((step) => /^SCAN [ti]\b/.test(step.detail) && !readsInner(step, steps)).map(({ detail }) => detail);

/** Lists of terms may look at all terms, in the order of an index. */
const TERMS_IN_ORDER = /^SCAN t USING (COVERING )?INDEX (categories|tags)\./;

/** What a list is named by: one of everything in its address, and no more than tells it from others. */
const NAMED: Sample = {
  events: [1, 2],
  event: 3,
  parent: 4,
  venues: [5, 6],
  latitude: 40,
  longitude: -3,
  organizer: 7,
  category: 8,
  categorySlug: 'category',
  categoryAbove: 9,
  tags: [10, 11],
  tagSlug: 'tag',
};
const nameOf = ({ path }: List): string =>
  decodeURIComponent(path(NAMED))
    .replace(/^\/graphql\?query=\{ (.*) \{ (?:nodes|city) .*$/, '$1')
    .replace('first: 10, ', '')
    .replace(/latitude:[^}]*/, '… ');

describe(`of ${EVENTS} events`, () => {
  test.each(LISTS.map((list) => [list.as, nameOf(list), list] as const))(
    '%s gets %s by indexes',
    async (_, __, list) => {
      app.clock.now += 5000;
      const queries = await recorder.during(async () => {
        const { status, text } = await app.fetch(addressOf(list, sample), list);
        expect(status, text).toBe(200);
        expect(text).not.toContain('"errors"');
      });
      // What is kept of users and of changes is no part of a list.
      const asked = queries.filter(({ collection, options }) => tables.has(collection) && options.index !== undefined);
      expect(asked.length).toBeGreaterThan(0);
      // The store answers what cannot match without a statement.
      for (const query of asked.filter(({ filter }) => !matchesNothing(filter))) {
        const steps = stepsOf(query);
        const details = steps.map(({ detail }) => detail);
        expect(wholeLooks(steps).filter((look) => !TERMS_IN_ORDER.test(look))).toEqual([]);
        const sorts = details.filter((detail) => detail === 'USE TEMP B-TREE FOR ORDER BY');
        const isPage = query.verb === 'find' && (query.options.limit ?? 0) > 1;
        expect(sorts, details.join('\n')).toHaveLength(isPage && list.kind === 'ordered' ? 0 : sorts.length);
      }
    },
  );
});
