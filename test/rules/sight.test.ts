import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  audienceOf,
  mayRead,
  ROLES,
  readScope,
  type Viewer,
  viewerCan,
  viewerCanInGeneral,
} from '../../src/domain/access.ts';
import { STATUSES } from '../../src/domain/status.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const id = fc.integer({ min: 1, max: 3 });
const viewer = fc.option(fc.record({ id, role: fc.constantFrom(...ROLES) }), { nil: undefined });
const record = fc.record({ author: id, status: fc.constantFrom(...STATUSES), publishedAt: fc.constant(0) });

const rights = (who: Viewer | undefined, of: Parameters<typeof viewerCan>[1]) => [
  mayRead(who, of, 1),
  readScope(who),
  viewerCan(who, of),
  viewerCanInGeneral(who),
];

test('two callers of the same sight may read and do the same', () => {
  fc.assert(
    fc.property(viewer, viewer, record, (one, other, of) => {
      fc.pre(audienceOf(one) === audienceOf(other));
      expect(rights(one, of)).toEqual(rights(other, of));
    }),
    { numRuns: runsOf(100, 2_000) },
  );
});
