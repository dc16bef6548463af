import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateIndexesOptions, Db, IndexDescriptionInfo } from 'mongodb';
import { type Collection, type Index, type Log, storeRefused } from '../port.ts';

// Making an index of many documents takes minutes, without a word meanwhile. Missing in the driver's types of this command.
const WITHOUT_HASTE = { socketTimeoutMS: 0 } as CreateIndexesOptions;

const ATTEMPTS = 10;

const NAMESPACE_EXISTS = 48;
const CONFLICT = 112;

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/**
 * Makes collections with their indexes where they are missing, and says what it makes and what it finds besides. Drops
 * nothing: an index with more fields than ours serves as well. @throws StoreRefused when one of our names is that of another
 */
export const ensureCollections = async (db: Db, collections: readonly Collection[], log: Log): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ensureOnce(db, collections, log);
    } catch (error) {
      // Another server that starts as well is in our way.
      if (codeOf(error) !== CONFLICT || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 200);
    }
};

const ensureOnce = async (db: Db, collections: readonly Collection[], log: Log): Promise<void> => {
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  // First of all, so that no transaction has to make them: two that do so at once are in each other's way.
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
): Promise<void> => {
  const found = new Map(existing.map((index) => [index.name ?? '', index]));
  const wider = indexes.filter((index) => isWider(name, index, found.get(index.name)));
  if (wider.length > 0)
    log.warn(
      { collection: name, indexes: wider.map((index) => index.name) },
      'these indexes have more fields than this version needs, and every write keeps them up; drop them, and start again',
    );
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

/** Whether the index that is there has other fields behind all of ours. @throws StoreRefused when it is another one */
const isWider = (collection: string, index: Index, found: IndexDescriptionInfo | undefined): boolean => {
  if (!found) return false;
  const keys = Object.entries(found.key);
  const ours = JSON.stringify(keys.slice(0, index.fields.length)) === JSON.stringify(index.fields);
  const more = keys.length > index.fields.length;
  if (ours && (found.unique ?? false) === (index.unique ?? false) && !(more && index.unique)) return more;
  throw storeRefused(
    `the index ${index.name} of ${collection} is another one than this version makes: drop it (db.${collection}.dropIndex('${index.name}')) and start again`,
  );
};
