import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BEGIN } from '../../../bench/shared/calendar.ts';
import { asked } from '../../../bench/statements/asked.ts';
import { type Operation, operationsOf } from '../../../bench/statements/operations.ts';
import { statementsOf, wholeSteps } from '../../../bench/statements/recorder.ts';
import { sampleOf } from '../../../bench/statements/sample.ts';
import { statementsOfWrites } from '../../../bench/statements/writes.ts';
import { type App, createApp } from '../../../src/app.ts';
import { type Changes, createChanges } from '../../../src/data/changes/changes.ts';
import type { FindOptions, Store } from '../../../src/data/port.ts';
import { type Connection, connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { openUsers } from '../../../src/data/users/open-users.ts';
import { COLLECTIONS } from '../../../src/kinds/collections.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { readConfig } from '../../../src/process/config.ts';
import { createLog } from '../../../src/process/log.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';

/** More than two parts of a feed. */
const EVENTS = 300;

/** The account of who asks. */
const CALLER = '127.0.0.1';

const log = createLog('silent');

const dir = mkdtempSync(join(tmpdir(), 'statements-'));
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dir });
let store: Store;
let file: Connection;
let operations: Operation[];
let changes: Changes;
let app: App;

/** The indexes that questions have named, as `collection.index`. */
const named = new Set<string>();

/** The store, which notes them. */
function noting(store: Store): Store {
  const verbs = (['find', 'count', 'distinct'] as const).map((verb) => [
    verb,
    (collection: string, ...more: unknown[]) => {
      named.add(`${collection}.${(more.at(-1) as FindOptions | undefined)?.index ?? '_id_'}`);
      return (store[verb] as (...all: unknown[]) => unknown)(collection, ...more);
    },
  ]);
  return { ...store, ...Object.fromEntries(verbs) };
}

beforeAll(async () => {
  store = await openDatabase(config, log);
  await seedCalendar(store, { events: EVENTS, around: '2026-11-20' });
  file = connect(join(dir, DATA_FILE));
  operations = operationsOf(await sampleOf(store));
  changes = createChanges(store, () => BEGIN);
  app = createApp({
    config,
    store: noting(store),
    users: openUsers(store),
    clock: () => BEGIN,
    newUid: randomUUID,
    log,
    changes,
  });
});
afterAll(async () => {
  file.close();
  await store.close();
  rmSync(dir, { recursive: true });
});

/** Steps of plans that may stand outside of threads: of which statements, and why. */
const ALLOWED: readonly { step: RegExp; sql: RegExp; because: string }[] = [
  {
    step: /^SCAN t USING (COVERING )?INDEX (categories|tags)\./,
    sql: /FROM "(categories|tags)"/,
    because: 'terms are few however many events there are, and lie in an index in the order of the list',
  },
  {
    step: /^SCAN t USING INDEX users\._id_$/,
    sql: /FROM "users"/,
    because: 'users are held in memory: read at the first request, and once a second at the most while somebody writes',
  },
  {
    step: /^SCAN /,
    sql: /WHERE 0$/,
    because: 'no row is looked at when nothing can match',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /(WHERE|AND) [ti]\."_id"(=\?| IN \(SELECT value FROM json_each)/,
    because: 'only those are sorted whose ids are known',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /FROM "\w+\.slugs" i .*WHERE i\.value=\?/,
    because: 'no two records have the same slug',
  },
  {
    step: /^USE TEMP B-TREE FOR DISTINCT$/,
    sql: /^SELECT i\."_id" FROM \(SELECT DISTINCT i\."_id" FROM "\w+\.slugs" i WHERE i\.value IN /,
    because: 'only the records are collected whose slugs are named',
  },
  {
    step: /^USE TEMP B-TREE FOR DISTINCT$/,
    sql: /^SELECT DISTINCT .* IN \(SELECT _id FROM "\w+\.slugs" WHERE \(value>=\? AND value<\?\)\)/,
    because: 'a new slug is compared with those that begin as it does',
  },
];

/** A timer checks the users of all open streams once a second. Nobody is charged for that. */
const CHECK_OF_USERS = { account: 'house', sql: /FROM "users"|PRAGMA data_version/ };

/**
 * What an operation does, outside of threads, that looks at a whole table or sorts; and what is not charged to who asks.
 * Nothing that was kept of what was asked before is taken: anything may be another now.
 */
async function faultsOf(operation: Operation): Promise<string[]> {
  await changes.tellAll();
  let status = 0;
  const statements = await statementsOf(async () => {
    ({ status } = await asked(app, operation));
  });
  expect(status, operation.name).toBeLessThan(500);
  const unpaid = statements
    .filter(
      ({ account, sql }) => account !== CALLER && !(account === CHECK_OF_USERS.account && CHECK_OF_USERS.sql.test(sql)),
    )
    .map(({ account, sql }) => `${operation.name}\n  is work of ${account}\n  ${sql}`);
  const whole = statements
    .filter(({ within }) => within !== 'thread')
    .flatMap((statement) =>
      wholeSteps(file, statement)
        .filter((step) => !ALLOWED.some((each) => each.step.test(step) && each.sql.test(statement.sql)))
        .map((step) => `${operation.name}\n  ${step}\n  ${statement.sql}`),
    );
  return [...whole, ...unpaid];
}

test('no operation of an API scans a table or sorts outside of threads, and all that it does is the work of who asks', async () => {
  const found: string[] = [];
  for (const operation of operations) found.push(...(await faultsOf(operation)));
  expect(found).toEqual([]);
});

/**
 * They serve single reads and writes: an address, one of before, a name that is sent, an image that is changed, a term that moves, what
 * comes from elsewhere, a series and its occurrences. Organizers have facets only by custom fields, which nobody has defined here.
 * Nobody here asks for an order in Korean or Spanish.
 */
const NO_LISTS =
  /\.(slugs|former_slugs|names|image|url|ancestors|uid|source|series|original_start)$|^series\.|^organizers\.facet$|^images\.author$|\.by_\w+_(ko|es)$/;

test('each of these lists names an index that is there, and each index for lists is named by one', () => {
  const all = COLLECTIONS.flatMap(({ name, indexes }) => indexes.map((index) => `${name}.${index.name}`));
  expect([...named].filter((name) => !name.endsWith('._id_') && !all.includes(name))).toEqual([]);
  expect(all.filter((name) => !named.has(name) && !NO_LISTS.test(name))).toEqual([]);
});

test('a write of an event runs at most 16 statements, as many in ten categories as in three, and counts nothing', async () => {
  const writes = await statementsOfWrites(app, store);
  const counting = ({ sql }: { sql: string }) => /\b(?:count|max|min)\(/.test(sql.replace(/ON CONFLICT.*/s, ''));
  expect(
    writes.map(({ name, status, statements }) => [name, status, statements.length <= 16, statements.filter(counting)]),
  ).toEqual([
    ['create in three categories', 201, true, []],
    ['create in ten categories', 201, true, []],
    ['title', 200, true, []],
    ['cancel', 200, true, []],
    ['trash', 200, true, []],
  ]);
});
