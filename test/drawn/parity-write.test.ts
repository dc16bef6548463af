import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { isToldByRest, type Ref, readBoth, type Said, writeGraphql, writeRest } from '../support/parity/apis.ts';
import { fieldsTried, someWrite } from '../support/parity/inputs.ts';
import { KINDS, type Kind } from '../support/parity/kinds.ts';
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

/** What nothing has, in the same way of naming a record. */
const unknownLike = (ref: Ref): Ref => ('slug' in ref ? { slug: 'nothing-has-this' } : { id: 999_999 });

/** Whether GraphQL is not to know a record that is there: the caller may not see it, or it is of another kind. */
async function isHidden(app: TestApp, kind: Kind, ref: Ref, as: Caller): Promise<boolean> {
  const { rest } = await readBoth(app, kind, ref, as);
  return isToldByRest(rest);
}

/** What was said, whatever way of naming a record the address has. */
const withoutId = (said: Said): unknown =>
  JSON.parse(
    JSON.stringify(said)
      .replace(/"(id|slug)":"unknown"/, '"ref":"unknown"')
      .replace(/ID \d+\./, 'ID.'),
  );

describe.each(KINDS)('write: $name', (kind) => {
  test('every field of the table is tried', () => {
    expect(fieldsTried(kind, world).sort()).toEqual(Object.keys(kind.fields).sort());
  });

  test('any write by anybody gives the same record or the same error at both APIs', async () => {
    await fc.assert(
      fc.asyncProperty(someWrite(kind, world), async ({ write, as }) => {
        const hidden = 'ref' in write && (await isHidden(left, kind, write.ref, as));
        const rest = await writeRest(left, kind, write, as);
        const told = hidden ? await writeGraphql(right, kind, { ...write, ref: unknownLike(write.ref) }, as) : rest;
        expect(withoutId(await writeGraphql(right, kind, write, as))).toEqual(withoutId(told));
      }),
      { numRuns: runsOf(40, 100) },
    );
    expect(await holdings(right)).toEqual(await holdings(left));
  });
});
