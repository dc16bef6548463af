import { afterAll, expect, test } from 'vitest';
import { release } from '../../../src/data/migrations/lease.ts';
import type { Store } from '../../../src/data/port.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { readPosition, settingOf } from '../../../src/webhooks/position.ts';
import { quiet } from '../../store/quiet.ts';
import { eventually } from '../../support/eventually.ts';
import { upTo } from '../../support/making.ts';
import { hookTo, openHookFiles, openReceiverServer } from '../../webhooks/receiver.ts';
import { openHouse, post, rest } from '../support.ts';

const house = openHouse();
const files = openHookFiles();
const receiver = await openReceiverServer();
afterAll(async () => {
  await house.remove();
  await receiver.close();
  files.remove();
});

const HOOK = { name: 'search' };

/** Uses the data of a calendar, also while a server runs on it. */
async function withStore<T>(
  { DATA_DIR: dataDir = '', MONGODB_URI: mongodbUri }: Record<string, string>,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openDatabase({ dataDir, ...(mongodbUri && { mongodbUri }), beside: true }, quiet);
  return use(store).finally(() => store.close());
}

test('a server that is killed between two deliveries loses none: the next one goes on, in order and with the same ids', async () => {
  const place = house.place();
  const env = { ...place, WEBHOOKS: files.write([hookTo(receiver)]) };
  const killed = await house.start(env);
  const begun = await withStore(place, async (store) => {
    await eventually(async () => expect(await readPosition(store, HOOK)).toBeDefined());
    return (await readPosition(store, HOOK))!.after;
  });
  const { cursor } = (await (await fetch(rest(killed, '/changes'))).json()) as { cursor: string };
  // The receiver takes two, and is busy with the third when the server is killed.
  receiver.answer = () => (receiver.received.length <= 2 ? 200 : 0);
  const { id } = (await (await post(rest(killed, '/tags'), { name: 'Free' })).json()) as { id: number };
  for (const at of upTo(5)) await post(rest(killed, `/tags/${id}`), { description: `Free ${at}` });
  // On a busy machine the third has been tried again by now.
  await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(3));
  killed.send('SIGKILL');
  await killed.ended;

  // Until then the server that was killed is taken for one that lives.
  await withStore(place, (store) => release(store, settingOf(HOOK)));
  receiver.answer = () => 200;
  const next = await house.start(env);
  const changes = await fetch(rest(next, `/changes?after=${cursor}`));
  const { changes: told } = (await changes.json()) as { changes: { version: number }[] };
  expect(told).toHaveLength(6);
  const idsOf = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  await eventually(() => expect(idsOf().size).toBe(6));
  next.send('SIGTERM');
  expect((await next.ended).code).toBe(0);

  const types = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  expect([...types.values()].map(({ type }) => type)).toEqual(['tag.created', ...Array(5).fill('tag.updated')]);
  // What came again is what was under way, and what was taken just before.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  const again = new Set(ids.filter((one, index) => ids.indexOf(one) !== index));
  expect([...types.keys()].slice(1, 3)).toEqual(expect.arrayContaining([...again]));
  const { after, pending } = (await withStore(place, (store) => readPosition(store, HOOK)))!;
  expect(pending).toEqual([]);
  // It is behind the last one: at its cursor, or at a later one when its minute is over.
  expect([begun, ...[...types.values()].slice(0, -1).map(({ data }) => data.cursor)]).not.toContain(after);
});
