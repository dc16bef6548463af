import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { toStoreError } from '../../../src/data/mongodb/duplicate.ts';
import type { Index } from '../../../src/data/port.ts';

const INDEXES: readonly Index[] = [
  { name: 'slugs_1', fields: [['slugs', 1]], unique: true },
  { name: 'by_kind', fields: [['kind', 1], ['text.en', 1]], unique: true }, // biome-ignore format: one index, one line
  { name: 'size_1', fields: [['size', 1]] },
];

const refusal = (message: string, keyPattern?: object) => new MongoServerError({ message, code: 11000, keyPattern });

test.each([
  ['its key pattern', refusal('E11000', { kind: 1, 'text.en': 1 }), 'by_kind'],
  ['the key pattern of the id', refusal('E11000', { _id: 1 }), '_id'],
  [
    'the message',
    refusal('E11000 duplicate key error collection: db.things index: slugs_1 dup key: { slugs: "a" }'),
    'slugs_1',
  ],
  [
    'the message about the id',
    refusal('E11000 duplicate key error collection: db.things index: _id_ dup key: { _id: 1 }'),
    '_id',
  ],
  ['an old message', refusal('E11000 duplicate key error index: db.things.$slugs_1 dup key: { : "a" }'), 'slugs_1'],
  ['a message with quotes', refusal("Duplicate key violation on the requested collection: Index 'slugs_1'"), 'slugs_1'],
  ['nothing', refusal('conflicting key value violates exclusion constraint "documents_rum_index_12"'), 'unknown'],
])('a refused key names its index by %s', (_what, error, index) => {
  expect(toStoreError(error, INDEXES)).toMatchObject({ name: 'DuplicateKey', index });
});

test.each([
  [{ $set: { slugs: ['a'] } }, 'slugs_1'],
  [{ $set: { size: 1, text: {} } }, 'by_kind'],
  [{ $set: { 'text.en.title': 'a' } }, 'by_kind'],
  [{ $set: { slugs: ['a'], kind: 'b' } }, 'unknown'],
])('where the server says nothing, the update %j tells the index', (update, index) => {
  expect(toStoreError(refusal('conflicting key value'), INDEXES, update)).toMatchObject({ index });
});

test('another error stays what it is', () => {
  const error = new MongoServerError({ message: 'index: slugs_1', code: 1 });
  expect(toStoreError(error, INDEXES)).toBe(error);
});

test('what breaks under a bulk write is what it is elsewhere', () => {
  const broken = new MongoNetworkError('the connection is closed');
  // As the driver calls it, past its types.
  const wrapped = new MongoBulkWriteError(broken as never, {} as never);
  expect(toStoreError(wrapped, INDEXES)).toBe(broken);
});
