import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETTINGS } from '../../../src/migrations/settings.ts';
import { COLLECTIONS } from '../../../src/resources/collections.ts';
import { openEmbeddedStore } from '../../../src/store/embedded.ts';
import type { Store } from '../../../src/store/port.ts';
import { quiet } from '../quiet.ts';

/** A folder that the version before left when it was killed in a unit. */
const BEFORE = new URL('before/', import.meta.url).pathname;
const { ids, ...expected } = JSON.parse(readFileSync(join(BEFORE, 'expected.json'), 'utf8'));
const collections = [...COLLECTIONS, SETTINGS];

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'calendar-before-'));
  cpSync(BEFORE, dir, { recursive: true });
  rmSync(join(dir, 'expected.json'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function contents(store: Store) {
  const all: Record<string, unknown> = {};
  for (const name of Object.keys(expected)) all[name] = await store.find(name, {}, { sort: [['_id', 1]] });
  return all;
}

test('the data of the version before is taken over without its unfinished unit, its files are put away', async () => {
  const store = await openEmbeddedStore({ dir, collections, log: quiet });
  expect(await contents(store)).toEqual(expected);
  expect([await store.lastId('posts'), await store.lastId('terms')]).toEqual(ids);
  await store.close();
  expect(readdirSync(dir).filter((name) => /\.db$|journal/.test(name))).toEqual([]);
  expect(readdirSync(join(dir, 'before-sqlite'))).toContain('events.db');
});

test('data that was taken over is not taken over again when only its files were left', async () => {
  const first = await openEmbeddedStore({ dir, collections, log: quiet });
  await first.delete('settings', 'schema');
  await first.close();
  cpSync(join(BEFORE, 'events.db'), join(dir, 'events.db'));
  const second = await openEmbeddedStore({ dir, collections, log: quiet });
  expect(await contents(second)).toEqual({
    ...expected,
    settings: expected.settings.filter(({ _id }: { _id: string }) => _id !== 'schema'),
  });
  await second.close();
  expect(existsSync(join(dir, 'events.db'))).toBe(false);
});

test('a damaged line of the version before ends the start in one line, and changes nothing', async () => {
  cpSync(join(BEFORE, 'events.db'), join(dir, 'events.db'));
  const lines = readFileSync(join(dir, 'events.db'), 'utf8');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(dir, 'events.db'), `{"_id":\n${lines}`);
  await expect(openEmbeddedStore({ dir, collections, log: quiet })).rejects.toThrow(
    /^[^\n]*events\.db is damaged[^\n]*$/,
  );
  expect(readdirSync(dir)).toContain('events.db');
  writeFileSync(join(dir, 'events.db'), lines);
  const store = await openEmbeddedStore({ dir, collections, log: quiet });
  expect(await contents(store)).toEqual(expected);
  await store.close();
});
