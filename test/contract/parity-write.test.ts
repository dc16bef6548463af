import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../src/resources/collections.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { writeGraphql, writeRest } from '../support/parity/doors.ts';
import { fieldsTried, someWrite } from '../support/parity/inputs.ts';
import { KINDS } from '../support/parity/kinds.ts';
import { furnish, type World } from '../support/parity/world.ts';

/** Two apps that hold the same: one is written to through REST, the other through GraphQL. */
let left: TestApp;
let right: TestApp;
let world: World;

beforeAll(async () => {
  left = await buildApp();
  right = await buildApp();
  world = await furnish(left);
  await furnish(right);
});
afterAll(async () => {
  await left.close();
  await right.close();
});

/** Everything an app keeps, in the order of ids. */
const holdings = (app: TestApp): Promise<unknown[]> =>
  Promise.all(COLLECTIONS.map(({ name }) => app.store.find(name, {}, { sort: [['_id', 1]] })));

describe.each(KINDS)('write: $name', (kind) => {
  test('every field of the table is tried', () => {
    expect(fieldsTried(kind, world).sort()).toEqual(Object.keys(kind.fields).sort());
  });

  test('any write by anybody gives the same record or the same error at both doors', async () => {
    await fc.assert(
      fc.asyncProperty(someWrite(kind, world), async ({ write, as }) => {
        const rest = await writeRest(left, kind, write, as);
        expect(await writeGraphql(right, kind, write, as)).toEqual(rest);
      }),
      { numRuns: 100 },
    );
    expect(await holdings(right)).toEqual(await holdings(left));
  });
});
