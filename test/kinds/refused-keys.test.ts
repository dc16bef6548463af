import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChanges } from '../../src/data/changes/changes.ts';
import type { Collection, Index } from '../../src/data/port.ts';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import { createWrite } from '../../src/kinds/shared/writes.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const isUnique = ({ unique }: Index): boolean => unique === true;

/** A document with a key of its own in each unique index but one, in which all such documents have the same. */
function documentWith(id: number, { name, lists = [], indexes }: Collection, shared: string): { _id: number } {
  const document: Record<string, unknown> & { _id: number } = { _id: id };
  for (const index of indexes.filter(isUnique))
    for (const [field] of index.fields) {
      const [member, inner] = field.split('.') as [string, string | undefined];
      const text = index.name === shared ? name : `${name} ${id}`;
      const value = lists.includes(field) ? [text] : text;
      document[member] = inner === undefined ? value : { ...(document[member] as object), [inner]: value };
    }
  return document;
}

const UNIQUE = COLLECTIONS.flatMap((collection) =>
  collection.indexes.filter(isUnique).map((index) => [collection.name, index.name, collection] as const),
);

/** What each kind of unique key is called in an error. */
const CALLED: Readonly<Record<string, string>> = {
  slugs: 'slug',
  uid: 'uid',
  source: 'source',
  url: 'url',
  original_start: 'originalStartsAt',
};

test.each(UNIQUE)(
  'of two %s with one key of %s, the second is refused by name and at once',
  async (name, index, collection) => {
    const write = createWrite(app.store, createChanges(app.store, Date.now));
    await app.store.insert(name, documentWith(900_001, collection, index));
    let runs = 0;
    const second = write({ now: 0 }, async () => {
      runs += 1;
      await app.store.insert(name, documentWith(900_002, collection, index));
    });
    await expect(second).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      problems: [{ field: CALLED[index], code: 'duplicate' }],
    });
    expect(runs).toBeLessThanOrEqual(2);
    await app.store.delete(name, 900_001);
  },
);
