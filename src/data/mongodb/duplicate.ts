import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { duplicateKey, type Index, type Update } from '../port.ts';

const DUPLICATE = 11000;

/** Whether a unique index rejected a key. */
export const isRefusedKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/** What a verb wrote: an update, or whole documents. */
export type Written = Update | readonly object[];

/**
 * Translates an error for the port: DuplicateKey with the index's name and the key; anything else unchanged. `written` is what was
 * refused: an update can only violate an index on a field that it changes.
 */
export const toStoreError = (thrown: unknown, indexes: readonly Index[], written: Written = []): unknown => {
  const error = unwrapped(thrown);
  if (!isRefusedKey(error)) return error;
  const update = isDocuments(written) ? undefined : written;
  const name = fromPattern(error, indexes) ?? fromMessage(error) ?? fromUpdate(indexes, update) ?? 'unknown';
  return duplicateKey(name, keyIn(thrown, indexes.find((index) => index.name === name)?.fields, written));
};

const isDocuments = (written: Written): written is readonly object[] => Array.isArray(written);

/** The key that was refused: what was written of the fields of the index. Not all servers tell it. */
function keyIn(thrown: unknown, fields: Index['fields'] = [['_id', 1]], written: Written) {
  const [first] = thrown instanceof MongoBulkWriteError ? [thrown.writeErrors].flat() : [];
  const document = isDocuments(written) ? written[first?.index ?? 0] : written.$set;
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
  const values = fields.map(([field]) => valueAt(field));
  return values.every((value) => value === undefined) ? undefined : JSON.stringify(values);
}

/** Unwraps errors of bulk writes, which hide their cause, such as an unreachable server. */
const unwrapped = (error: unknown) =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError
    ? error.errorResponse
    : error;

const fromPattern = ({ keyPattern = {} }: MongoServerError, indexes: readonly Index[]) => {
  const fields = Object.keys(keyPattern).join();
  if (fields === '_id') return '_id';
  return indexes.find((index) => index.fields.map(([field]) => field).join() === fields)?.name;
};

// MongoDB: `index: slugs_1 dup key`, once `index: db.venues.$slugs_1`; others: `Index 'slugs_1'`.
const fromMessage = ({ message }: MongoServerError) => {
  const [, quoted, bare] = /\bindex:? (?:'([^']+)'|(\S+))/i.exec(message) ?? [];
  const name = (quoted ?? bare)?.replace(/^.*\.\$/, '');
  return name === '_id_' ? '_id' : name;
};

const fromUpdate = (indexes: readonly Index[], update: Update = {}) => {
  const paths = Object.values(update).flatMap((fields) => Object.keys(fields));
  const broken = indexes.filter(
    ({ unique, fields }) => unique && fields.some(([field]) => paths.some((path) => overlap(path, field))),
  );
  return broken.length === 1 ? broken[0]!.name : undefined;
};

const overlap = (a: string, b: string) => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`);
