import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Collection, Filter, FindOptions, Store, Stored, Update } from '../../src/data/port.ts';

/** What the contract stores; the store under test must be opened with it. */
export const CONTRACT_COLLECTIONS: readonly Collection[] = [
  {
    name: 'things',
    lists: ['slugs', 'tags'],
    packed: 'bulk',
    indexes: [
      { name: 'slugs_1', fields: [['slugs', 1]], unique: true, sparse: true },
      { name: 'things_by_code', fields: [['code', 1]], unique: true, sparse: true },
      { name: 'tags_size_1', fields: [['tags', 1], ['size', -1]] }, // biome-ignore format: one index, one line
      { name: 'size_1', fields: [['size', 1]] },
    ],
  },
  { name: 'others', indexes: [], numbers: ['n', 'last'] },
];

/** A store under test. `drop` closes it and removes what it kept. */
export interface Opened {
  store: Store;
  drop(): Promise<void>;
}

interface Thing extends Stored {
  [field: string]: unknown;
}

/** What writes, and what else there is. */
const WRITES = ['verbs', 'unique indexes', 'units', 'ids'] as const;
const READS = ['copied in, frozen out', 'filters', 'order and pages', 'updates'] as const;

type Part = (typeof WRITES)[number] | (typeof READS)[number];

const FILTERED: readonly Thing[] = [
  { _id: 1, size: 1, word: 'apple', tags: [1, 2], deep: { n: 1 }, on: true, empty: [] },
  { _id: 2, size: 2, word: 'Banana', tags: [2, 9], deep: { n: 2 }, on: false, links: [{ id: 7 }, { id: 8 }] },
  { _id: 3, size: 3, word: 'cherry', tags: [], deep: { n: 3 }, links: [{ id: 8 }], words: ['a', 'a.b'] },
  { _id: 4, word: 'date' },
];

const ORDERED: readonly Thing[] = [
  { _id: 1, size: 2, word: 'b', deep: { n: 3 } },
  { _id: 2, size: 1, word: 'B', deep: { n: 1 } },
  { _id: 3, size: 2, word: 'a', deep: { n: 2 } },
  { _id: 4, word: 'é' },
];

/** Holds a store to the promises of the port. Both adapters run it. */
export const storeContract = (name: string, open: () => Promise<Opened>): void =>
  holds(name, open, [...WRITES, ...READS]);

/** Holds it to those that may be kept in another way where it is kept in another place. */
export const writesContract = (name: string, open: () => Promise<Opened>): void => holds(name, open, WRITES);

