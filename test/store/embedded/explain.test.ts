import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../../src/resources/collections.ts';
import { seedCalendar } from '../../../src/seed/seed-calendar.ts';
import { cleanFilter } from '../../../src/store/clean.ts';
import { tableOf } from '../../../src/store/embedded/schema.ts';
import { countQuery, findQuery } from '../../../src/store/embedded/select.ts';
import { type Connection, connect } from '../../../src/store/embedded/sqlite.ts';
import { DATA_FILE } from '../../../src/store/embedded.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { addressOf, LISTS, type Sample, sampled } from '../mongodb/lists.ts';
import { createRecorder, type Query } from '../mongodb/plans.ts';

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
}, 300_000);
afterAll(async () => {
  file.close();
  await app.close();
  rmSync(dir, { recursive: true });
});

const tables = new Map(COLLECTIONS.map((collection) => [collection.name, tableOf(collection)]));

/** The steps of a query as SQLite says them. @throws where the index that it names does not fit */
function stepsOf({ verb, collection, filter, options }: Query): string[] {
  const table = tables.get(collection)!;
  const clean = cleanFilter(filter);
  const { sql, values } = verb === 'count' ? countQuery(table, clean, options) : findQuery(table, clean, options);
  return file.rows(`EXPLAIN QUERY PLAN ${sql}`, values).map((row) => String(row.at(-1)));
}

/** A look at all documents, or at all that an index of a list has. */
const WHOLE = /^SCAN (t|i)(?! USING (COVERING )?INDEX)/;

/** What was found by several values of a list, each by its index: it is read as a whole, and nothing else is. */
const FOUND = /^(MATERIALIZE|CO-ROUTINE) i$/;

describe(`with ${EVENTS} events`, () => {
  test.each(LISTS)('$as may list $what by indexes', async (list) => {
    app.clock.now += 5000;
    const queries = await recorder.during(async () => {
      const { status, text } = await app.fetch(addressOf(list, sample), list);
      expect(status, text).toBe(200);
      expect(text).not.toContain('"errors"');
    });
    const asked = queries.filter(({ collection, options }) => tables.has(collection) && options.index !== undefined);
    expect(asked.length).toBeGreaterThan(0);
    for (const query of asked) {
      const steps = stepsOf(query);
      const lists = steps.filter((step) => FOUND.test(step));
      expect(steps.filter((step) => WHOLE.test(step)).length, steps.join('\n')).toBe(lists.length);
      const sorts = steps.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY');
      const isPage = query.verb === 'find' && (query.options.limit ?? 0) > 1;
      expect(sorts, steps.join('\n')).toHaveLength(isPage && list.kind === 'ordered' ? 0 : sorts.length);
    }
  });
});
