import { expect, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { recountAll } from '../../src/kinds/counts/recount.ts';
import { SWEEPS } from '../../src/kinds/counts/sweeps.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { made, upTo } from '../support/making.ts';
import { contents, empty, keptValues, recounted } from '../support/stored.ts';
import { sweeperOf } from '../support/sweeping.ts';
import { watchedApp } from '../support/watched-app.ts';

const { app, watch } = await watchedApp();

const as = 'administrator';

async function checked(mend: boolean): Promise<string[]> {
  const wrong: string[] = [];
  await recountAll(app.store, { mend, report() {}, found: (line) => wrong.push(line) });
  return wrong;
}

/** A tag, and a category below another one, that so many events carry. */
async function carried(events: number) {
  const top = await made(app, 'categories', { name: 'Top' });
  const category = await made(app, 'categories', { name: 'Below', parent: top.id });
  const tag = await made(app, 'tags', { name: 'Free' });
  const { id } = await made(app, 'events', { categories: [category.id], tags: [tag.id] });
  const [event] = await app.store.byIds<EventRecord>('events', [id]);
  const copies = upTo(events - 1).map((at) => ({
    ...event!,
    _id: id + 1 + at,
    slugs: [`copy-${at}`],
    uid: `copy-${at}`,
  }));
  await app.store.lastId('posts', id + events);
  await app.store.put('events', copies);
  await checked(true);
  return { top, category, tag, event: id };
}

/** What the store is asked while a term is deleted; of a category with what is looked at before its unit. */
const deleted = async (path: string) => {
  const { result, reads, writes } = await watch.during(() => app.rest('DELETE', path, { as }));
  expect(result.status, result.text).toBe(200);
  return { reads: reads.filter((read) => read !== 'find events'), writes: [...writes] };
};

test('deleting a tag or a category writes as much where 50 events carry it as where ten do', async () => {
  const few = await carried(10);
  const expected = [await deleted(`/tags/${few.tag.id}`), await deleted(`/categories/${few.category.id}`)];
  await empty(app);
  const many = await carried(50);
  const [ofTag, ofCategory] = [await deleted(`/tags/${many.tag.id}`), await deleted(`/categories/${many.category.id}`)];
  expect(ofTag).toEqual(expected[0]);
  expect(ofCategory.writes).toEqual(expected[1]!.writes);
  expect([ofTag, ofCategory].flatMap(({ writes }) => writes)).not.toContain('updateMany events');
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
});

test('a term that is gone is shown by no event, and its events keep their versions', async () => {
  const { top, category, tag, event } = await carried(3);
  const before = (await app.rest('GET', `/events/${event}`)).body;
  expect(before).toMatchObject({ categories: [{ id: category.id }], tags: [{ id: tag.id }] });
  const stood = (await contents(app.store)).events.map(({ version }) => version);
  await deleted(`/tags/${tag.id}`);
  await deleted(`/categories/${category.id}`);
  const shown = async () => (await app.rest('GET', `/events/${event}`)).body;
  expect(await shown()).toEqual({ ...before, categories: [], tags: [] });
  expect((await app.rest('GET', `/categories/${top.id}`)).body.count).toBe(0);
  expect((await app.rest('GET', `/events?tags=${tag.id}`)).status).toBe(400);
  await sweeperOf(app)();
  expect(await shown()).toEqual({ ...before, categories: [], tags: [] });
  const { events } = await contents(app.store);
  expect(events.map(({ version }) => version)).toEqual(stood);
  expect(events.flatMap(({ tags, categories }) => [...tags, ...categories])).toEqual([]);
});

/** A store whose process ends before its unit of this number. */
const endingAt =
  (number: number) =>
  (store: Store): Store => {
    let units = 0;
    return {
      ...store,
      async atomically(unit) {
        units += 1;
        if (units === number) throw new Error('killed');
        return store.atomically(unit);
      },
    };
  };

test.each(upTo(4).map((at) => at + 1))(
  'a sweep whose process ends before unit %i is ended by another process a minute later',
  async (number) => {
    const { tag } = await carried({ embedded: 30, mongodb: 300 }[app.store.kind]);
    await deleted(`/tags/${tag.id}`);
    const another = sweeperOf(app);
    await expect(sweeperOf(app, endingAt(number))()).rejects.toThrow('killed');
    expect(await checked(false)).toEqual([]);
    app.clock.now += 60_001;
    await another();
    const all = await contents(app.store);
    expect(all.sweeps).toEqual([]);
    expect(all.events.flatMap(({ tags }) => tags)).toEqual([]);
    expect(all.event_days.filter(({ _id }) => _id.startsWith('tags/'))).toEqual([]);
    expect(await checked(false)).toEqual([]);
  },
);

test('what another process sweeps is left to it', async () => {
  const { tag } = await carried({ embedded: 30, mongodb: 300 }[app.store.kind]);
  await deleted(`/tags/${tag.id}`);
  await expect(sweeperOf(app, endingAt(2))()).rejects.toThrow('killed');
  const stood = await contents(app.store);
  await sweeperOf(app)();
  expect(await contents(app.store)).toEqual(stood);
  expect(await app.store.count(SWEEPS.name, {})).toBe(1);
});
