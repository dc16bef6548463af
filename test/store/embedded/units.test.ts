import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ran, STATEMENTS } from '../../../src/data/sqlite/sqlite.ts';
import { currentWork } from '../../../src/domain/event-loop.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { upTo } from '../../support/making.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test('of units that wait for each other each is the work of who asks for it', async () => {
  const begun: string[] = [];
  const heard = (message: unknown): void => {
    if ((message as Ran).sql === 'BEGIN IMMEDIATE') begun.push(currentWork().account);
  };
  subscribe(STATEMENTS, heard);
  const peers = upTo(5).map((each) => `203.0.113.${each}`);
  const created = peers.map((peer) =>
    app.rest('POST', '/tags', { as: 'administrator', json: { name: `Tag of ${peer}` }, sent: { peer } }),
  );
  expect((await Promise.all(created)).map(({ status }) => status)).toEqual(peers.map(() => 201));
  unsubscribe(STATEMENTS, heard);
  expect([...new Set(begun)].sort()).toEqual(peers);
});
