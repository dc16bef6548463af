import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, IndexDescriptionInfo } from 'mongodb';
import { type Collection, type Index, type Log, storeRefused } from '../port.ts';

const ATTEMPTS = 10;
const CONFLICT = 112;

/** `ensureCollection` for all of them; again where another server, starting as well, is in its way. */
export const ensureCollections = async (db: Db, collections: readonly Collection[], log: Log): Promise<void> => {
  for (const collection of collections)
    for (let attempt = 1; ; attempt += 1)
      try {
        await ensureCollection(db, collection, log);
        break;
      } catch (error) {
        if ((error as { code?: unknown }).code !== CONFLICT || attempt === ATTEMPTS) throw error;
        await sleep(Math.random() * 200);
      }
};

/**
 * Makes a collection with its indexes where they are missing, and says what it makes and what it finds besides. Drops
 * nothing. @throws StoreRefused when an index has the name of one of ours, and is another one
 */
const ensureCollection = async (db: Db, { name, indexes }: Collection, log: Log): Promise<void> => {
  // First of all, so that no transaction has to make it: two that do so at once are in each other's way.
  if (!(await db.listCollections({ name }, { nameOnly: true }).hasNext()))
    await db.createCollection(name).catch(unlessItExists);
  const found = new Map((await db.collection(name).indexes()).map((index) => [index.name ?? '', index]));
  const missing = indexes.filter((index) => !found.has(index.name));
  for (const index of indexes) refuseAnother(name, index, found.get(index.name));
  const others = [...found.keys()].filter(
    (other) => other !== '_id_' && !indexes.some((index) => index.name === other),
  );
  if (others.length > 0)
    log.warn(
      { collection: name, indexes: others },
      'this version does not use these indexes; drop them when none does',
    );
  if (missing.length === 0) return;
  log.info({ collection: name, indexes: missing.map((index) => index.name) }, 'making indexes');
  await db.collection(name).createIndexes(missing.map(description));
};

const NAMESPACE_EXISTS = 48;

const unlessItExists = (error: { code?: unknown }): void => {
  if (error.code !== NAMESPACE_EXISTS) throw error;
};

const description = ({ name, fields, unique, sparse, only }: Index) => ({
  name,
  key: new Map(fields),
  ...(unique && { unique }),
  ...(sparse && { sparse }),
  ...(only && { partialFilterExpression: only }),
});

const refuseAnother = (collection: string, index: Index, found: IndexDescriptionInfo | undefined): void => {
  if (!found) return;
  const keys = JSON.stringify(Object.entries(found.key));
  if (keys === JSON.stringify(index.fields) && (found.unique ?? false) === (index.unique ?? false)) return;
  throw storeRefused(
    `the index ${index.name} of ${collection} is another one than this version makes: drop it (db.${collection}.dropIndex('${index.name}')) and start again`,
  );
};
