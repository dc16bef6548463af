import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { release } from '../../src/data/migrations/lease.ts';
import { SETTINGS } from '../../src/data/settings.ts';
import { MOST_PENDING } from '../../src/webhooks/deliver.ts';
import { type Pending, readPosition, settingOf } from '../../src/webhooks/position.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { keepLog, type Line } from '../support/kept-log.ts';
import { made, type Plural, upTo } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { hookTo, openHookFiles, openReceiverServer, type ReceiverServer, SECRETS } from './receiver.ts';

/** A hook with a receiver, and the app that sends to it. */
interface World {
  receiver: ReceiverServer;
  app: TestApp;
  lines: Line[];
}

const files = openHookFiles();
/** What most tests share, each with a hook that begins anew. */
let shared: World;
let receiver: ReceiverServer;
let app: TestApp;
let lines: Line[];

beforeAll(async () => {
  const own = await openReceiverServer();
  shared = { receiver: own, ...(await appWith([hookTo(own, { secrets: SECRETS })])) };
});
afterAll(async () => {
  await shared.app.close();
  await shared.receiver.close();
  files.remove();
});
beforeEach(async () => {
  ({ receiver, app, lines } = shared);
  // Leases last by the clock of the machine, and so does what the reference verifier takes.
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now });
  receiver.answer = () => 204;
  receiver.forget();
  lines.length = 0;
  await app.store.delete(SETTINGS.name, settingOf({ name: 'search' }));
  await app.deliver();
});
afterEach(() => {
  vi.useRealTimers();
});

async function appWith(hooks: readonly object[]): Promise<Omit<World, 'receiver'>> {
  const kept = keepLog('warn');
  return {
    lines: kept.lines,
    app: await buildApp({ now: FRIDAY, log: kept.log, env: { WEBHOOKS: files.write(hooks) } }),
  };
}

/** Another app, for this test, whose hooks have begun. */
async function open(...hooks: readonly object[]): Promise<void> {
  receiver.forget();
  ({ app, lines } = await appWith(hooks));
  const own = app;
  onTestFinished(() => own.close());
  await app.deliver();
}

let tags = 0;
const madeTag = () => made(app, 'tags', { name: `Tag ${++tags}` });
const put = (path: string, json: object) => app.rest('PUT', path, { as: 'administrator', json });
const positionOf = async (name = 'search') => (await readPosition(app.store, { name }))!;
const idsOf = () => receiver.received.map(({ headers }) => headers['webhook-id']);

/** Lets time pass, and sends what is due then. */
async function later(milliseconds: number): Promise<void> {
  app.clock.now += milliseconds;
  await app.deliver();
}

describe('a delivery', () => {
  test('is accepted by the reference verifier with either secret, and says what was done, when and to what', async () => {
    const { id, slug, url } = await madeTag();
    await app.deliver();
    const [{ method, headers, text }] = receiver.received as [(typeof receiver.received)[0]];
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
    for (const secret of SECRETS) {
      const body = new Webhook(secret).verify(text, headers as Record<string, string>);
      expect(body).toEqual({
        type: 'tag.created',
        timestamp: new Date(app.clock.now).toISOString(),
        data: {
          ...{ kind: 'tag', id: expect.any(String), databaseId: id, version: 1, gone: false, slug, url },
          cursor: (await positionOf()).after,
        },
      });
    }
    expect(() => new Webhook(SECRETS[1]!).verify(`${text} `, headers as Record<string, string>)).toThrow();
  });

  test('has a type for each thing that is done, and the cursor that pages of changes go on from', async () => {
    const { id } = await made(app, 'events');
    await put(`/events/${id}`, { title: 'Another' });
    await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
    const restoring = `mutation { restoreEvent(input: { ref: { databaseId: ${id} } }) { userErrors { code } } }`;
    await app.graphql(restoring, {}, { as: 'administrator' });
    const tag = await madeTag();
    await app.rest('DELETE', `/tags/${tag.id}`, { as: 'administrator' });
    await app.deliver();
    expect(receiver.taken().sort()).toEqual(
      [
        ...['created', 'updated', 'trashed', 'restored'].map((done) => `event.${done} ${id}`),
        ...['created', 'deleted'].map((done) => `tag.${done} ${tag.id}`),
      ].sort(),
    );
    const updated = receiver.received.find(({ body }) => body.type === 'event.updated')!;
    const { body } = await app.rest('GET', `/changes?after=${updated.body.data.cursor}`);
    expect(body.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['event', 'event', 'tag', 'tag']);
  });

  sampled(3).each<[plural: Plural, done: string, method: string, json: object, fieldsIn?: (parent: number) => object]>([
    ['events', 'trashed', 'DELETE', {}],
    ['events', 'private', 'PUT', { status: 'private', slug: 'only-for-editors' }],
    ['events', 'hidden', 'PUT', { hide_from_listings: true, title: 'Renamed' }],
    ['venues', 'drafts again', 'PUT', { status: 'draft' }],
    ['organizers', 'trashed', 'DELETE', {}],
    ['tags', 'deleted', 'DELETE', {}],
    ['categories', 'deleted', 'DELETE', {}, (parent) => ({ parent })],
  ])(
    'says which page to make of %s, and which to remove once they are %s',
    async (plural, _done, method, json, fieldsIn = () => ({})) => {
      const { id: parent } = await made(app, 'categories', { name: `Above ${++tags}` });
      await app.deliver();
      const record = await made(app, plural, fieldsIn(parent));
      await app.deliver();
      const address = { databaseId: record.id, slug: record.slug, url: record.url };
      expect(receiver.received.at(-1)!.body.data).toMatchObject({ gone: false, ...address });
      const { status } = await app.rest(method, `/${plural}/${record.id}`, { as: 'administrator', json });
      expect(status).toBe(200);
      await app.deliver();
      expect(receiver.received.at(-1)!.body.data).toMatchObject({ gone: true, ...address });
    },
  );

  test('has no address of what went before it was sent, and the next one has it', async () => {
    const { id, slug, url } = await madeTag();
    await app.rest('DELETE', `/tags/${id}`, { as: 'administrator' });
    await app.deliver();
    const addresses = receiver.received.map(({ body: { data } }) => [data.gone, data.slug, data.url]);
    expect(addresses).toEqual([
      [true, null, null],
      [true, slug, url],
    ]);
  });

  test('of a kind that the hook does not name is not made', async () => {
    await open(hookTo(receiver, { kinds: ['venue'] }));
    const venue = await made(app, 'venues');
    await madeTag();
    await app.deliver();
    expect(receiver.taken()).toEqual([`venue.created ${venue.id}`]);
  });
});

