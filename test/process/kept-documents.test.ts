import { getHeapStatistics } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { collectGarbage } from '../support/garbage.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const used = (): number => {
  collectGarbage();
  return getHeapStatistics().used_heap_size / 2 ** 20;
};

test.each([
  ['fields', 70, (at: number) => `{ ${'__typename '.repeat(1990)}} # ${at}`],
  ['comments', 30, (at: number) => `{ __typename } # ${at} ${'\n#'.repeat(32_700)}`],
])('documents of %s that are kept in mind take no more than 32 MB, however many there are', async (_, count, query) => {
  const before = used();
  for (let at = 0; at < count; at += 1) await app.graphql(query(at));
  expect(used() - before).toBeLessThan(32);
});
