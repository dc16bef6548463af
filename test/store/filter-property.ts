import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Collection, Filter, FindOptions, Store, Stored } from '../../src/data/port.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import type { Opened } from './contract.ts';

/** Declared scalars and lists, in indexes of every kind; `more` and `deep` are in none. */
export const PROPERTY_COLLECTIONS: readonly Collection[] = [
  {
    name: 'things',
    lists: ['tags', 'names'],
    searched: 'search',
    indexes: [
      { name: 'by_size', fields: [['size', 1], ['_id', 1]] },
      { name: 'by_word', fields: [['word', 1], ['size', -1]], sparse: true },
      { name: 'by_deep', fields: [['deep.n', 1]] },
      { name: 'only_on', fields: [['size', 1], ['_id', 1]], only: { on: true } },
      { name: 'with_tag', fields: [['tags', 1], ['on', 1], ['size', 1], ['_id', 1], ['word', 1]] },
      { name: 'names', fields: [['names', 1]] },
    ],
  },
]; // biome-ignore format: an index, a line

const number = fc.constantFrom(-1, 0, 1, 2, 2.5, 1_793_610_923_123);
const letters = fc.constantFrom('', 'a', 'ab', 'b', 'B', 'é', '한국', '한', '"x', ' ', '😀', '\ufffd', '2');
const word = fc.array(letters, { maxLength: 3 }).map((parts) => parts.join(''));
const scalar = fc.oneof(number, word, fc.boolean());
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const elements = fc.uniqueArray(scalar, { maxLength: 3 });

const documents = fc.array(
  fc.record({
    size: optional(scalar),
    word: optional(scalar),
    on: optional(fc.boolean()),
    deep: optional(fc.record({ n: optional(scalar), m: optional(fc.oneof(scalar, elements)) })),
    tags: optional(fc.oneof(elements, scalar)),
    names: optional(elements),
    more: optional(fc.oneof(scalar, elements, fc.array(fc.record({ n: optional(scalar) }), { maxLength: 2 }))),
    search: fc.record({ en: word, ko: word }),
  }),
  { minLength: 1, maxLength: 12 },
);

const FIELDS = [
  '_id',
  'size',
  'word',
  'on',
  'deep.n',
  'deep.m',
  'tags',
  'names',
  'more',
  'more.n',
  'search.ko',
  'none',
];
/** Text that is asked for may have a NUL, as a slug in an address; text that is kept has none. */
const askedWord = fc.array(fc.oneof(letters, fc.constant('\0')), { maxLength: 4 }).map((parts) => parts.join(''));
const operator = fc.oneof(
  scalar,
  askedWord,
  fc.record({ $ne: scalar }),
  fc.record({ $in: fc.array(fc.oneof(scalar, askedWord), { maxLength: 4 }) }),
  fc.record({ $nin: fc.array(fc.oneof(scalar, askedWord), { maxLength: 4 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $gt: fc.oneof(number, askedWord) }),
  fc.record({ $gte: fc.oneof(number, askedWord), $lt: fc.oneof(number, askedWord) }),
  fc.record({ $lte: fc.oneof(number, askedWord) }),
  fc.record({ $contains: askedWord }),
  fc.record({ $lacks: askedWord }),
  fc.record({ $prefix: askedWord }),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.tuple(fc.constantFrom(...FIELDS), operator).map(([field, asked]) => ({ [field]: asked }) as Filter),
    fc
      .tuple(fc.constantFrom('tags', 'size'), elements, operator)
      .map(([field, $in, on]) => ({ [field]: { $in }, on }) as Filter),
    fc.array(tie('filter'), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('filter'), { maxLength: 3 }).map(($or) => ({ $or })),
  ),
}));
const INDEXES = [undefined, '_id_', ...PROPERTY_COLLECTIONS[0]!.indexes.map(({ name }) => name)];
const options = fc.record({
  index: fc.constantFrom(...INDEXES),
  limit: optional(fc.integer({ min: 1, max: 5 })),
  skip: fc.nat(2),
});

/** What a filter has to ask for when it names an index that has not all documents. */
const ASKED: Record<string, Filter> = { only_on: { on: true }, by_word: { word: { $exists: true } } };

/** What a path leads to, and the elements of it when that is a list. */
function reached(value: unknown, path: readonly string[]): unknown[] {
  if (path.length === 0) return value === undefined ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each) => (isObject(each) ? reached(each, path) : []));
  return isObject(value) ? reached((value as Record<string, unknown>)[path[0]!], path.slice(1)) : [];
}
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const codePoints = (text: string): string =>
  [...text].map((each) => each.codePointAt(0)!.toString(16).padStart(6, '0')).join('');
