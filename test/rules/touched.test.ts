import { expect, test } from 'vitest';
import type { Entry } from '../../src/data/changes/record.ts';
import { createTouched } from '../../src/data/changes/touched.ts';
import { upTo } from '../support/making.ts';

const told = { at: 0, kind: 'event', id: 7, version: 2, done: 'updated', before: 'all', after: 'all' } as const;
const lists = { of: ['venues/5', 'tags/3'], months: ['2026-11', '2026-12'] };

/** What is written at revision 2000, and whether what was kept at 1000 and rests on one name holds after that. */
const WRITTEN: [what: string, entry: Record<string, unknown>, dependencies: string, holds: boolean][] = [
  ['a record', { ...told, touched: [] }, 'event/7', false],
  ['another record', { ...told, touched: [] }, 'event/8', true],
  ['any of the kind', { ...told, touched: [] }, 'event', false],
  ['the slugs, which stay', { ...told, touched: [] }, 'event/slugs', true],
  ['the slugs', { ...told, slugs: true, touched: [] }, 'event/slugs', false],
  ['a list, where nothing of lists differs', { ...told, touched: [] }, 'in events', true],
  ['the list of all', { ...told, lists, touched: [] }, 'in events', false],
  ['its month', { ...told, lists, touched: [] }, 'in events 2026-12', false],
  ['another month', { ...told, lists, touched: [] }, 'in events 2027-01', true],
  ['the list of a venue', { ...told, lists, touched: [] }, 'in venues/5 2026-11', false],
  ['the list of another venue', { ...told, lists, touched: [] }, 'in venues/6 2026-11', true],
  ['what is counted', { ...told, touched: ['venue/5'] }, 'venue/5', false],
  ['what all are filtered by that is counted', { ...told, touched: ['venue/5'] }, 'venue/counts', false],
  ['what nothing is counted in', { ...told, touched: ['venue/5'] }, 'venue', true],
  ['what a unit counts that tells nothing', { at: 0, void: true, touched: ['tag/3'] }, 'tag/3', false],
  ['nothing', { at: 0, void: true }, 'tag/3', true],
  ['more than can be named', { ...told, touched: 'all' }, 'tag/3', false],
  ['all', { at: 0, kind: 'all', touched: [] }, 'tag/3', false],
];

test.each(WRITTEN)('where a unit writes, what rests on %s falls, and nothing else does', (_, entry, name, holds) => {
  const touched = createTouched();
  touched.takeAll(1000);
  touched.take([{ ...entry, _id: 2000 } as object as Entry], 2000);
  expect(touched.holds({ dependencies: [name], at: 1000 }, 2000)).toBe(holds);
  expect(touched.holds({ dependencies: [name], at: 2000 }, 2000)).toBe(true);
});

test.each(['all', ['venue/5']])(
  'what is read after an entry behind a gap holds, and what was read before it falls: %j',
  (names) => {
    const touched = createTouched();
    touched.takeAll(1000);
    const behind = (revision: number, written: typeof names, upTo: number) =>
      touched.take([{ _id: revision, at: 0, void: true, touched: written } as Entry], upTo);
    behind(3000, names, 1000.25);
    behind(4000, ['venue/6'], 1000.5);
    expect(touched.holds({ dependencies: ['venue/5'], at: 1000 }, 1000.5)).toBe(false);
    expect(touched.holds({ dependencies: ['venue/5'], at: 1000.25 }, 1000.5)).toBe(true);
  },
);

test('where looks may lag behind, all falls with every write', () => {
  const touched = createTouched({ readsBehind: true });
  touched.takeAll(1000);
  touched.take([{ ...told, touched: [], _id: 2000 }], 2000);
  expect(touched.holds({ dependencies: ['event/8'], at: 1000 }, 2000)).toBe(false);
});

test('of more names than are known what was kept before falls, and what was asked for since does not', () => {
  const touched = createTouched();
  touched.takeAll(0);
  const [forgotten, asked] = [
    { dependencies: ['venue/1'], at: 0 },
    { dependencies: ['venue/1'], at: 0 },
  ];
  for (const number of upTo(60)) {
    const names = upTo(1000).map((name) => `tag/${number} ${name}`);
    touched.take([{ _id: number * 1000, at: 0, void: true, touched: names }], number * 1000);
    expect(touched.holds(asked, number * 1000)).toBe(true);
  }
  expect(touched.holds(forgotten, 59_000)).toBe(false);
});

test('what fell because anything may have changed stays fallen when older names are forgotten', () => {
  const touched = createTouched();
  touched.takeAll(0);
  const counted = (revision: number, names: string[] | 'all') =>
    touched.take([{ _id: revision, at: 0, void: true, touched: names }], revision);
  const namesOf = (kind: string, count: number) => upTo(count).map((id) => `${kind}/${id}`);
  counted(1000, namesOf('tag', 1000));
  counted(3000, 'all');
  counted(4000, namesOf('venue', 49_500));
  expect(touched.holds({ dependencies: ['event/7'], at: 2000 }, 4000)).toBe(false);
});
