import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS, ROWS, writeHidden } from '../kinds/changes/states.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, NAME } from '../support/making.ts';
import { type HookFiles, hookTo, openHookFiles, openReceiverServer, type ReceiverServer } from './receiver.ts';

/** Whose rights a hook has, by its name: a visitor's, those of who finds only their own, and of who finds all. */
const HOOKS: readonly Caller[] = ['anonymous', 'another', 'author', 'editor'];

/** A state of each class, and each kind. */
const SHOWN = ['draft events', 'scheduled venues', 'trashed organizers', 'hidden events'];
const CHOSEN = ROWS.filter(({ state, plural }) => SHOWN.includes(`${state} ${plural}`));

const receivers = new Map<Caller, ReceiverServer>();
let files: HookFiles;
let app: TestApp;

beforeAll(async () => {
  for (const name of HOOKS) receivers.set(name, await openReceiverServer());
  files = openHookFiles();
  const hooks = [...receivers].map(([name, receiver]) =>
    hookTo(receiver, { name, ...(name !== 'anonymous' && { user: name }) }),
  );
  app = await buildApp({ now: FRIDAY, another: 'author', env: { WEBHOOKS: files.write(hooks) } });
  await app.deliver();
});
afterAll(async () => {
  await app.close();
  for (const receiver of receivers.values()) await receiver.close();
  files.remove();
});

/** What each hook was sent since this was asked last. */
async function sent(): Promise<Record<string, string[]>> {
  await app.deliver();
  return Object.fromEntries([...receivers].map(([name, receiver]) => [name, receiver.taken()]));
}

/** The same for all hooks but those of these users, who are sent something else. */
const expected = (others: string[], finders: readonly Caller[], theirs: string[]) =>
  Object.fromEntries(HOOKS.map((name) => [name, finders.includes(name) ? theirs : others]));

describe.each(CHOSEN)('$state $plural: what is done', ({ plural, finders, fields, ...row }) => {
  const kind = KINDS[plural];

  test('is sent for who finds them, and to nobody else', async () => {
    const id = await writeHidden(app, { plural, fields, ...row });
    const told = ['created', 'updated', 'updated'].map((done) => `${kind}.${done} ${id}`);
    expect(await sent()).toEqual(expected([], finders, told));
  });

  test('is an end where it was public, a beginning where it becomes so, and no word of it', async () => {
    const { id, slug, url } = await made(app, plural, {
      [NAME[plural]]: `Public, then ${row.state}`,
      author: app.idOf('author'),
    });
    await sent();
    const put = (json: object) => app.rest('PUT', `/${plural}/${id}`, { as: 'administrator', json });
    expect((await put({ ...fields, description: 'A word.' })).status).toBe(200);
    const gone = `${kind}.${row.state === 'trashed' ? 'trashed' : 'deleted'} ${id}`;
    expect(await sent()).toEqual(expected([gone], finders, [`${kind}.updated ${id}`]));
    expect(receivers.get('anonymous')!.received.at(-1)!.body.data).toEqual({
      kind,
      id: expect.any(String),
      databaseId: id,
      version: 2,
      gone: true,
      slug,
      url,
      cursor: expect.any(String),
    });
    const shown = { status: 'publish', date: '2026-01-01 10:00:00', hide_from_listings: false };
    expect((await put(shown)).status).toBe(200);
    const back = `${kind}.${row.state === 'trashed' ? 'restored' : 'created'} ${id}`;
    expect(await sent()).toEqual(expected([back], finders, [`${kind}.updated ${id}`]));
  });
});

test('what is hidden before it is sent is sent as gone', async () => {
  const { id } = await made(app, 'events', { author: app.idOf('author') });
  await app.rest('PUT', `/events/${id}`, { as: 'administrator', json: { status: 'draft' } });
  await sent();
  const bodies = receivers
    .get('anonymous')!
    .received.slice(-2)
    .map(({ body }) => body);
  expect(bodies.map(({ type, data }) => [type, data.gone])).toEqual([
    ['event.created', true],
    ['event.deleted', true],
  ]);
});
