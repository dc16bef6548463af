import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe.each(KINDS)('read: $name', (kind) => {
  test.each(CALLERS)('%s finds the same values, errors and rights at both APIs', async (as) => {
    const found = [];
    for (const ref of world.refsOf(kind)) {
      const { rest, graphql } = await readBoth(app, kind, ref, as);
      const expected = isToldByRest(rest) ? await readUnknown(app, kind, ref, as) : rest;
      expect(graphql, JSON.stringify(ref)).toEqual(expected);
      found.push(rest.said);
    }
    expect(found.filter((said) => 'value' in said).length).toBeGreaterThan(1);
    expect(found.filter((said) => 'code' in said).length).toBeGreaterThan(1);
  });
});
