import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { createLog } from '../../src/process/log.ts';
import { configOf } from '../cache/support.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk, type Step, stepThat } from '../support/calendar-steps.ts';
import { fuzzRuns } from '../support/fuzz/seed.ts';
import { made, upTo } from '../support/making.ts';
import { empty } from '../support/stored.ts';

const NAMESPACE = '/wp-json/calendar/events/v1';

let dir: string;
let app: TestApp;
let stores: Store[];
/** Three processes that have the calendar open, each with caches of its own. */
let servers: TestApp['fetch'][];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'counts-'));
  app = await buildApp({ env: { DATA_DIR: dir } });
  stores = [];
  for (const _ of upTo(2))
    stores.push(await openDatabase({ ...configOf(app, dir), beside: true }, createLog('silent')));
  servers = [app.fetch, ...stores.map((store) => app.secondServer({}, store))];
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

/** All that is counted: by record, with what is below it, by list, within a span, and whether there is a last one to come. */
const COUNTED = `{
  categories(first: 50) { nodes { databaseId count countWithDescendants } }
  tags(first: 50) { nodes { databaseId count } }
  offered: categories(first: 50, where: { hasUpcomingEvents: true }) { nodes { databaseId } }
  venues(first: 50, where: { hasEvents: true }) { nodes { databaseId events(first: 1) { totalCount } } }
  busy: venues(first: 50, where: { hasUpcomingEvents: true }) { nodes { databaseId } }
  organizers(first: 50, where: { hasUpcomingEvents: true }) { nodes { databaseId } }
  events { totalCount }
  december: events(where: { startsBetween: { from: "2026-12-01", to: "2026-12-20" } }) { totalCount }
}`;

/** What a server says to a caller. It has written just before, so it has looked at the log on any store. */
async function counted(fetch: TestApp['fetch'], as: Caller, tag: number) {
  const json = { description: `${performance.now()}` };
  await fetch(`${NAMESPACE}/tags/${tag}`, { method: 'PUT', as: 'administrator', json });
  const { body } = await fetch('/graphql', { method: 'POST', as, json: { query: COUNTED } });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const happening = fc.record({
  by: fc.nat({ max: 2 }),
  step: fc.oneof(
    { weight: 4, arbitrary: anyStep },
    ...(['hideEvent', 'trashEvent', 'restore', 'moveEventToAnotherMonth', 'moveEvent', 'makeEvent'] as const).map(
      stepThat,
    ),
  ),
  together: fc.boolean(),
  asked: fc.option(fc.record({ of: fc.nat({ max: 2 }), as: fc.constantFrom<Caller>('anonymous', 'administrator') })),
});

test('whatever three processes write, each tells the numbers that a process without caches counts', async () => {
  const property = fc.asyncProperty(fc.array(happening, { minLength: 12, maxLength: 30 }), async (all) => {
    await empty(app);
    const { id: tag } = await made(app, 'tags', { name: 'Written' });
    let writer = 0;
    const walk = createWalk({
      clock: app.clock,
      rest: (method, path, asked) => servers[writer]!(`${NAMESPACE}${path}`, { ...asked, method }),
      graphql: (query, variables = {}, asked = {}) =>
        servers[writer]!('/graphql', { ...asked, method: 'POST', json: { query, variables } }),
    });
    /** Writes begin one after the other; of those that others join, nobody waits for the end. */
    let running: Promise<unknown>[] = [];
    const take = async (step: Step, by: number, together: boolean) => {
      writer = by;
      running.push(walk(step));
      if (!together) running = await Promise.all(running).then(() => []);
    };
    for (const step of beginning) await take(step, 0, false);
    for (const { by, step, together, asked } of all) {
      await take(step, by, together);
      await Promise.all([asked].flatMap((one) => (one ? counted(servers[one.of]!, one.as, tag) : [])));
    }
    await Promise.all(running);
    await app.publishDue();
    for (const as of ['anonymous', 'administrator'] as const) {
      const fresh = await counted(app.secondServer(), as, tag);
      for (const server of servers) expect(await counted(server, as, tag)).toEqual(fresh);
    }
  });
  await fc.assert(property, { numRuns: fuzzRuns(60) });
});