const compared = (value: unknown): unknown => (typeof value === 'string' ? codePoints(value) : value);

type Test = (value: unknown, asked: never) => boolean;
const range =
  (holds: (value: never, asked: never) => boolean): Test =>
  (value, asked) =>
    typeof value === typeof asked &&
    typeof value !== 'boolean' &&
    holds(compared(value) as never, compared(asked) as never);
const TESTS: Record<string, Test> = {
  $eq: (value, asked) => value === asked,
  $in: (value, asked: unknown[]) => asked.includes(value),
  $gt: range((value, asked) => value > asked),
  $gte: range((value, asked) => value >= asked),
  $lt: range((value, asked) => value < asked),
  $lte: range((value, asked) => value <= asked),
  $contains: (value, asked) => typeof value === 'string' && value.includes(asked),
  $prefix: (value, asked) => typeof value === 'string' && value.startsWith(asked),
};
const NOT: Record<string, string> = { $ne: '$eq', $nin: '$in', $lacks: '$contains' };

/** MongoDB's meaning of a filter, said once more. */
function matches(document: object, { $and = [], $or, ...fields }: Filter): boolean {
  const meets = (field: string, asked: unknown) => {
    const found = reached(document, field.split('.'));
    const values = found.flatMap((value) => (Array.isArray(value) ? value : [value]));
    return Object.entries(isObject(asked) ? (asked as object) : { $eq: asked }).every(([name, operand]) => {
      if (name === '$exists') return found.length > 0 === operand;
      const positive = NOT[name];
      const some = values.some((value) => TESTS[positive ?? name]!(value, operand as never));
      return positive ? !some : some;
    });
  };
  return (
    Object.entries(fields).every(([field, asked]) => meets(field, asked)) &&
    $and.every((each) => matches(document, each)) &&
    ($or === undefined || $or.some((each) => matches(document, each)))
  );
}

/** Any filter over any documents finds what MongoDB's meaning says, whichever index is named. */
export const filterProperty = (name: string, open: () => Promise<Opened>): void => {
  describe(name, () => {
    let opened: Opened;
    let store: Store;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.drop());

    test('finds and counts what a filter means', async () => {
      await fc.assert(
        fc.asyncProperty(
          documents,
          fc.array(fc.tuple(filter, options), { minLength: 1, maxLength: 25 }),
          async (given, asked) => {
            const stored = given.map(
              (document, at) => JSON.parse(JSON.stringify({ _id: at + 1, ...document })) as Stored,
            );
            for (const { _id } of await store.find('things', {}, { only: [] })) await store.delete('things', _id);
            await store.put('things', stored);
            for (const [any, { index, limit, skip }] of asked) {
              const which: Filter = { ...ASKED[index ?? ''], $and: [any] };
              const wanted = stored.filter((document) => matches(document, which)).map(({ _id }) => _id);
              const named = index === undefined ? {} : { index };
              const page: FindOptions = {
                sort: [['_id', 1]],
                skip,
                ...named,
                ...(limit === undefined ? {} : { limit }),
              };
              const found = (await store.find('things', which, page)).map(({ _id }) => _id);
              expect(found).toEqual(wanted.slice(skip, limit === undefined ? undefined : skip + limit));
              expect(await store.count('things', which, named)).toBe(wanted.length);
              expect(
                (await store.find('things', which, { ...page, only: ['size', 'on'] })).map(({ _id }) => _id),
              ).toEqual(found);
            }
          },
        ),
        { numRuns: runsOf(60, 240), seed: fuzzSeed() },
      );
    });

    test('reads parts of a document as they are in it', async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (given) => {
          const stored = given.map(
            (document, at) => JSON.parse(JSON.stringify({ _id: at + 1, ...document })) as Stored,
          );
          for (const { _id } of await store.find('things', {}, { only: [] })) await store.delete('things', _id);
          await store.put('things', stored);
          const only = ['size', 'word', 'on'];
          const parts = stored.map((document) =>
            Object.fromEntries(Object.entries(document).filter(([key]) => ['_id', ...only].includes(key))),
          );
          expect(await store.find('things', {}, { sort: [['_id', 1]], only })).toEqual(parts);
        }),
        { numRuns: runsOf(30, 120), seed: fuzzSeed() },
      );
    });
  });
};
