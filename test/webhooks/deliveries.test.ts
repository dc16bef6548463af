import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { release } from '../../src/data/migrations/lease.ts';
import { SETTINGS } from '../../src/data/migrations/settings.ts';
import { MOST_PENDING } from '../../src/webhooks/deliver.ts';
import { readPosition } from '../../src/webhooks/position.ts';
import { processOn } from '../store/change-log-support.ts';
import { type Built, buildApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { keepLog, type Line } from '../support/kept-log.ts';
import { made, upTo } from '../support/making.ts';
import { type HookFiles, hookTo, openHookFiles, openReceiverServer, type ReceiverServer, SECRETS } from './receiver.ts';

let receiver: ReceiverServer;
let files: HookFiles;
let app: TestApp;
let lines: Line[];

beforeEach(async () => {
  receiver = await openReceiverServer();
  files = openHookFiles();
});
afterEach(async () => {
  await app.close();
  await receiver.close();
  files.remove();
});

/** An app whose hook has begun. */
async function open(hooks: readonly object[] = [hookTo(receiver)], built: Built = {}): Promise<void> {
  const kept = keepLog('warn');
  lines = kept.lines;
  app = await buildApp({ log: kept.log, ...built, env: { WEBHOOKS: files.write(hooks) } });
  await app.deliver();
}

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
    await open([hookTo(receiver, { secrets: SECRETS })], { now: new Date().toISOString() });
    const { id } = await made(app, 'tags', { name: 'Told' });
    await app.deliver();
    const [{ method, headers, text }] = receiver.received as [(typeof receiver.received)[0]];
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
    for (const secret of SECRETS) {
      const body = new Webhook(secret).verify(text, headers as Record<string, string>);
      expect(body).toEqual({
        type: 'tag.created',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: {
          ...{ kind: 'tag', id: expect.any(String), databaseId: id, version: 1, gone: false },
          cursor: (await positionOf()).after,
        },
      });
    }
    expect(() => new Webhook(SECRETS[1]!).verify(`${text} `, headers as Record<string, string>)).toThrow();
  });

  test('has a type for each thing that is done, and the cursor that pages of changes go on from', async () => {
    await open();
    const { id } = await made(app, 'events');
    await put(`/events/${id}`, { title: 'Another' });
    await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
    const restoring = `mutation { restoreEvent(input: { ref: { databaseId: ${id} } }) { userErrors { code } } }`;
    await app.graphql(restoring, {}, { as: 'administrator' });
    const tag = await made(app, 'tags');
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

  test('of a kind that the hook does not name is not made', async () => {
    await open([hookTo(receiver, { kinds: ['venue'] })]);
    const venue = await made(app, 'venues');
    await made(app, 'tags');
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
      await open();
      receiver.answer = () => answer as number;
      const { id } = await made(app, 'tags');
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
    await open();
    receiver.answer = () => 503;
    await made(app, 'tags');
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
    await open();
    receiver.answer = () => 410;
    const { id } = await made(app, 'tags');
    await app.deliver();
    await made(app, 'tags', { name: 'Unheard' });
    await later(3_600_000);
    expect(receiver.taken()).toEqual([`tag.created ${id}`]);
    expect((await positionOf()).disabled?.why).toContain('410');
  });

  test('that fails for one record gets what is done to others meanwhile, and to that one in order', async () => {
    await open();
    const { id } = await made(app, 'tags', { name: 'Refused' });
    receiver.answer = ({ body }) => (body.data.databaseId === id ? 500 : 200);
    await app.deliver();
    await put(`/tags/${id}`, { name: 'Refused still' });
    const other = await made(app, 'tags', { name: 'Taken' });
    await app.deliver();
    expect(receiver.taken()).toEqual([`tag.created ${id}`, `tag.created ${other.id}`]);
    receiver.answer = () => 200;
    await later(5_000);
    expect(receiver.taken()).toEqual([`tag.created ${id}`, `tag.updated ${id}`]);
  });

  test('that takes nothing has a bounded number of deliveries waiting, and gets all in the end', async () => {
    await open();
    receiver.answer = () => 500;
    const count = MOST_PENDING + 5;
    await processOn(app.store, app.clock).make(upTo(count));
    // The app may know of what another process wrote a second later.
    await eventually(async () => {
      await app.deliver();
      expect((await positionOf()).pending).toHaveLength(MOST_PENDING);
    });
    for (const _ of upTo(5)) await app.deliver();
    expect((await positionOf()).pending).toHaveLength(MOST_PENDING);
    receiver.answer = () => 200;
    receiver.taken();
    await later(12 * 3_600_000);
    expect(new Set(receiver.taken()).size).toBe(count);
    expect((await positionOf()).pending).toEqual([]);
  });
});

describe('of two servers', () => {
  test('one delivers, whichever it is', async () => {
    await open();
    const ids = [];
    for (const at of upTo(20)) ids.push((await made(app, 'tags', { name: `Tag ${at}` })).id);
    await Promise.all([app.deliver(), app.deliver('another'), app.deliver('another')]);
    expect(receiver.taken().sort()).toEqual(ids.map((id) => `tag.created ${id}`).sort());
  });

  test('one goes on where the other was killed, with the same ids', async () => {
    await open();
    const { id } = await made(app, 'tags');
    // As one leaves it that is killed between the answer of the receiver and the next write.
    const [left] = await app.store.byIds(SETTINGS.name, ['webhook search']);
    await app.deliver();
    await app.store.put(SETTINGS.name, [
      { ...left!, holder: 'killed', until: Date.now() + 60_000 } as typeof left & object,
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
  test('when the log cannot say what was changed, and gets what is changed from then on', async () => {
    await open();
    await app.tellAll();
    const { id } = await made(app, 'tags');
    await app.deliver();
    expect(receiver.taken()).toEqual(['calendar.resync everything_changed']);
    const { cursor } = receiver.received[0]!.body.data;
    const told = await made(app, 'tags', { name: 'Later' });
    await app.deliver();
    expect(receiver.taken()).toEqual([`tag.created ${told.id}`]);
    expect((await app.rest('GET', `/changes?after=${cursor}`)).body.changes).toHaveLength(1);
    expect(id).toBeLessThan(told.id);
  });

  test('when its user may see other records, and is not told of what it may not see any more', async () => {
    await open([hookTo(receiver, { user: 'editor' })]);
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
  await open([hookTo(receiver, { user: 'nobody' })]);
  await made(app, 'tags');
  await app.deliver();
  expect(receiver.taken()).toEqual([]);
  expect(lines.map(({ level, webhook }) => [level, webhook])).toEqual([[50, 'search']]);
});

test('hooks have their own places: one that fails keeps nothing from another', async () => {
  const other = await openReceiverServer();
  await open([hookTo(receiver), hookTo(other, { name: 'other' })]);
  receiver.answer = () => 500;
  const { id } = await made(app, 'tags');
  await app.deliver();
  expect([receiver.taken(), other.taken()]).toEqual([[`tag.created ${id}`], [`tag.created ${id}`]]);
  expect((await positionOf('other')).pending).toEqual([]);
  expect((await positionOf()).pending).toHaveLength(1);
  await other.close();
});
