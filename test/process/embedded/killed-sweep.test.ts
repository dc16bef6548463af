import { afterAll, expect, test } from 'vitest';
import type { Store } from '../../../src/data/port.ts';
import { EVENT_DAYS } from '../../../src/kinds/counts/event-days.ts';
import { recountAll } from '../../../src/kinds/counts/recount.ts';
import { SWEEPS, type Sweep } from '../../../src/kinds/counts/sweeps.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { EVENTS, type EventRecord, IN_EVENTS } from '../../../src/kinds/event/record.ts';
import { quiet } from '../../store/quiet.ts';
import { eventually } from '../../support/eventually.ts';
import { upTo } from '../../support/making.ts';
import { openHouse, post, rest } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** Events that carry the tag: more than a hundred units of a sweep. */
const CARRYING = 2_000;

const TIMES = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };

/** Uses the records of a calendar, also while a server runs on it. */
async function withStore<T>({ DATA_DIR = '' }: Record<string, string>, use: (store: Store) => Promise<T>) {
  const store = await openDatabase({ dataDir: DATA_DIR, beside: true }, quiet);
  return use(store).finally(() => store.close());
}

async function wrongIn(store: Store, mend: boolean): Promise<string[]> {
  const wrong: string[] = [];
  await recountAll(store, { mend, report() {}, found: (line) => wrong.push(line) });
  return wrong;
}

/** What a sweep has left to do. */
const leftOf = async (store: Store, tag: number) => ({
  sweeps: await store.find<Sweep>(SWEEPS.name, {}),
  events: await store.count(EVENTS.name, { tags: tag }, { index: IN_EVENTS.tags }),
  days: (await store.find(EVENT_DAYS.name, {}, { only: [] })).filter(({ _id }) =>
    String(_id).startsWith(`tags/${tag}/`),
  ),
});

test('a sweep in whose middle the server is killed goes on after the next start, and all counts are right', async () => {
  const env = house.place();
  const making = await house.start(env);
  const { id: tag } = (await (await post(rest(making, '/tags'), { name: 'Free' })).json()) as { id: number };
  const sent = await post(rest(making, '/events'), { title: 'Open day', ...TIMES, tags: [tag] });
  const { id } = (await sent.json()) as { id: number };
  making.send('SIGTERM');
  await making.ended;
  await withStore(env, async (store) => {
    const [event] = await store.byIds<EventRecord>(EVENTS.name, [id]);
    const copies = upTo(CARRYING - 1).map((at) => ({
      ...event!,
      _id: id + 1 + at,
      slugs: [`copy-${at}`],
      uid: `copy-${at}`,
    }));
    await store.lastId('posts', id + CARRYING);
    await store.put(EVENTS.name, copies);
    await wrongIn(store, true);
  });

  const killed = await house.start(env);
  await withStore(env, async (store) => {
    const response = await fetch(rest(killed, `/tags/${tag}`), { method: 'DELETE' });
    expect(response.status).toBe(200);
    await eventually(async () => expect((await leftOf(store, tag)).events).toBeLessThan(CARRYING));
    killed.send('SIGKILL');
    await killed.ended;
    const left = await leftOf(store, tag);
    expect(left.sweeps).toEqual([expect.objectContaining({ term: tag, holder: expect.any(String) })]);
    expect(left.events).toBeGreaterThan(0);
    expect(left.events).toBeLessThan(CARRYING);
    expect(left.days).not.toEqual([]);
    expect(await wrongIn(store, false)).toEqual([]);
    // Until then it is taken for a sweep of a server that lives.
    await store.update<Sweep>(SWEEPS.name, left.sweeps[0]!._id, { $set: { until: 0 } });
  });

  const next = await house.start(env);
  await withStore(env, async (store) => {
    await eventually(async () => expect(await leftOf(store, tag)).toEqual({ sweeps: [], events: 0, days: [] }));
    expect(await wrongIn(store, false)).toEqual([]);
  });
  const listed = (await (
    await fetch(rest(next, '/events?start_date=2030-01-01&end_date=2031-01-01&per_page=1'))
  ).json()) as object;
  expect(listed).toMatchObject({ total: CARRYING, events: [{ tags: [] }] });
});
