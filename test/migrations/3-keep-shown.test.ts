import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepShown } from '../../src/migrations/3-keep-shown.ts';
import type { EventRecord } from '../../src/resources/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

const KINDS = ['events', 'venues', 'organizers'] as const;
const TEXT = '<p>At the <b>river</b> &amp; the sea</p>';

let app: TestApp;
let today: Record<(typeof KINDS)[number], object[]>;

beforeAll(async () => {
  app = await buildApp();
  await made(app, 'events', { cost: '10 €, 20 €', description: TEXT, excerpt: 'Short' });
  await made(app, 'events', { description: '' });
  await made(app, 'venues', { description: TEXT });
  await made(app, 'organizers');
  today = await stored();
  for (const kind of KINDS) await app.store.put(kind, today[kind].map(asInVersionTwo));
  await keepShown.run(app.store, () => undefined);
});
afterAll(() => app.close());

async function stored(): Promise<typeof today> {
  const lists = KINDS.map(async (kind) => [kind, await app.store.find(kind, {}, { sort: [['_id', 1]] })]);
  return Object.fromEntries(await Promise.all(lists));
}

/** As the version before stored it: the cost as it was sent, and HTML without what it says. */
const asInVersionTwo = (record: object) => {
  const { cost } = record as Partial<EventRecord>;
  const bare = JSON.parse(JSON.stringify(record), (key, value) => (key === 'plain' ? undefined : value));
  return cost ? { ...bare, cost: cost.raw } : bare;
};

test('records of the version before become what writing them today stores', async () => {
  expect(await stored()).toEqual(today);
  expect(today.events).toMatchObject([
    {
      cost: { raw: '10 €, 20 €', text: '10€ – 20€' },
      text: { en: { description: { plain: 'At the river & the sea' } } },
    },
    {},
  ]);
});

test('a second time it changes nothing', async () => {
  await keepShown.run(app.store, () => undefined);
  expect(await stored()).toEqual(today);
});