const holds = (name: string, open: () => Promise<Opened>, parts: readonly Part[]): void => {
  describe(name, () => {
    let opened: Opened;
    let store: Store;

    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.drop());
    const clear = () =>
      store.atomically(async () => {
        for (const collection of ['things', 'others']) {
          await store.deleteRange(collection, 0, Number.MAX_SAFE_INTEGER);
          await store.deleteRange(collection, '', '\uffff');
        }
      });

    /** Tests that share what is there at first, or begin with nothing. */
    const part = (title: Part, tests: () => void, there?: readonly Thing[]) =>
      parts.includes(title) &&
      describe(title, () => {
        const begin = there ? beforeAll : beforeEach;
        begin(async () => {
          await clear();
          await store.put('things', there ?? []);
        });
        tests();
      });

    const put = async (...things: Thing[]) => {
      for (const thing of things) await store.insert('things', thing);
    };
    const get = async (id: number | string) => (await store.byIds<Thing>('things', [id]))[0];
    const ids = async (filter: Filter, options: FindOptions = { sort: [['_id', 1]] }) =>
      (await store.find('things', filter, options)).map(({ _id }) => _id);
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'nothing was refused',
        (error: Error & { index?: string }) => `${error.name} ${error.index}`,
      );

    part('verbs', () => {
      test('an inserted document is found as it was given', async () => {
        const document = {
          _id: 1,
          text: 'é 한국 ñ "\\ \u2028\u2029\u0085\r\n',
          list: [1, 'a', { b: null }],
          deep: { a: { b: true } },
          none: null,
        };
        await put(document);
        expect(await store.find('things', {})).toEqual([document]);
      });

      test('a field that may be packed comes and goes like any other, however it was written', async () => {
        const bulk = { en: 'é 한국 \u2028', list: [{ a: null }] };
        await put({ _id: 1, bulk }, { _id: 2 });
        await store.put('things', [{ _id: 3, bulk: 'plain' }]);
        expect(await store.find('things', {}, { sort: [['_id', 1]] })).toEqual([
          { _id: 1, bulk },
          { _id: 2 },
          { _id: 3, bulk: 'plain' },
        ]);
        await store.update('things', 1, { $set: { 'bulk.en': 'Tree', n: 1 } });
        expect(await get(1)).toEqual({ _id: 1, bulk: { ...bulk, en: 'Tree' }, n: 1 });
        await store.updateMany('things', { _id: { $in: [1, 2] } }, { $set: { bulk: { es: 'Árbol' } } });
        expect(await get(2)).toEqual({ _id: 2, bulk: { es: 'Árbol' } });
        await store.updateMany('things', {}, { $unset: { bulk: true } });
        expect(await store.find('things', {}, { sort: [['_id', 1]], without: ['n'] })).toEqual([
          { _id: 1 },
          { _id: 2 },
          { _id: 3 },
        ]);
      });

      test('documents put in bulk are there, in the place of those that had their ids', async () => {
        await put({ _id: 1, old: true }, { _id: 3, kept: true });
        await store.put('things', [
          { _id: 1, size: 1 },
          { _id: 2, size: 2, none: undefined },
        ]);
        expect(await store.find('things', {}, { sort: [['_id', 1]] })).toStrictEqual([
          { _id: 1, size: 1 },
          { _id: 2, size: 2 },
          { _id: 3, kept: true },
        ]);
        await store.put('things', []);
        expect(await store.count('things', {})).toBe(3);
      });

      test('a key that is taken refuses a document that is put', async () => {
        await put({ _id: 1, slugs: ['a'] });
        expect(await refusal(store.put('things', [{ _id: 2, slugs: ['a'] }]))).toBe('DuplicateKey slugs_1');
        expect(await ids({})).toEqual([1]);
      });

      test('what is put in a unit that is undone is undone', async () => {
        await put({ _id: 1, n: 1 });
        const unit = store.atomically(async () => {
          await store.put('things', [{ _id: 1, n: 2 }, { _id: 2 }]);
          throw new Error('on purpose');
        });
        await expect(unit).rejects.toThrow('on purpose');
        expect(await store.find('things', {})).toEqual([{ _id: 1, n: 1 }]);
      });

      test('only the fields that are asked for are read, or all but some', async () => {
        const document = { _id: 1, a: 1, deep: { b: 2, c: 3 }, list: [{ d: 4 }] };
        await put(document);
        const read = async (options: FindOptions) => (await store.find('things', {}, options))[0];
        expect(await read({ only: ['a', 'deep.b', 'absent'] })).toEqual({ _id: 1, a: 1, deep: { b: 2 } });
        expect(await read({ only: [] })).toEqual({ _id: 1 });
        expect(await read({ without: ['a', 'deep.b'] })).toEqual({ _id: 1, deep: { c: 3 }, list: [{ d: 4 }] });
        expect(await read({ without: [] })).toEqual(document);
        expect(await store.byIds('things', [1], { only: ['a'] })).toEqual([{ _id: 1, a: 1 }]);
        expect(await store.byIds('things', [1], { without: ['deep', 'list'] })).toEqual([{ _id: 1, a: 1 }]);
      });

      test.each(['size_1', '_id_', 'no index at all'])('naming the index %s changes no answer', async (index) => {
        await put({ _id: 1, size: 1 }, { _id: 2, size: 2 }, { _id: 3 });
        expect(await ids({ size: { $gte: 1 } }, { index, sort: [['size', -1]] })).toEqual([2, 1]);
        expect(await store.count('things', { size: { $gte: 1 } }, { index })).toBe(2);
        expect(await store.atomically(() => ids({ size: 1 }, { index }))).toEqual([1]);
      });

      test('an id may be a text', async () => {
        await put({ _id: 'site', n: 1 });
        expect(await store.byIds('things', ['site'])).toEqual([{ _id: 'site', n: 1 }]);
      });

      test('large integers and fractions keep their value', async () => {
        await put({ _id: 1, at: 1_793_610_923_123, part: 0.25, below: -62_135_596_800_000 });
        expect(await get(1)).toEqual({ _id: 1, at: 1_793_610_923_123, part: 0.25, below: -62_135_596_800_000 });
      });

      test('fields that are undefined are not stored, at any depth', async () => {
        await put({ _id: 1, a: undefined, deep: { b: undefined, c: 1 }, list: [{ d: undefined }] });
        expect(Object.keys((await get(1))!).sort()).toEqual(['_id', 'deep', 'list']);
        expect(await ids({ 'deep.b': { $exists: true } })).toEqual([]);
        expect((await get(1))?.list).toStrictEqual([{}]);
      });

      test.each<[string, Stored['_id'][], Stored['_id'], Stored['_id'], Stored['_id'][]]>([
        ['numbers', [1, 2, 3, 5], 2, 5, [1, 5]],
        ['texts', ['days/1', 'days/2', 'days/20', 'hours/1'], 'days/2', 'days/~', ['days/1', 'hours/1']],
        ['nothing', [1, 2], 3, 9, [1, 2]],
      ])('a range of ids is deleted as one, up to its end, also from indexes: %s', async (...row) => {
        const [, all, from, before, left] = row;
        await put(...all.map((_id) => ({ _id, tags: [7], slugs: [`${_id}`] })));
        const undone = store.atomically(async () => {
          await store.deleteRange('things', from, before);
          expect(await ids({})).toEqual(left);
          throw new Error('on purpose');
        });
        await expect(undone).rejects.toThrow('on purpose');
        expect(await ids({})).toEqual(all);
        expect(await store.deleteRange('things', from, before)).toBe(all.length - left.length);
        expect(await ids({ tags: 7 })).toEqual(left);
        await put(...all.filter((_id) => !left.includes(_id)).map((_id) => ({ _id, slugs: [`${_id}`] })));
      });

      test('count counts what matches', async () => {
        await put({ _id: 1, n: 1 }, { _id: 2, n: 1 }, { _id: 3, n: 2 });
        expect(await store.count('things', { n: 1 })).toBe(2);
        expect(await store.count('things', { n: 9 })).toBe(0);
        expect(await store.count('others', {})).toBe(0);
      });

      test('byIds leaves out unknown ids and gives no document twice', async () => {
        await put({ _id: 1 }, { _id: 2 }, { _id: 3 });
        const found = await store.byIds('things', [3, 1, 9, 3]);
        expect(found.map(({ _id }) => _id).sort()).toEqual([1, 3]);
        expect(await store.byIds('things', [])).toEqual([]);
      });

      test('tally counts documents by value of a list, and finds a highest number or the ids', async () => {
        await put(
          { _id: 1, tags: [5, 6], size: 3 },
          { _id: 2, tags: [6, 7, 8], size: 9 },
          { _id: 3, tags: [6], size: 4 },
          { _id: 4, tags: [9] },
        );
        const how = { values: [5, 6, 9, 10], highest: 'size', index: 'tags_size_1' };
        const tallied = async (filter: Filter) =>
          (await store.tally('things', 'tags', filter, how))
            .map(({ value, count, highest }) => [value, count, highest ?? null])
            .sort(([one], [other]) => Number(one) - Number(other));
        expect(await tallied({})).toEqual([
          [5, 1, 3],
          [6, 3, 9],
          [9, 1, null],
        ]);
        expect(await tallied({ size: { $lt: 9 } })).toEqual([
          [5, 1, 3],
          [6, 2, 4],
        ]);
        expect(await store.atomically(() => tallied({ size: 9 }))).toEqual([[6, 1, 9]]);
        const withIds = { values: [6, 9], ids: true, index: 'tags_size_1' } as const;
        const members = async (filter: Filter) =>
          (await store.tally('things', 'tags', filter, withIds))
            .map(({ value, ids = [] }) => [value, ids.toSorted((a, b) => a - b)])
            .sort(([one], [other]) => Number(one) - Number(other));
        expect(await members({})).toEqual([
          [6, [1, 2, 3]],
          [9, [4]],
        ]);
        expect(await members({ size: { $lt: 9 } })).toEqual([[6, [1, 3]]]);
      });

      test('distinct gives every value once, and the elements of lists', async () => {
        await put(
          { _id: 1, tags: [5, 6], kind: 'a' },
          { _id: 2, tags: [6, 7], kind: 'a' },
          { _id: 3, kind: 'b' },
          { _id: 4, tags: [8], kind: null },
        );
        expect((await store.distinct<number>('things', 'tags', {})).sort()).toEqual([5, 6, 7, 8]);
        expect((await store.distinct<number>('things', 'tags', { kind: 'a' })).sort()).toEqual([5, 6, 7]);
        expect((await store.distinct<string>('things', 'kind', {})).sort()).toEqual(['a', 'b']);
      });

      test.each(['tags_size_1', 'an index that is not there'])('distinct gives the same by %s', async (index) => {
        await put({ _id: 1, tags: [5, 6] }, { _id: 2, tags: [6, 7] }, { _id: 3, tags: [8] });
        const found = await store.distinct<number>('things', 'tags', { tags: { $in: [6] } }, { index });
        expect(found.sort()).toEqual([5, 6, 7]);
      });

      test('distinct follows a dotted path', async () => {
        await put({ _id: 1, deep: { n: 1 } }, { _id: 2, deep: { n: 2 } }, { _id: 3, deep: { n: 1 } });
        expect((await store.distinct<number>('things', 'deep.n', {})).sort()).toEqual([1, 2]);
      });

      test('update returns the document as it is now', async () => {
        await put({ _id: 1, n: 1 });
        expect(await store.update('things', 1, { $set: { m: 2 } })).toEqual({ _id: 1, n: 1, m: 2 });
        expect(await get(1)).toEqual({ _id: 1, n: 1, m: 2 });
      });

      test('update of an unknown id changes nothing and returns undefined', async () => {
        expect(await store.update('things', 1, { $set: { n: 1 } })).toBeUndefined();
        expect(await store.count('things', {})).toBe(0);
      });

      test('an update without changes returns the document', async () => {
        await put({ _id: 1, n: 1 });
        expect(await store.update('things', 1, {})).toEqual({ _id: 1, n: 1 });
        expect(await store.update('things', 1, { $set: { n: undefined }, $inc: {} })).toEqual({ _id: 1, n: 1 });
        expect(await store.updateMany('things', {}, {})).toBe(1);
      });

      test('updateMany changes what matches and says how many that were', async () => {
        await put({ _id: 1, n: 1 }, { _id: 2, n: 1 }, { _id: 3, n: 2 });
        expect(await store.updateMany('things', { n: 1 }, { $set: { m: 1 } })).toBe(2);
        expect(await ids({ m: 1 })).toEqual([1, 2]);
        expect(await store.updateMany('things', { n: 9 }, { $set: { m: 1 } })).toBe(0);
      });

      test('an updateMany that fails half-way changes nothing', async () => {
        await put({ _id: 1, n: 1 }, { _id: 2, n: 'text' }, { _id: 3, n: 1 });
        await expect(store.updateMany('things', {}, { $inc: { n: 1 } })).rejects.toThrow();
        expect(await ids({ n: 1 })).toEqual([1, 3]);
      });

      test('delete says whether there was one', async () => {
        await put({ _id: 1 }, { _id: 2 });
        expect(await store.delete('things', 1)).toBe(true);
        expect(await store.delete('things', 1)).toBe(false);
        expect(await ids({})).toEqual([2]);
      });

      test('collections are apart', async () => {
        await put({ _id: 1 });
        expect(await store.count('others', {})).toBe(0);
      });

      test('an unknown collection is refused', async () => {
        await expect(store.find('unknown', {})).rejects.toThrow('unknown');
        await expect(store.insert('unknown', { _id: 1 })).rejects.toThrow('unknown');
      });

      test('ping answers', async () => {
        expect(await store.ping()).toBe(true);
      });
    });

    part('copied in, frozen out', () => {
      test('changing a document after insert changes nothing stored', async () => {
        const document = { _id: 1, deep: { list: [1] } };
        const done = put(document);
        document.deep.list.push(2);
        await done;
        document.deep.list.push(3);
        expect(await get(1)).toEqual({ _id: 1, deep: { list: [1] } });
      });

      test('changing an update after it was given changes nothing stored', async () => {
        await put({ _id: 1 });
        const list = [1];
        const done = store.update('things', 1, { $set: { list } });
        list.push(2);
        await done;
        list.push(3);
        expect(await get(1)).toEqual({ _id: 1, list: [1] });
      });

      test('what was given to be stored can still be changed', async () => {
        const document = { _id: 1, deep: { list: [1] } };
        await put(document);
        await store.put('things', [document]);
        await store.update('things', 1, { $set: { deep: document.deep } });
        document.deep.list.push(2);
        expect(document).toEqual({ _id: 1, deep: { list: [1, 2] } });
      });

      test('changing a document that was read throws, at any depth', async () => {
        await put({ _id: 1, deep: { list: [{ n: 1 }] } });
        const read = [
          ...(await store.find<Thing>('things', {})),
          ...(await store.find<Thing>('things', {}, { only: ['deep'] })),
          ...(await store.byIds<Thing>('things', [1])),
          (await store.update<Thing>('things', 1, { $set: { m: 1 } }))!,
          (await store.update<Thing>('things', 1, {}))!,
        ];
        for (const document of read) {
          const deep = document.deep as { list: { n: number }[] };
          expect(() => Object.assign(document, { m: 2 })).toThrow(TypeError);
          expect(() => deep.list.push({ n: 2 })).toThrow(TypeError);
          expect(() => Object.assign(deep.list[0]!, { n: 2 })).toThrow(TypeError);
        }
        expect(await get(1)).toEqual({ _id: 1, m: 1, deep: { list: [{ n: 1 }] } });
      });
    });

    part(
      'filters',
      () => {
        // filter-property.ts has all that filters mean. These are for counts and updates, and for what is asked of nothing.
        const cases: [fact: string, filter: Filter, found: number[]][] = [
        ['{} matches everything', {}, [1, 2, 3, 4]],
        ['several fields must all match', { tags: 2, size: 1 }, [1]],
        ['$in on a list asks for an element', { tags: { $in: [1, 9] } }, [1, 2]],
        ['$nin keeps what has no such field', { size: { $nin: [1, 3] } }, [2, 4]],
        ['a condition that is undefined asks nothing', { size: undefined, word: 'date' }, [4]],
        ['an operator that is undefined asks nothing', { size: { $gte: 2, $lt: undefined } }, [2, 3]],
        ['a condition of undefined operators asks nothing', { size: { $gte: undefined } }, [1, 2, 3, 4]],
      ]; // biome-ignore format: a table

        test.each(cases)('%s', async (_fact, filter, found) => {
          expect(await ids(filter)).toEqual(found);
          expect(await store.count('things', filter)).toBe(found.length);
          expect(await store.updateMany('things', filter, { $inc: { seen: 1 } })).toBe(found.length);
        });
      },
      FILTERED,
    );

    part(
      'order and pages',
      () => {
        const cases: [fact: string, options: FindOptions, found: number[]][] = [
        ['ascending, what lacks the field first', { sort: [['size', 1], ['_id', 1]] }, [4, 2, 1, 3]],
        ['descending, what lacks the field last', { sort: [['size', -1], ['_id', -1]] }, [3, 1, 2, 4]],
        ['by two fields', { sort: [['size', -1], ['word', 1]] }, [3, 1, 2, 4]],
        ['texts by code unit', { sort: [['word', 1]] }, [2, 3, 1, 4]],
        ['along a dotted path', { sort: [['deep.n', -1]] }, [1, 3, 2, 4]],
        ['skip', { sort: [['_id', 1]], skip: 3 }, [4]],
        ['limit', { sort: [['_id', 1]], limit: 2 }, [1, 2]],
        ['skip and limit', { sort: [['_id', -1]], skip: 1, limit: 2 }, [3, 2]],
        ['a page past the end is empty', { sort: [['_id', 1]], skip: 9, limit: 2 }, []],
        ['a limit of 0 is nothing', { sort: [['_id', 1]], limit: 0 }, []],
      ]; // biome-ignore format: a table

        test.each(cases)('%s', async (_fact, options, found) => {
          expect(await ids({}, options)).toEqual(found);
        });

        test('skip and limit work without an order', async () => {
          expect(await ids({}, { skip: 1, limit: 2 })).toHaveLength(2);
        });
      },
      ORDERED,
    );

    part('updates', () => {
      const cases: [fact: string, before: object, update: Update, after: object][] = [
        ['$set replaces a field', { n: 1 }, { $set: { n: [1] } }, { n: [1] }],
        ['$set along a path keeps what is beside', { a: { b: 1, c: 2 } }, { $set: { 'a.b': 3 } }, { a: { b: 3, c: 2 } }],
        ['$set along a path makes what is missing', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
        ['$set to null stores null', { n: 1 }, { $set: { n: null } }, { n: null }],
        ['$set to undefined leaves the field', { n: 1 }, { $set: { n: undefined, m: 1 } }, { n: 1, m: 1 }],
        ['$set of an element of a list', { list: [{ n: 1 }, { n: 2 }] }, { $set: { 'list.1.n': 3 } }, { list: [{ n: 1 }, { n: 3 }] }],
        ['$unset removes a field', { n: 1, m: 1 }, { $unset: { n: true } }, { m: 1 }],
        ['$unset along a path', { a: { b: 1, c: 2 } }, { $unset: { 'a.b': true } }, { a: { c: 2 } }],
        ['$unset of what is missing', { n: 1 }, { $unset: { m: true, 'a.b': true } }, { n: 1 }],
        ['$inc adds', { n: 1 }, { $inc: { n: 2 } }, { n: 3 }],
        ['$inc subtracts', { n: 1 }, { $inc: { n: -2 } }, { n: -1 }],
        ['$inc starts at 0', {}, { $inc: { 'a.n': 2 } }, { a: { n: 2 } }],
        ['several operators', { n: 1, m: 1, list: [1, 2] }, { $set: { o: 1 }, $unset: { m: true }, $inc: { n: 1 } }, { n: 2, o: 1, list: [1, 2] }],
      ]; // biome-ignore format: a table

      test.each(cases)('%s', async (_fact, before, update, after) => {
        await put({ _id: 1, ...before });
        expect(await store.update('things', 1, update)).toEqual({ _id: 1, ...after });
        await store.insert('others', { _id: 1, ...before });
        expect(await store.updateMany('others', {}, update)).toBe(1);
        expect(await store.find('others', {})).toEqual([{ _id: 1, ...after }]);
      });

      test.each<[string, Update]>([
        ['$inc on a text', { $inc: { word: 1 } }],
        ['a path through a text', { $set: { 'word.a': 1 } }],
        ['another _id', { $set: { _id: 2 } }],
      ])('%s is refused', async (_fact, update) => {
        await put({ _id: 1, word: 'a' });
        await expect(store.update('things', 1, update)).rejects.toThrow();
        expect(await store.find('things', {})).toEqual([{ _id: 1, word: 'a' }]);
      });
    });

    part('unique indexes', () => {
      test('an id that is taken is refused by _id', async () => {
        await put({ _id: 1, n: 1 });
        expect(await refusal(store.insert('things', { _id: 1, n: 2 }))).toBe('DuplicateKey _id');
        expect(await get(1)).toEqual({ _id: 1, n: 1 });
      });

      test('a key that is taken is refused by the name of its index', async () => {
        await put({ _id: 1, slugs: ['a', 'b'], code: 'x' });
        expect(await refusal(store.insert('things', { _id: 2, slugs: ['c', 'b'] }))).toBe('DuplicateKey slugs_1');
        expect(await refusal(store.insert('things', { _id: 2, slugs: ['c'], code: 'x' }))).toBe(
          'DuplicateKey things_by_code',
        );
        expect(await ids({})).toEqual([1]);
      });

      test('an update to a key that is taken is refused and changes nothing', async () => {
        await put({ _id: 1, slugs: ['a'] }, { _id: 2, slugs: ['b'], code: 'x' });
        expect(await refusal(store.update('things', 1, { $set: { slugs: ['a', 'b'] } }))).toBe('DuplicateKey slugs_1');
        expect(await refusal(store.update('things', 1, { $set: { code: 'x' } }))).toBe('DuplicateKey things_by_code');
        expect(await refusal(store.updateMany('things', {}, { $set: { code: 'y' } }))).toBe(
          'DuplicateKey things_by_code',
        );
        expect(await store.find('things', {}, { sort: [['_id', 1]] })).toEqual([
          { _id: 1, slugs: ['a'] },
          { _id: 2, slugs: ['b'], code: 'x' },
        ]);
      });

      test('a refused key inside a unit keeps its name', async () => {
        await put({ _id: 1, slugs: ['a'] });
        const unit = store.atomically(() => store.insert('things', { _id: 2, slugs: ['a'] }));
        expect(await refusal(unit)).toBe('DuplicateKey slugs_1');
      });

      test("documents without the field are not in each other's way", async () => {
        await put({ _id: 1 }, { _id: 2 }, { _id: 3, slugs: ['a'] });
        await store.update('things', 3, { $unset: { slugs: true } });
        expect(await ids({ slugs: { $exists: false } })).toEqual([1, 2, 3]);
      });

      test('a document may hold a key twice, and keep it', async () => {
        await put({ _id: 1, slugs: ['a', 'a'] });
        expect(await store.update('things', 1, { $set: { slugs: ['a', 'b'] } })).toEqual({ _id: 1, slugs: ['a', 'b'] });
      });

      test('a key is free again after an update or a delete', async () => {
        await put({ _id: 1, slugs: ['a'] }, { _id: 2, slugs: ['b'] });
        await store.update('things', 1, { $set: { slugs: ['c'] } });
        await store.delete('things', 2);
        await put({ _id: 3, slugs: ['a', 'b'] });
        expect(await ids({ slugs: 'a' })).toEqual([3]);
      });
    });

    part('units', () => {
      const failure = new Error('on purpose');

      test('what a unit wrote is there when it ends, and it returns its result', async () => {
        const result = await store.atomically(async () => {
          await put({ _id: 1 });
          await store.insert('others', { _id: 1 });
          return 'done';
        });
        expect(result).toBe('done');
        expect([await ids({}), await store.count('others', {})]).toEqual([[1], 1]);
      });

      test('a unit that throws leaves nothing behind', async () => {
        const before = [
          { _id: 1, n: 1, slugs: ['a'] },
          { _id: 2, n: 1, slugs: ['b'] },
          { _id: 3, n: 2 },
        ];
        await put(...before);
        const unit = store.atomically(async () => {
          await put({ _id: 4, slugs: ['d'] });
          await store.update('things', 1, { $set: { slugs: ['x'], n: 5 } });
          await store.update('things', 2, { $set: { slugs: ['a'] } });
          await store.updateMany('things', {}, { $inc: { n: 10 } });
          await store.delete('things', 2);
          await store.delete('things', 3);
          await put({ _id: 3, slugs: ['b'] });
          await store.insert('others', { _id: 1 });
          throw failure;
        });
        await expect(unit).rejects.toBe(failure);
        expect(await store.find('things', {}, { sort: [['_id', 1]] })).toEqual(before);
        expect(await store.count('others', {})).toBe(0);
        expect(await refusal(store.insert('things', { _id: 9, slugs: ['b'] }))).toBe('DuplicateKey slugs_1');
        await put({ _id: 4, slugs: ['x', 'd'] });
      });

      test('a unit reads its own writes', async () => {
        await put({ _id: 1, n: 1 });
        const seen = await store.atomically(async () => {
          await store.update('things', 1, { $inc: { n: 1 } });
          await put({ _id: 2, n: 2 });
          await store.insert('others', { _id: 2 });
          await store.delete('others', 2);
          return [await ids({ n: 2 }), await store.count('others', {}), await store.distinct('things', 'n', {})];
        });
        expect(seen).toEqual([[1, 2], 0, [2]]);
      });

      test('readers outside see nothing of a running unit', async () => {
        await put({ _id: 1, n: 1 });
        const { promise: written, resolve: tellWritten } = deferred();
        const { promise: asked, resolve: tellAsked } = deferred();
        const unit = store.atomically(async () => {
          await store.update('things', 1, { $set: { n: 2 } });
          tellWritten();
          await asked;
          await put({ _id: 2, n: 2 });
        });
        await written;
        const read = store.find<Thing>('things', {}, { sort: [['_id', 1]] });
        tellAsked();
        const seen = (await read).map(({ n }) => n);
        await unit;
        expect([[1], [2, 2]]).toContainEqual(seen);
        expect(await ids({ n: 2 })).toEqual([1, 2]);
      });

      test('parallel readers of one document never see half of a unit', async () => {
        await put({ _id: 1, n: 0 }, { _id: 2, n: 0 });
        const moves = range(10).map(() =>
          store.atomically(async () => {
            await store.update('things', 1, { $inc: { n: -1 } });
            await store.update('things', 2, { $inc: { n: 1 } });
          }),
        );
        const sums = await Promise.all(
          range(30).map(async () =>
            (await store.find<Thing>('things', {})).reduce((sum, { n }) => sum + (n as number), 0),
          ),
        );
        await Promise.all(moves);
        expect(new Set(sums)).toEqual(new Set([0]));
      });

      test('a nested unit joins the outer one', async () => {
        const unit = store.atomically(async () => {
          await put({ _id: 1 });
          await store.atomically(() => put({ _id: 2 }));
          expect(await ids({})).toEqual([1, 2]);
          throw failure;
        });
        await expect(unit).rejects.toBe(failure);
        expect(await ids({})).toEqual([]);
      });

      test('a nested unit that throws after a write spoils the outer one', async () => {
        const unit = store.atomically(async () => {
          await put({ _id: 1 });
          await store
            .atomically(async () => {
              await put({ _id: 2 });
              throw failure;
            })
            .catch(() => undefined);
        });
        await expect(unit).rejects.toBe(failure);
        expect(await ids({})).toEqual([]);
      });

      test('a nested unit that throws before it wrote leaves the outer one as it was', async () => {
        await store.atomically(async () => {
          await put({ _id: 1 });
          await store
            .atomically(async () => {
              throw failure;
            })
            .catch(() => undefined);
          await put({ _id: 2 });
        });
        expect(await ids({})).toEqual([1, 2]);
      });

      test('a verb that fails spoils its unit, whoever catches it', async () => {
        await put({ _id: 1, word: 'a' });
        const unit = store.atomically(async () => {
          await put({ _id: 2 });
          await store.update('things', 1, { $inc: { word: 1 } }).catch(() => undefined);
        });
        await expect(unit).rejects.toThrow();
        expect(await ids({})).toEqual([1]);
      });

      test('a unit that catches a failed verb and throws an error of its own ends with that', async () => {
        await put({ _id: 1 });
        const unit = store.atomically(async () => {
          await put({ _id: 1 }).catch(() => {});
          throw failure;
        });
        await expect(unit).rejects.toBe(failure);
      });

      test('verbs that a unit calls side by side run one after the other', async () => {
        await put({ _id: 1, n: 0 });
        await store.atomically(() => Promise.all(range(10).map(() => store.update('things', 1, { $inc: { n: 1 } }))));
        expect(await get(1)).toEqual({ _id: 1, n: 10 });
      });

      test('a verb that a unit does not wait for still belongs to it', async () => {
        const unit = store.atomically(async () => {
          void put({ _id: 1 }).catch(() => undefined);
          throw failure;
        });
        await expect(unit).rejects.toBe(failure);
        expect(await ids({})).toEqual([]);
      });

      test('what a unit started and left behind is outside when the unit has ended', async () => {
        const { promise: ended, resolve: tellEnded } = deferred();
        const { promise: late, resolve: setLate } = deferred<Promise<void>>();
        await store.atomically(async () => {
          setLate(ended.then(() => put({ _id: 2 })));
          await put({ _id: 1 });
        });
        const next = store.atomically(async () => {
          await put({ _id: 3 });
          tellEnded();
          await put({ _id: 4 });
          expect(await ids({})).toEqual([1, 3, 4]);
          throw failure;
        });
        await expect(next).rejects.toBe(failure);
        await late;
        expect(await ids({})).toEqual([1, 2]);
      });

      test('30 parallel units that read and add lose nothing', async () => {
        await put({ _id: 1, n: 0 });
        const add = () =>
          store.atomically(async () => {
            const n = (await get(1))?.n as number;
            await store.update('things', 1, { $set: { n: n + 1 } });
          });
        await Promise.all(range(30).map(add));
        expect(await get(1)).toEqual({ _id: 1, n: 30 });
      });

      test('30 parallel units that look for a free slug and take it get 30 different ones', async () => {
        const take = (_id: number) =>
          store.atomically(async () => {
            const taken = new Set(await store.distinct<string>('things', 'slugs', { slugs: { $prefix: 'fair' } }));
            const free = ['fair', ...range(40).map((n) => `fair-${n + 2}`)].find((slug) => !taken.has(slug));
            await put({ _id, slugs: [free] });
          });
        await Promise.all(range(30).map((n) => take(n + 1)));
        expect(await store.distinct('things', 'slugs', {})).toHaveLength(30);
        expect(await store.count('things', {})).toBe(30);
      });

      test('parallel single writes outside units lose nothing', async () => {
        await put({ _id: 1, n: 0 });
        await Promise.all(range(30).map(() => store.update('things', 1, { $inc: { n: 1 } })));
        expect(await get(1)).toEqual({ _id: 1, n: 30 });
      });
    });

    part('ids', () => {
      test('an id space starts at 1 and counts', async () => {
        expect([await store.nextId('first'), await store.nextId('first')]).toEqual([1, 2]);
      });

      test('id spaces are apart', async () => {
        await store.nextId('one');
        expect(await store.nextId('another')).toBe(1);
      });

      test('the last id is what was given last, and can be raised, never lowered', async () => {
        expect(await store.lastId('raised')).toBe(0);
        await store.nextId('raised');
        expect(await store.lastId('raised')).toBe(1);
        expect(await store.lastId('raised', 40)).toBe(40);
        expect(await store.lastId('raised', 7)).toBe(40);
        expect(await store.nextId('raised')).toBe(41);
      });

      test('ids that are claimed are told from those that were given, and given to nobody', async () => {
        await store.nextId('claimed');
        expect(await store.claimIds('claimed', 20)).toBe(1);
        expect(await store.nextId('claimed')).toBe(21);
        expect(await store.claimIds('claimed', 7)).toBe(21);
        expect(await store.lastId('claimed')).toBe(21);
      });

      test('ids asked for at once are all different', async () => {
        const given = await Promise.all(range(50).map(() => store.nextId('parallel')));
        expect(new Set(given).size).toBe(50);
      });

      test('an id given inside an undone unit is not given again', async () => {
        const given: number[] = [];
        const unit = store.atomically(async () => {
          given.push(await store.nextId('undone'));
          await put({ _id: given[0]! });
          throw new Error('on purpose');
        });
        await expect(unit).rejects.toThrow('on purpose');
        expect(await store.nextId('undone')).toBeGreaterThan(Math.max(...given));
      });

      test('an id can be had outside while a unit runs', async () => {
        const id = await store.atomically(async () => {
          await put({ _id: 1 });
          return outside(() => store.nextId('outside'));
        });
        expect(id).toBe(1);
      });
    });
  });
};

const range = (length: number): number[] => Array.from({ length }, (_, n) => n);

const deferred = <T = void>() => {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

/** Runs work as code would that no unit has called. */
const outside = AsyncResource.bind(<T>(work: () => Promise<T>): Promise<T> => work());
