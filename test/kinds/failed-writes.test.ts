import { expect, test } from 'vitest';
import { duplicateKey } from '../../src/data/port.ts';
import { type Answered, buildApp, FRIDAY } from '../support/app.ts';
import { made, post, upTo } from '../support/making.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';
import { watchedApp } from '../support/watched-app.ts';

const { app, watch } = await watchedApp();

const as = 'administrator';
const FAULT = { code: 'rest_internal_error', message: 'Something went wrong on the server.', data: { status: 500 } };

/**
 * `request` is sent once for `first`, to see how often its unit writes, which ends with the log of changes; then for `second`, with
 * a failure at the last of these writes, and at every `step`th before. None leaves anything behind, and then it works.
 */
async function leavesNothing<T>(
  first: T,
  second: T,
  request: (subject: T) => Promise<Answered>,
  step = 5,
): Promise<string[]> {
  const { result, writes: all } = await watch.during(() => request(first));
  const writes = all.slice(0, all.lastIndexOf('insert changes') + 1);
  expect(result.status, result.text).toBeLessThan(300);
  const before = await contents(app.store);
  for (let number = writes.length; number > 0; number -= step) {
    const failed = await watch.failing(number, () => request(second));
    expect([failed.status, failed.body]).toEqual([500, FAULT]);
    expect(await contents(app.store)).toEqual(before);
  }
  const again = await request(second);
  expect(again.status, again.text).toBe(result.status);
  const after = await contents(app.store);
  expect(keptValues(after)).toEqual(recounted(after));
  return writes;
}

const full = (name: string) => ({
  title: name,
  venue: [{ venue: `Hall ${name}`, image: `https://example.org/hall-${name}.png` }],
  organizer: [{ organizer: `Club ${name}` }],
  categories: [`Music ${name}`, `Jazz ${name}`],
  tags: [`Free ${name}`],
  image: `https://example.org/${name}.png`,
});

test('an event that cannot be stored leaves nothing behind, nor does what was made with it', async () => {
  const writes = await leavesNothing('one', 'two', (name) => post(app, 'events', full(name)), 2);
  for (const made of ['venues', 'organizers', 'categories', 'tags', 'images', 'events']) {
    expect(writes).toContain(`insert ${made}`);
  }
});

test('an event that cannot be changed stays as it was, with all that is counted from it', async () => {
  const links = async (name: string) => {
    const venue = await made(app, 'venues', { venue: name });
    const category = await made(app, 'categories', { name });
    return made(app, 'events', { title: name, venue: venue.id, categories: [category.id] });
  };
  const [one, two] = [await links('one'), await links('two')];
  await leavesNothing(one, two, ({ id, title }) =>
    app.rest('PUT', `/events/${id}`, { as, json: full(`other-${title}`) }),
  );
});

test('an event that cannot be published stays as it was, and so do the drafts that it links', async () => {
  const draft = async (name: string) => {
    const links = { venue: [{ venue: name, status: 'draft' }], organizer: [{ organizer: name, status: 'draft' }] };
    return made(app, 'events', { title: name, status: 'draft', ...links });
  };
  const [one, two] = [await draft('one'), await draft('two')];
  await leavesNothing(one, two, ({ id }) => app.rest('PUT', `/events/${id}`, { as, json: { status: 'publish' } }));
});

test('an event that cannot be trashed stays where it was', async () => {
  const one = await made(app, 'events', full('one'));
  const two = await made(app, 'events', full('two'));
  await leavesNothing(one, two, ({ id }) => app.rest('DELETE', `/events/${id}`, { as }));
});

test('a venue that cannot be changed stays as it was', async () => {
  const [one, two] = [await made(app, 'venues', { venue: 'One' }), await made(app, 'venues', { venue: 'Two' })];
  await leavesNothing(one, two, ({ id, venue }) =>
    app.rest('PUT', `/venues/${id}`, { as, json: { status: 'draft', image: `https://example.org/${venue}.png` } }),
  );
});

const tree = async (name: string) => {
  const top = await made(app, 'categories', { name });
  const middle = await made(app, 'categories', { name: `${name} middle`, parent: top.id });
  const below = await made(app, 'categories', { name: `${name} below`, parent: middle.id });
  await made(app, 'categories', { name: `${name} lowest`, parent: below.id });
  await made(app, 'events', { title: name, categories: [middle.id, below.id] });
  return { top, middle, below };
};

test('a category that cannot be removed stays in its place, with its events and what lies below it', async () => {
  const [one, two] = [await tree('One'), await tree('Two')];
  const writes = await leavesNothing(one, two, ({ middle }) => app.rest('DELETE', `/categories/${middle.id}`, { as }));
  expect(writes.length).toBeGreaterThan(4);
});

test('a category that cannot be moved stays in its place, with what lies below it', async () => {
  const [one, two] = [await tree('One'), await tree('Two')];
  const goal = await made(app, 'categories', { name: 'Goal' });
  await made(app, 'events', { title: 'Goal', categories: [goal.id] });
  await leavesNothing(one, two, ({ middle }) =>
    app.rest('PUT', `/categories/${middle.id}`, { as, json: { parent: goal.id } }),
  );
});

test('a mutation that fails in the middle is null with a code and no detail, and leaves nothing behind', async () => {
  const create = () =>
    app.graphql(
      `mutation { createEvent(input: {
        title: "One", startDate: "2026-12-01", endDate: "2026-12-02", venues: { create: [{ name: "Hall" }] }
      }) { event { id: databaseId } } }`,
      {},
      { as },
    );
  const before = await contents(app.store);
  const failed = await watch.failing(3, create);
  expect(failed.body).toMatchObject({
    data: { createEvent: null },
    errors: [{ message: FAULT.message, extensions: { code: 'INTERNAL' } }],
  });
  expect(failed.text).not.toContain('disk');
  expect(await contents(app.store)).toEqual(before);
  expect((await create()).body).toMatchObject({ data: { createEvent: { event: { id: expect.any(Number) } } } });
});

test.each([1, 3])(
  'a list whose publishing fails at write %i leaves no event published but not counted',
  async (number) => {
    const venue = await made(app, 'venues');
    const date = new Date(app.clock.now + 60_000).toISOString();
    for (const _ of upTo(2)) await made(app, 'events', { venue: venue.id, status: 'future', date });
    app.clock.now += 3_600_000;
    const failed = await watch.failing(number, () => app.rest('GET', '/events'));
    expect(failed.body).toEqual(FAULT);
    const half = await contents(app.store);
    expect(keptValues(half)).toEqual(recounted(half));
    expect((await app.rest('GET', '/events')).body.total).toBe(2);
    const whole = await contents(app.store);
    expect(keptValues(whole)).toEqual(recounted(whole));
  },
);

test('a race for a key that is lost for good is a busy moment, and no fault', async () => {
  const lost = await buildApp({
    now: FRIDAY,
    wrap: (store) => ({
      ...store,
      atomically: () => Promise.reject(Object.assign(duplicateKey('slugs'), { isLostRace: true })),
    }),
  });
  const { status, headers, body } = await post(lost, 'venues');
  expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'rest_unavailable', '5']);
  await lost.close();
});
