import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Kind } from '../../src/domain/fields/kind.ts';
import { KINDS } from '../../src/kinds/kinds.ts';
import { buildApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
  await app.rest('POST', '/categories', { as: 'editor', json: { name: 'Jazz' } });
});
afterAll(() => app.close());

const kindsOf = (keys: readonly string[]): Set<Kind<unknown>> =>
  new Set(
    KINDS.flatMap(({ where, filters }) => [where, filters])
      .flatMap((table) => Object.entries(table))
      .flatMap(([key, { kind }]) => (keys.includes(key) ? [kind] : [])),
  );

/** Counts how often values of these keys are examined from now on. */
function counted(...keys: string[]): { checks: number } {
  const count = { checks: 0 };
  for (const kind of kindsOf(keys)) {
    const { check } = kind;
    const counting: NonNullable<typeof check> = (value, surroundings) => {
      count.checks += 1;
      return check?.(value, surroundings) ?? { value };
    };
    Object.assign(kind, { check: counting });
    onTestFinished(() => void Object.assign(kind, { check }));
  }
  return count;
}

test.each([
  ['/events?search=a', ['search']],
  ['/events?categories=jazz', ['categories', 'categoriesIn']],
  ['/venues?search=a', ['search']],
  ['/categories?search=a', ['search']],
])('REST examines each value once: %s', async (path, keys) => {
  const count = counted(...keys);
  expect((await app.rest('GET', path)).status).toBe(200);
  expect(count.checks).toBe(1);
});

test.each([
  ['eventPage(where: { search: "a" }) { total }', 1],
  ['events(where: { search: "a" }) { totalCount }', 1],
  ['events(where: { search: "a", or: [{ not: { search: "b" } }] }) { totalCount }', 2],
  ['venuePage(where: { search: "a" }) { total }', 1],
  ['categoryPage(where: { search: "a" }) { total }', 1],
  ['tags(where: { search: "a" }) { totalCount }', 1],
])('GraphQL examines each value once: %s', async (query, checks) => {
  const count = counted('search');
  expect((await app.graphql(`{ ${query} }`)).body).not.toHaveProperty('errors');
  expect(count.checks).toBe(checks);
});
