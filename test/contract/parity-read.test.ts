import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { isToldByRest, readBoth, readUnknown } from '../support/parity/apis.ts';
import { KINDS } from '../support/parity/kinds.ts';
import { CALLERS, furnish, type World } from '../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

test.each(KINDS)('each $name shows the same values, errors and rights in both APIs', async (kind) => {
  const found = [];
  for (const [index, ref] of world.refsOf(kind).entries()) {
    // Callers take turns: who reads a record by its id is another than who reads it by its slug.
    const as = CALLERS[index % CALLERS.length]!;
    const { rest, graphql } = await readBoth(app, kind, ref, as);
    const expected = isToldByRest(rest) ? await readUnknown(app, kind, ref, as) : rest;
    expect(graphql, `${JSON.stringify(ref)} read by ${as}`).toEqual(expected);
    found.push(rest.said);
  }
  expect(found.filter((said) => 'value' in said).length).toBeGreaterThan(2);
  expect(found.filter((said) => 'code' in said).length).toBeGreaterThan(2);
});
