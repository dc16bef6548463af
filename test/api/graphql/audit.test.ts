import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { incomingOf, responseOf } from '../../support/web.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const AUDITS = 61;

test('GraphQL over HTTP is as its specification says, in every audit of graphql-http', async () => {
  const results = await auditServer({
    url: 'http://127.0.0.1:4000/graphql',
    async fetchFn(url: string, init: RequestInit) {
      const request = new Request(url, init);
      return responseOf(await app.answer(incomingOf(request)), request.method);
    },
  });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(results).toHaveLength(AUDITS);
});
