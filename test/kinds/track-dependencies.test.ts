import { expect, test } from 'vitest';
import { createTouched } from '../../src/data/changes/touched.ts';
import type { Filter, FindOptions, Store } from '../../src/data/port.ts';
import { trackDependencies } from '../../src/kinds/track-dependencies.ts';

const FOUND = [{ _id: 7 }];

function reading() {
  const touched = createTouched();
  const store = { find: async () => FOUND, count: async () => 1, byIds: async () => FOUND, distinct: async () => [7] };
  return { touched, store: trackDependencies(store as object as Store, { touched, touch: () => {} }) };
}

const SPAN = { startsAt: { $gte: Date.UTC(2026, 10, 20), $lt: Date.UTC(2027, 0, 1) } };

/** What is asked of a collection, and on what that rests besides the records that are found. */
const ASKED: [collection: string, filter: Filter, options: FindOptions, dependencies: string[]][] = [
  ['events', { _id: { $in: [1, 2] }, search: { $contains: 'x' } }, {}, ['event/1', 'event/2']],
  ['events', { $and: [{ status: 'publish' }, SPAN] }, {}, ['in events 2026-11', 'in events 2026-12']],
  ['events', { ...SPAN, venues: { $in: [5] } }, {}, ['in venues/5 2026-11', 'in venues/5 2026-12']],
  ['events', { categories: { $in: [3, 4] } }, {}, ['in categories/3', 'in categories/4']],
  ['events', { endsAt: { $gt: 1 }, $or: [{ tags: 1 }, { author: 2 }] }, {}, ['in events']],
  ['events', SPAN, { sort: [['modifiedAt', 1]] }, ['event']],
  ['events', { ...SPAN, 'search.en': { $contains: 'x' } }, {}, ['event']],
  ['events', { $or: [{ _id: { $in: [1] } }, { slugs: { $in: ['a'] } }] }, {}, ['event/1', 'event/slugs']],
  ['venues', { status: 'publish' }, {}, ['venue']],
  ['custom_fields', {}, {}, ['custom_fields']],
];

test.each(ASKED)(
  'what is found in %s rests on what its filter and order look at: row %#',
  async (collection, filter, options, dependencies) => {
    const { store } = reading();
    const into = new Set<string>();
    await store.find(collection, filter, { ...options, dependencies: into });
    expect([...into].filter((name) => !name.endsWith('/7'))).toEqual(dependencies);
  },
);

test('a read that says nothing is taken down for all answers that are being made, one that does for its own, or none', async () => {
  const { touched, store } = reading();
  const [one, other] = [new Set<string>(), new Set<string>()];
  touched.open.add(one).add(other);
  await store.byIds('venues', [1], { dependencies: one });
  await store.byIds('venues', [2], { dependencies: null });
  await store.byIds('venues', [3]);
  await store.find('venues', { _id: 4 });
  expect([[...one], [...other]]).toEqual([
    ['venue/1', 'venue/3', 'venue/4', 'venue/7'],
    ['venue/3', 'venue/4', 'venue/7'],
  ]);
});
