import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateIndexesOptions, Db, IndexDescriptionInfo } from 'mongodb';
import { type Collection, type Index, type Log, storeRefused } from '../port.ts';

// Indexing many documents takes minutes, during which the server sends nothing. The driver's types for this command lack the
// option.
const WITHOUT_HASTE = { socketTimeoutMS: 0 } as CreateIndexesOptions;

const ATTEMPTS = 10;

const NAMESPACE_EXISTS = 48;
const CONFLICT = 112;

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/**
 * Creates missing collections and indexes. Logs what it creates, and unknown indexes that it finds. Drops nothing.
 * @throws StoreRefused when an existing index has the name of one of ours but differs
 */
export const ensureCollections = async (db: Db, collections: readonly Collection[], log: Log): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ensureOnce(db, collections, log);
    } catch (error) {
      // Another server that is starting is in our way.
      if (codeOf(error) !== CONFLICT || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 200);
    }
};

const ensureOnce = async (db: Db, collections: readonly Collection[], log: Log) => {
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  // Create collections first, so that no transaction has to: two that create one at once would conflict.
  for (const { name } of collections)
    if (!existing.has(name))
      await db.createCollection(name).catch((error) => {
        if (codeOf(error) !== NAMESPACE_EXISTS) throw error;
      });
  const found = await Promise.all(collections.map(({ name }) => db.collection(name).indexes()));
  for (const [at, collection] of collections.entries()) await ensureIndexes(db, collection, found[at]!, log);
};

const ensureIndexes = async (
  db: Db,
  { name, indexes }: Collection,
  existing: readonly IndexDescriptionInfo[],
  log: Log,
) => {
  const found = new Map(existing.map((index) => [index.name ?? '', index]));
  for (const index of indexes) refuseOther(name, index, found.get(index.name));
  const others = [...found.keys()].filter(
    (other) => other !== '_id_' && !indexes.some((index) => index.name === other),
  );
  if (others.length > 0)
    log.warn(
      { collection: name, indexes: others },
      'this version does not use these indexes; drop them when none does',
    );
  const missing = indexes.filter((index) => !found.has(index.name));
  if (missing.length === 0) return;
  log.info({ collection: name, indexes: missing.map((index) => index.name) }, 'making indexes');
  await db.collection(name).createIndexes(missing.map(description), WITHOUT_HASTE);
};

const description = ({ name, fields, unique, sparse, only }: Index) => ({
  name,
  key: new Map(fields),
  ...(unique && { unique }),
  ...(sparse && { sparse }),
  ...(only && { partialFilterExpression: only }),
});

/** @throws StoreRefused when an existing index of this name differs */
const refuseOther = (collection: string, index: Index, found: IndexDescriptionInfo | undefined) => {
  if (!found) return;
  const isSame = JSON.stringify(Object.entries(found.key)) === JSON.stringify(index.fields);
  if (isSame && (found.unique ?? false) === (index.unique ?? false)) return;
  throw storeRefused(
    `the index ${index.name} of ${collection} is another one than this version makes: drop it (db.${collection}.dropIndex('${index.name}')) and start again`,
  );
};
