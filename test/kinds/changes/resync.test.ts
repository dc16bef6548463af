import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { renewLog } from '../../../src/data/changes/cursors.ts';
import { CHANGES } from '../../../src/data/changes/record.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { askGraphql, askRest, cursorOf, lastEntry } from './asking.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('a client starts anew', () => {
  /** Asks both APIs, which must say the same. */
  async function expectResync(after: string, reason: string, as?: Caller): Promise<void> {
    const asked = { after, ...(as && { as }) };
    const rest = await askRest(app, asked);
    expect([rest.status, rest.body.code, rest.body.data]).toEqual([410, 'rest_resync', { status: 410, reason }]);
    const { body } = await askGraphql(app, asked);
    expect(body.data).toEqual({ changes: null });
    expect(body.errors[0].extensions).toEqual({ code: 'RESYNC', reason });
  }

  test.each([
    { reason: 'rights_changed', spoil: async () => {}, as: 'editor' },
    { reason: 'everything_changed', spoil: () => app.tellAll(), as: undefined },
  ] as const)('with the reason $reason', async ({ reason, spoil, as }) => {
    const after = await cursorOf(app);
    await made(app, 'tags', { name: `Before ${reason}` });
    await spoil();
    await made(app, 'tags', { name: `After ${reason}` });
    await expectResync(after, reason, as);
  });

  test.each([
    ['expired', async () => app.store.deleteRange(CHANGES.name, 0, (await lastEntry(app))._id)],
    ['other_log', () => renewLog(app.store)],
  ])('with the reason %s, after a restart', async (reason, spoil) => {
    const dir = await mkdtemp(join(tmpdir(), 'anew-'));
    const before = app;
    onTestFinished(async () => {
      await app.close();
      rmSync(dir, { recursive: true });
      app = before;
    });
    app = await buildApp({ env: { DATA_DIR: dir } });
    const after = await cursorOf(app);
    await made(app, 'tags', { name: 'Second' });
    await spoil();
    // No entry is deleted that is younger than a minute.
    app.clock.now += 61_000;
    app = await app.reopen();
    await made(app, 'tags', { name: 'Third' });
    await expectResync(after, reason);
  });

  test('when a state of before is put in the place of what the client has seen', async () => {
    await made(app, 'tags', { name: 'Seen by the client' });
    const after = await cursorOf(app);
    // As where another unit took the number: at another time.
    const last = await lastEntry(app);
    await app.store.put(CHANGES.name, [{ ...last, at: last.at + 1 }]);
    await made(app, 'tags', { name: 'Written behind it' });
    expect((await askRest(app, { after })).body.data).toEqual({ status: 410, reason: 'other_log' });
  });
});

describe('what is asked for wrongly is refused by name', () => {
  test.each([
    ['after', { after: 'made up' }, 'invalid_cursor'],
    ['after', { after: '' }, 'empty'],
    ['kinds', { kinds: ['image'] }, 'rest_not_in_enum'],
    ['per_page', { first: 0 }, undefined],
    ['per_page', { first: -1 }, undefined],
  ])('by REST: %s as in %j', async (parameter, asked, code) => {
    const { status, body } = await askRest(app, asked);
    expect([status, Object.keys(body.data.params)]).toEqual([400, [parameter]]);
    expect(body.data.details[parameter].code).toBe(code ?? body.data.details[parameter].code);
  });

  test.each([
    ['after', { after: 'made up' }],
    ['first', { first: 0 }],
    ['first', { first: 1001 }],
  ])('by GraphQL: %s as in %j', async (field, asked) => {
    const { body } = await askGraphql(app, asked);
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field }] });
  });
});