describe('a receiver', () => {
  test.each([
    ['fails', 500, 'it answers 500'],
    ['redirects', [307, { Location: '/elsewhere' }], 'it redirects (307)'],
  ] as const)(
    'that %s gets the delivery again, with the same id and a new signature, and has it once it takes it',
    async (_, answer, why) => {
      receiver.answer = () => answer as number;
      const { id } = await madeTag();
      await app.deliver();
      await app.deliver();
      expect(receiver.taken()).toEqual([`tag.created ${id}`]);
      expect(lines.map(({ webhook, why }) => ({ webhook, why }))).toEqual([{ webhook: 'search', why }]);
      receiver.answer = () => 200;
      await later(5_000);
      await later(3_600_000);
      expect(receiver.taken()).toEqual([`tag.created ${id}`]);
      expect(new Set(idsOf()).size).toBe(1);
      const [first, second] = receiver.received.map(({ headers }) => headers);
      expect(Number(second!['webhook-timestamp']) - Number(first!['webhook-timestamp'])).toBe(5);
      expect(second!['webhook-signature']).not.toBe(first!['webhook-signature']);
    },
  );

  test('that takes nothing for three days is asked ever more rarely; then its hook is disabled and that is said once', async () => {
    receiver.answer = () => 503;
    await madeTag();
    const began = app.clock.now;
    const at: number[] = [];
    for (await app.deliver(); !(await positionOf()).disabled; await app.deliver()) {
      at.push(app.clock.now - began);
      const { next } = (await positionOf()).pending[0]!;
      // Not before its time.
      app.clock.now = next - 1;
      await app.deliver();
      app.clock.now = next;
    }
    expect(receiver.taken()).toHaveLength(at.length + 1);
    const pauses = at.slice(1).map((time, index) => time - at[index]!);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.slice(0, 3)).toEqual([5_000, 20_000, 80_000]);
    expect(app.clock.now - began).toBe(72 * 3_600_000);
    const disabled = lines.filter(({ msg }) => msg === 'a webhook is disabled');
    expect(disabled).toEqual([expect.objectContaining({ level: 50, webhook: 'search', why: expect.any(String) })]);
    receiver.answer = () => 200;
    await later(24 * 3_600_000);
    expect(receiver.taken()).toEqual([]);
  });

  test('that answers 410 is not asked again', async () => {
    receiver.answer = () => 410;
    const { id } = await madeTag();
    await app.deliver();
    await madeTag();
    await later(3_600_000);
    expect(receiver.taken()).toEqual([`tag.created ${id}`]);
    expect((await positionOf()).disabled?.why).toContain('410');
  });

  test('that fails for one record gets what is done to others meanwhile, and to that one in order', async () => {
    const { id } = await madeTag();
    receiver.answer = ({ body }) => (body.data.databaseId === id ? 500 : 200);
    await app.deliver();
    await put(`/tags/${id}`, { name: 'Refused still' });
    const other = await madeTag();
    await app.deliver();
    expect(receiver.taken()).toEqual([`tag.created ${id}`, `tag.created ${other.id}`]);
    receiver.answer = () => 200;
    await later(5_000);
    expect(receiver.taken()).toEqual([`tag.created ${id}`, `tag.updated ${id}`]);
  });

  test('that takes nothing has a bounded number of deliveries waiting, and gets the others when there is room', async () => {
    const { id } = await madeTag();
    receiver.answer = () => 500;
    await app.deliver();
    // As a position is that has waited long: the first of one record, and all that was done to that record since.
    const [first] = (await positionOf()).pending;
    const pending: Pending[] = upTo(MOST_PENDING - 1).map(() => ({
      ...first!,
      failures: 9,
      next: app.clock.now + 3_600_000,
    }));
    await app.store.update(SETTINGS.name, settingOf({ name: 'search' }), { $set: { pending } });
    const ids = [];
    for (const _ of upTo(3)) ids.push((await madeTag()).id);
    for (const _ of upTo(3)) await app.deliver();
    expect((await positionOf()).pending).toHaveLength(MOST_PENDING);
    expect(receiver.taken()).toEqual([id, ids[0]].map((each) => `tag.created ${each}`));
    receiver.answer = () => 200;
    await later(5_000);
    expect(receiver.taken()).toEqual(ids.map((each) => `tag.created ${each}`));
    expect((await positionOf()).pending).toEqual(pending);
  });

  test('that failed under a fast clock is tried again at once when the clock is right', async () => {
    const { now } = app.clock;
    receiver.answer = () => 500;
    app.clock.now = now + 3_653 * 86_400_000;
    const { id } = await madeTag();
    await app.deliver();
    app.clock.now = now;
    receiver.answer = () => 200;
    await app.deliver();
    expect(receiver.taken()).toEqual(Array(2).fill(`tag.created ${id}`));
  });

  test('that failed under a slow clock has its three days when the clock is right', async () => {
    const { now } = app.clock;
    receiver.answer = () => 500;
    const { id } = await madeTag();
    app.clock.now = 0;
    await app.deliver();
    app.clock.now = now;
    await app.deliver();
    receiver.answer = () => 200;
    await later(20_000);
    expect(receiver.taken()).toEqual(Array(3).fill(`tag.created ${id}`));
    expect((await positionOf()).disabled).toBeUndefined();
  });
});

