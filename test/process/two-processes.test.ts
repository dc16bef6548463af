import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { LOOK_EVERY } from '../../src/cache/revision.ts';
import type { Store } from '../../src/data/port.ts';
import { openUsers } from '../../src/data/users/open-users.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { defineField, deleteField } from '../support/custom-fields.ts';
import { made, upTo } from '../support/making.ts';
import { incomingOf } from '../support/web.ts';

const log = createLog('silent');
let dir: string;
let writing: TestApp;
let store: Store;
let other: App;

// The same data, opened twice: neither knows of the other but by what is stored.
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kept-'));
  writing = await buildApp({ env: { DATA_DIR: dir } });
  const place = writing.uri ? { MONGODB_URI: writing.uri } : { DATA_DIR: dir };
  const config = readConfig({ NODE_ENV: 'test', ...place });
  store = await openDatabase({ ...config, beside: true }, log);
  other = createApp({
    config,
    store,
    users: openUsers(store),
    clock: () => writing.clock.now,
    newUid: randomUUID,
    log,
  });
});
afterAll(async () => {
  await store.close();
  await writing.close();
  rmSync(dir, { recursive: true, force: true });
});

async function bodyAt(id: number) {
  // Requests of another process come in a turn of their own.
  await new Promise(setImmediate);
  const request = new Request(`http://127.0.0.1:4000/wp-json/calendar/events/v1/events/${id}`);
  const { content } = await other.answer(incomingOf(request));
  return JSON.parse(Buffer.from(content as string).toString());
}

const titleAt = async (id: number): Promise<string> => (await bodyAt(id)).title;

/** Lets as much time pass as the other one may answer what it has kept: none on the store that tells at once. */
const passes = () => void vi.advanceTimersByTime({ embedded: 0, mongodb: LOOK_EVERY }[store.kind]);
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

test('what one process writes is seen in what another has kept, as soon as the docs say', async () => {
  for (const number of upTo(3)) {
    const { id } = await made(writing, 'events', { title: 'Before' });
    for (const _ of upTo(3)) expect(await titleAt(id)).toBe('Before');
    await writing.rest('PUT', `/events/${id}`, { as: 'administrator', json: { title: `After ${number}` } });
    passes();
    expect(await titleAt(id)).toBe(`After ${number}`);
  }
});

test('so are the custom fields that one process defines, changes and deletes', async () => {
  await defineField(writing, 'EVENT', { key: 'colour', kind: 'TEXT', label: { en: 'Colour' } });
  const { id } = await made(writing, 'events', { colour: 'Red' });
  const shown = async () => (await bodyAt(id)).custom_fields;
  passes();
  for (const _ of upTo(3)) expect(await shown()).toHaveProperty('colour');
  const query = `mutation { updateCustomField(input: { of: EVENT, key: "colour", label: { en: "Color" } }) { userErrors { code } } }`;
  await writing.graphql(query, {}, { as: 'administrator' });
  passes();
  expect(await shown()).toEqual({ colour: { label: 'Color', value: 'Red' } });
  await deleteField(writing, 'EVENT', 'colour');
  passes();
  expect(await shown()).toEqual([]);
});
