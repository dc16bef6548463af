import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { eachFilter, filtersTried, someFilters } from '../support/parity/filters.ts';
import { KINDS, type Kind } from '../support/parity/kinds.ts';
import { type Depth, listGraphql, listRest } from '../support/parity/lists.ts';
import type { Asking } from '../support/parity/wire.ts';
import { CALLERS, furnish, type World } from '../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

/** Asks both APIs, and expects the same records in the same order, the same totals, or the same error. */
async function expectSame(kind: Kind, asking: Asking, as: Caller, depth: Depth) {
  const rest = await listRest(app, kind, asking, as, depth);
  expect(await listGraphql(app, kind, asking, as, depth), JSON.stringify(asking)).toEqual(rest);
  return rest;
}

describe.each(KINDS)('list: $name', (kind) => {
  test('every filter of the table is tried', () => {
    expect(filtersTried(kind, world).sort()).toEqual(Object.keys(kind.filters).sort());
  });

  test.each(CALLERS.map((as, turn) => ({ as, turn })))(
    '$as gets the same list or the same error at both APIs for every filter',
    async ({ as, turn }) => {
      const answers = [await expectSame(kind, { filter: {} }, as, 'records')];
      for (const asking of eachFilter(kind, world, turn)) answers.push(await expectSame(kind, asking, as, 'ids'));
      expect(answers.filter((said) => 'value' in said && said.value.items.length > 0).length).toBeGreaterThan(0);
      expect(answers.filter((said) => 'code' in said).length).toBeGreaterThan(0);
    },
  );

  test('any filters together, on any page, give anybody the same at both APIs', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters(kind, world), fc.constantFrom(...CALLERS), async (asking, as) => {
        await expectSame(kind, asking, as, 'records');
      }),
      { numRuns: 50 },
    );
  });
});
