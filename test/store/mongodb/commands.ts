import type { Document } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** What a command asks a collection: which documents, in which order, how many. Of a write, what it looks for. */
export interface Question {
  collection: string;
  filter: Document;
  /** As the database explains it. */
  command: Document;
}

/** What the driver sends for one connection and for its sessions: no part of a question. */
const OF_THE_DRIVER = [
  ...['lsid', 'txnNumber', 'startTransaction', 'autocommit', '$db', '$clusterTime', '$readPreference'],
  ...['readConcern', 'writeConcern', 'maxTimeMS'],
];

/** The questions that drivers of this process send to a database meanwhile. */
export async function questionsOf(database: string, work: () => Promise<unknown>): Promise<Question[]> {
  const heard: Question[] = [];
  const { command } = Connection.prototype;
  Connection.prototype.command = function (...args) {
    const [{ db }, sent] = args as [{ db: string }, Document];
    if (db === database) heard.push(...questionsIn(sent));
    return command.apply(this, args);
  };
  try {
    await work();
  } finally {
    Connection.prototype.command = command;
  }
  return heard;
}

function questionsIn(sent: Document): Question[] {
  const command = Object.fromEntries(Object.entries(sent).filter(([key]) => !OF_THE_DRIVER.includes(key)));
  const [[name, collection] = ['', '']] = Object.entries(command);
  const written = (filter: Document, one: boolean): Question => ({
    ...{ collection, filter },
    // Not every server explains a write. It looks for its documents as a question with the same filter does.
    command: { find: collection, filter, ...(one ? { limit: 1 } : {}) },
  });
  switch (name) {
    case 'find':
      return [{ collection, filter: command.filter, command }];
    case 'aggregate':
      return [{ collection, filter: command.pipeline[0].$match, command }];
    case 'findAndModify':
      return [written(command.query, true)];
    case 'update':
      return parts(command.updates).map(({ q, multi }) => written(q, !multi));
    case 'delete':
      return parts(command.deletes).map(({ q, limit }) => written(q, limit === 1));
    case 'insert':
    case 'getMore':
    case 'commitTransaction':
    case 'abortTransaction':
      return [];
    default:
      throw new Error(`the store sends ${name}, which nobody explains`);
  }
}

/** Parts of a command that the driver sends in a list, or in a sequence of documents. */
const parts = (sent: Document[] | { documents: Document[] }): Document[] =>
  Array.isArray(sent) ? sent : sent.documents;

/** The command without its numbers, and with two values for several: what has the same shape is answered in the same way. */
export const shapeOf = ({ command }: Question): string =>
  JSON.stringify(command, (key, value) => {
    if (value instanceof Map) return [...value];
    if (key === '$in' || key === '$nin') return value.slice(0, 2).map(() => '…');
    if (key === '$regex') return '…';
    return typeof value === 'number' ? 0 : value;
  });