describe('of two servers', () => {
  test('one delivers, whichever it is', async () => {
    const ids = [];
    for (const _ of upTo(6)) ids.push((await madeTag()).id);
    await Promise.all([app.deliver(), app.deliver('another'), app.deliver('another')]);
    expect(receiver.taken().sort()).toEqual(ids.map((id) => `tag.created ${id}`).sort());
  });

  test('one goes on where the other was killed, with the same ids', async () => {
    const { id } = await madeTag();
    // As one leaves it that is killed between the answer of the receiver and the next write.
    const [left] = await app.store.byIds(SETTINGS.name, ['webhook search']);
    await app.deliver();
    await app.store.put(SETTINGS.name, [
      { ...left!, holder: 'killed', until: app.clock.now + 60_000 } as typeof left & object,
    ]);
    await app.deliver('another');
    expect(receiver.taken()).toEqual([`tag.created ${id}`]);
    await release(app.store, 'webhook search');
    await app.deliver('another');
    expect(receiver.taken()).toEqual([`tag.created ${id}`]);
    expect(new Set(idsOf()).size).toBe(1);
  });
});

describe('a receiver is told to read everything anew', () => {
  test('when the log cannot say what was changed, and hears of all from then on', async () => {
    await app.tellAll();
    const { id } = await madeTag();
    await app.deliver();
    expect(receiver.taken()).toEqual(['calendar.resync everything_changed']);
    const { cursor } = receiver.received[0]!.body.data;
    const told = await madeTag();
    await app.deliver();
    expect(receiver.taken()).toEqual([`tag.created ${told.id}`]);
    expect((await app.rest('GET', `/changes?after=${cursor}`)).body.changes).toHaveLength(1);
    expect(id).toBeLessThan(told.id);
  });

  test('when its user may see other records, and hears nothing of the old ones', async () => {
    await open(hookTo(receiver, { user: 'editor' }));
    receiver.answer = () => 500;
    const { id } = await made(app, 'events', { status: 'draft' });
    await app.deliver();
    expect(receiver.taken()).toEqual([`event.created ${id}`]);
    await app.setRole('editor', 'subscriber');
    receiver.answer = () => 200;
    await later(5_000);
    expect(receiver.taken()).toEqual(['calendar.resync rights_changed']);
  });
});

test('a hook whose user is not there waits, which is said once', async () => {
  await open(hookTo(receiver, { user: 'nobody' }));
  await madeTag();
  await app.deliver();
  expect(receiver.taken()).toEqual([]);
  expect(lines.map(({ level, webhook }) => [level, webhook])).toEqual([[50, 'search']]);
});

test('hooks have their own places: one that fails keeps nothing from another', async () => {
  const other = await openReceiverServer();
  await open(hookTo(receiver), hookTo(other, { name: 'other' }));
  receiver.answer = () => 500;
  const { id } = await madeTag();
  await app.deliver();
  expect([receiver.taken(), other.taken()]).toEqual([[`tag.created ${id}`], [`tag.created ${id}`]]);
  expect((await positionOf('other')).pending).toEqual([]);
  expect((await positionOf()).pending).toHaveLength(1);
  await other.close();
});
