import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCosts } from '../../src/migrations/8-read-costs.ts';
import type { Stored } from '../../src/store/port.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

type Kept = Stored & { version: number };

let app: TestApp;
let today: Kept[];

const stored = () => app.store.find<Kept>('events', {}, { sort: [['_id', 1]] });

/** What the version before kept of these costs. */
const BEFORE: Readonly<Record<string, Record<string, unknown>>> = {
  '$5 - $10': { 'cost.details.currencySymbol': '', 'cost.details.currencyPosition': '' },
  '자유 관람료': { 'cost.details.values': ['%ec%9e%90%ec%9c%a0-%ea%b4%80%eb%9e%8c%eb%a3%8c'] },
  'Freedom $5': { 'cost.text': '$5', 'cost.details.currencySymbol': '$' },
};

/** Somebody has changed it into nonsense. */
const DAMAGED = { _id: 1_000_000, version: 1, cost: { raw: 7 } };

beforeAll(async () => {
  app = await buildApp();
  for (const cost of Object.keys(BEFORE)) await made(app, 'events', { cost });
  for (const cost of ['€10', '']) await made(app, 'events', { cost });
  today = await stored();
  for (const [raw, $set] of Object.entries(BEFORE)) await app.store.updateMany('events', { 'cost.raw': raw }, { $set });
  await app.store.put('events', [DAMAGED]);
  await readCosts.run(app.store, () => undefined);
});
afterAll(() => app.close());

test('costs become what writing them today stores, in a version after the last where that is another', async () => {
  const [first, second, third, ...same] = today;
  const raised = [first, second, third].map((event) => ({ ...event, version: event!.version + 1 }));
  expect(await stored()).toEqual([...raised, ...same, DAMAGED]);
});

test('a second time it changes nothing', async () => {
  const before = await stored();
  await readCosts.run(app.store, () => undefined);
  expect(await stored()).toEqual(before);
});
