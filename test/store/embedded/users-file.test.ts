import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog, type Log } from '../../../src/log.ts';
import type { Role } from '../../../src/rules/access.ts';
import { temporaryDirectory } from '../../auth/support.ts';
import { type Asked, buildApp } from '../../support/app.ts';

/** An app that looks at a file of users, and what its log said that is wrong. */
async function build(users: Role[] = ['administrator', 'editor']) {
  const dataDir = temporaryDirectory();
  const errors: string[] = [];
  const log: Log = { ...createLog('silent'), error: (_fields: object, text?: string) => void errors.push(text ?? '') };
  const app = await buildApp({ env: { DATA_DIR: dataDir }, users, log });
  onTestFinished(() => app.close());
  const write = (asked: Omit<Asked, 'method'> = {}) =>
    app.rest('POST', '/tags', { json: { name: 'Guests' }, ...asked });
  return { app, write, file: join(dataDir, 'users.json'), errors };
}

test('deleting the file beside a running server makes nobody the administrator', async () => {
  const { app, write, file } = await build();
  expect((await app.rest('GET', '/events')).status).toBe(200);
  rmSync(file);
  expect((await write()).status).toBe(401);
  expect((await write({ as: 'administrator' })).status).toBe(401);
  expect((await app.rest('GET', '/events')).status).toBe(200);
});

test('emptying the list beside a running server makes nobody the administrator', async () => {
  const { app, write, file } = await build();
  expect((await app.rest('GET', '/events')).status).toBe(200);
  writeFileSync(file, '{"nextId":3,"users":[]}');
  expect((await write()).status).toBe(401);
});

test('while the file is broken reading goes on and writing is 503, at both doors, and the log says it once', async () => {
  const { app, write, file, errors } = await build();
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.slice(0, 50));
  for (const as of ['anonymous', 'editor'] as const) {
    expect((await app.rest('GET', '/events', { as })).status).toBe(200);
    expect((await app.graphql('{ eventPage { total } }', {}, { as })).body).toEqual({
      data: { eventPage: { total: 0 } },
    });
  }
  const refused = await write({ as: 'editor' });
  expect([refused.status, refused.body.code]).toEqual([503, 'rest_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.text).not.toContain('users.json');
  const mutation = 'mutation { createTag(input: { name: "Guests" }) { tag { id: databaseId } } }';
  const { status, body } = await app.graphql(mutation, {}, { as: 'editor' });
  expect([status, body.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
  expect(errors).toEqual([expect.stringMatching(/^[^\n]*users\.json is not JSON: mend it [^\n]*nothing is written$/)]);

  writeFileSync(file, good);
  expect((await write({ as: 'editor' })).status).toBe(201);
});

test('in open mode a broken file makes nobody the administrator, and writing is 503', async () => {
  const { app, write, file } = await build([]);
  expect((await write()).status).toBe(201);
  writeFileSync(file, '{');
  expect((await write({ json: { name: 'Friends' } })).status).toBe(503);
  expect((await app.rest('GET', '/tags')).status).toBe(200);
});
