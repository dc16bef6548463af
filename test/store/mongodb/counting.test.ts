import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChanges } from '../../../src/data/changes/changes.ts';
import type { Store } from '../../../src/data/port.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { countLeft } from '../../../src/kinds/counts/counting.ts';
import { recountAll } from '../../../src/kinds/counts/recount.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, post, upTo } from '../../support/making.ts';
import { contents, empty, keptValues, recounted } from '../../support/stored.ts';
import { sweeperOf } from '../../support/sweeping.ts';
import { createWatch } from '../../support/watched-store.ts';
import { toldAfter } from '../change-log-support.ts';
import { unitsOf } from './commands.ts';

const as = 'administrator';
const watch = createWatch();

let app: TestApp;
/** Whether what units leave is not counted, as by a process that is killed when a unit is committed. */
let isKilled = false;
/** What others do when an event was written, before its unit is committed. */
let meanwhile: (() => Promise<unknown>)[] = [];

/** Runs work as another process would, outside of the unit that waits for it. */
const elsewhere = AsyncResource.bind((work: () => Promise<unknown>): Promise<unknown> => work());

const wrap = (store: Store): Store => {
  const watched = watch.wrap(store);
  return {
    ...watched,
    async updateMany(collection, filter, update) {
      if (isKilled && collection === 'changes') throw new DomainError('UNAVAILABLE', 'killed');
      return watched.updateMany(collection, filter, update);
    },
    async insert(collection, document) {
      await watched.insert(collection, document);
      await elsewhere(async () => meanwhile.pop()?.());
    },
  };
};

beforeAll(async () => {
  app = await buildApp({ wrap });
});
beforeEach(async () => {
  isKilled = false;
  await countLeft(app.store, () => undefined);
  await empty(app);
});
afterAll(() => app.close());

const expectCounted = async (): Promise<void> => {
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
};

/** What an event names, each of its own. */
async function named(name: string) {
  const category = await made(app, 'categories', { name });
  const tag = await made(app, 'tags', { name });
  const venue = await made(app, 'venues', { venue: name });
  return { title: name, categories: [category.id], tags: [tag.id], venue: venue.id };
}

const countOf = async (category: number): Promise<number> =>
  (await app.rest('GET', `/categories/${category}`)).body.count;

test('what a process has left that was killed is counted by another one, and told when it is', async () => {
  const fields = await named('Left');
  const changes = createChanges(app.store, () => app.clock.now);
  const from = await changes.last();
  isKilled = true;
  expect((await post(app, 'events', fields)).status).toBe(201);
  expect(await countOf(fields.categories[0])).toBe(0);
  expect(await toldAfter(changes, from)).toEqual([]);
  isKilled = false;
  await Promise.all(upTo(3).map(() => countLeft(app.store, () => undefined)));
  expect(await countOf(fields.categories[0])).toBe(1);
  expect(await toldAfter(changes, from)).toMatchObject([{ kind: 'event' }]);
  await expectCounted();
});

test('while nothing can be counted no more is written than one event, and all is counted then', async () => {
  const fields = await named('Away');
  isKilled = true;
  const statuses = async (): Promise<number[]> => {
    const first = await post(app, 'events', fields);
    return [first.status, (await post(app, 'events', fields)).status, (await post(app, 'events', fields)).status];
  };
  expect(await statuses()).toEqual([201, 503, 503]);
  isKilled = false;
  expect(await statuses()).toEqual([201, 201, 201]);
  expect(await countOf(fields.categories[0])).toBe(4);
  await expectCounted();
});

test('what fails at any write of the counting is counted all the same', async () => {
  const fields = await named('Failing');
  const { writes } = await watch.during(() => made(app, 'events', fields));
  const first = writes.lastIndexOf('insert changes') + 2;
  expect(writes.slice(first - 1)).toEqual(
    'updateMany changes,add categories,add tags,add venues,add organizers,add event_days,update changes'.split(','),
  );
  for (const at of upTo(writes.length - first + 1)) {
    const { status } = await watch.failing(first + at, () => post(app, 'events', fields));
    expect(status).toBe(201);
    await expectCounted();
  }
});

test('an event that a damaged number keeps from being counted is written, and counted when that is mended', async () => {
  const fields = await named('Damaged');
  await app.store.update('categories', fields.categories[0], { $set: { count: 'nonsense' } });
  expect((await post(app, 'events', fields)).status).toBe(201);
  const others = await named('Sound');
  expect((await post(app, 'events', others)).status).toBe(201);
  expect(await countOf(others.categories[0])).toBe(1);
  await recountAll(app.store, { mend: true, report() {}, found() {} });
  await expectCounted();
});

test.each(['publish', 'draft'])(
  'a term that goes while an event that names it is written is swept out of it: %s',
  async (status) => {
    const fields = await named('Short-lived');
    meanwhile = [
      async () => {
        await app.rest('DELETE', `/categories/${fields.categories[0]}`, { as });
        await app.rest('DELETE', `/tags/${fields.tags[0]}`, { as });
        await sweeperOf(app)();
      },
    ];
    const { id } = await made(app, 'events', { ...fields, status, hide_from_listings: status === 'draft' });
    const shown = await app.rest('GET', `/events/${id}`, { as });
    expect([shown.body.categories, shown.body.tags]).toEqual([[], []]);
    await sweeperOf(app)();
    const all = await contents(app.store);
    expect(all.events.flatMap(({ categories, tags }) => [...categories, ...tags])).toEqual([]);
    expect(all.sweeps).toEqual([]);
    await expectCounted();
  },
);

test('events that are left to be counted or written while their category is moved count where that stands then', async () => {
  const [top, goal] = [await made(app, 'categories', { name: 'Top' }), await made(app, 'categories', { name: 'Goal' })];
  const moved = await made(app, 'categories', { name: 'Moved', parent: top.id });
  const below = await made(app, 'categories', { name: 'Below', parent: moved.id });
  isKilled = true;
  await made(app, 'events', { categories: [below.id] });
  isKilled = false;
  meanwhile = [() => app.rest('PUT', `/categories/${moved.id}`, { as, json: { parent: goal.id } })];
  await made(app, 'events', { categories: [below.id] });
  const { categories } = await contents(app.store);
  expect(categories.map(({ countWithDescendants }) => countWithDescendants)).toEqual([0, 2, 2, 2]);
  await expectCounted();
});

test('events that are made at once in one category, with one tag and one venue, are each written once', async () => {
  const fields = await named('Many');
  const units = await unitsOf(new URL(app.uri!).pathname.slice(1), async () => {
    await Promise.all(upTo(20).map((at) => made(app, 'events', { ...fields, title: `Many ${at}` })));
  });
  expect(units.flatMap(({ events = [] }) => events)).toEqual(upTo(20).map(() => 1));
  await expectCounted();
});
