import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { duplicateKey, type Index, type Update } from '../port.ts';

const DUPLICATE = 11000;

/** Whether a unique index rejected a key. */
export const isRefusedKey = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE;

/**
 * Translates an error for the port: DuplicateKey with the index's name; anything else unchanged. `update` is the failed update,
 * if it was one: it can only violate an index on a field that it changes.
 */
export const toStoreError = (thrown: unknown, indexes: readonly Index[], update?: Update): unknown => {
  const error = unwrapped(thrown);
  return isRefusedKey(error)
    ? duplicateKey(fromPattern(error, indexes) ?? fromMessage(error) ?? fromUpdate(indexes, update) ?? 'unknown')
    : error;
};

/** Unwraps errors of bulk writes, which hide their cause, such as an unreachable server. */
const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError
    ? error.errorResponse
    : error;

const fromPattern = ({ keyPattern = {} }: MongoServerError, indexes: readonly Index[]): string | undefined => {
  const fields = Object.keys(keyPattern).join();
  if (fields === '_id') return '_id';
  return indexes.find((index) => index.fields.map(([field]) => field).join() === fields)?.name;
};

// MongoDB: `index: slugs_1 dup key`, once `index: db.venues.$slugs_1`; others: `Index 'slugs_1'`.
const fromMessage = ({ message }: MongoServerError): string | undefined => {
  const [, quoted, bare] = /\bindex:? (?:'([^']+)'|(\S+))/i.exec(message) ?? [];
  const name = (quoted ?? bare)?.replace(/^.*\.\$/, '');
  return name === '_id_' ? '_id' : name;
};

const fromUpdate = (indexes: readonly Index[], update: Update = {}): string | undefined => {
  const paths = Object.values(update).flatMap((fields) => Object.keys(fields));
  const broken = indexes.filter(
    ({ unique, fields }) => unique && fields.some(([field]) => paths.some((path) => overlap(path, field))),
  );
  return broken.length === 1 ? broken[0]!.name : undefined;
};

const overlap = (a: string, b: string): boolean => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`);
