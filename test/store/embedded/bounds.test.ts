import { expect, test } from 'vitest';
import type { Filter } from '../../../src/data/port.ts';
import { partsOf } from '../../../src/data/sqlite/where.ts';

const filter = (...all: Filter[]): Filter => ({ $and: all });

test.each<[string, Filter, Filter]>([
  ['the lower of two upper bounds', filter({ size: { $lt: 5 } }, { size: { $lt: 3 } }), { size: { $lt: 3 } }],
  ['the higher of two lower bounds', filter({ size: { $gte: 5 } }, { size: { $gte: 7 } }), { size: { $gte: 7 } }],
  ['bounds of both directions', { size: { $gt: 1, $lt: 3 } }, { size: { $gt: 1, $lt: 3 } }],
  ['bounds of different fields', { size: { $lt: 3 }, age: { $lt: 5 } }, { size: { $lt: 3 }, age: { $lt: 5 } }],
])('a query searches an index by %s', (_, sent, searched) => {
  expect(partsOf(sent)).toEqual(partsOf(searched));
  expect(partsOf(sent).terms).not.toEqual([]);
});
