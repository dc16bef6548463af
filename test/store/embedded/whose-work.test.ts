import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentWork } from '../../../src/event-loop.ts';
import { STATEMENTS } from '../../../src/store/embedded/sqlite.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { upTo } from '../../support/making.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
  const json = { title: 'Jazz', start_date: '2027-01-01', end_date: '2027-01-02', venue: { venue: 'Hall' } };
  await app.rest('POST', '/events', { as: 'administrator', json });
});
afterAll(() => app.close());

test.each(['POST', 'GET'] as const)(
  'every statement of documents that nobody has sent by %s before is the work of who asks',
  async (method) => {
    const accounts = new Set<string>();
    const heard = (): void => void accounts.add(currentWork().account);
    subscribe(STATEMENTS, heard);
    const asked = upTo(10).map((each) => {
      const query = `query Fresh${method}${each} { events(first: 1, where: { search: "jazz" }) { totalCount nodes { title venues { name } } } }`;
      const sent = { peer: '203.0.113.7' };
      return method === 'GET'
        ? app.fetch(`/graphql?${new URLSearchParams({ query })}`, { sent })
        : app.graphql(query, {}, { sent });
    });
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(upTo(10).map(() => 200));
    unsubscribe(STATEMENTS, heard);
    expect([...accounts]).toEqual(['203.0.113.7']);
  },
);
