import type { ClientSession, Document } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** A command that a driver of this process sends, and what the database answers. */
interface Sent {
  command: Document;
  answer: Document;
  /** The session whose transaction it belongs to. */
  within: ClientSession | undefined;
  /** Which members may answer it. */
  preference: string | undefined;
}

interface How {
  session?: ClientSession;
  readPreference?: { mode: string };
}

/** What a command asks a collection: which documents, in which order, how many. Of a write, what it looks for. */
export interface Question {
  collection: string;
  filter: Document;
  /** As the database explains it. */
  command: Document;
}

/** The commands to a database that are answered meanwhile; with those that end its transactions, which name none, or without. */
async function sentTo(
  database: string,
  work: () => Promise<unknown>,
  which: 'its own' | 'all' = 'its own',
): Promise<Sent[]> {
  const heard: Sent[] = [];
  const { command: send } = Connection.prototype;
  Connection.prototype.command = async function (...args) {
    const [{ db }, command, { session, readPreference } = {}] = args as [{ db: string }, Document, How?];
    const within = session?.inTransaction() ? session : undefined;
    const answer = await send.apply(this, args);
    if (db === database || (which === 'all' && session && command.commitTransaction))
      heard.push({
        command,
        answer: (answer as { toObject(): Document }).toObject(),
        within,
        preference: readPreference?.mode,
      });
    return answer;
  };
  try {
    await work();
  } finally {
    Connection.prototype.command = send;
  }
  return heard;
}

/** The questions that are asked of a database meanwhile. */
export const questionsOf = async (database: string, work: () => Promise<unknown>): Promise<Question[]> =>
  (await sentTo(database, work)).flatMap(({ command }) => questionsIn(command));

/** How a database is read meanwhile: `find events primary majority`, and in a transaction `+find …`. */
export const readsOf = async (database: string, work: () => Promise<unknown>): Promise<string[]> =>
  (await sentTo(database, work)).flatMap(({ command: { find, readConcern }, within, preference }) =>
    find ? [`${within ? '+' : ''}find ${find} ${preference} ${readConcern?.level}`] : [],
  );

/** The commands that a database is sent meanwhile, in their order: `find events`, and in a transaction `+find events`. */
export const commandsOf = async (database: string, work: () => Promise<unknown>): Promise<string[]> =>
  (await sentTo(database, work, 'all')).map(({ command, within }) => {
    const [[name, collection] = ['', '']] = Object.entries(command);
    return `${within ? '+' : ''}${name}${typeof collection === 'string' ? ` ${collection}` : ''}`;
  });

/** Commands that look for nothing. */
const NO_QUESTIONS = ['insert', 'getMore', 'commitTransaction', 'abortTransaction'];

function questionsIn({ maxTimeMS, ...command }: Document): Question[] {
  const [[name, collection] = ['', '']] = Object.entries(command);
  const written = (filter: Document, one: boolean): Question => ({
    collection,
    filter,
    // Not every server explains a write. It looks for its documents as a question with the same filter does.
    command: { find: collection, filter, ...(one ? { limit: 1 } : {}) },
  });
  if (name === 'find') return [{ collection, filter: command.filter, command }];
  if (name === 'aggregate') return [{ collection, filter: command.pipeline[0].$match, command }];
  if (name === 'findAndModify') return [written(command.query, true)];
  if (name === 'update') return parts(command.updates).map(({ q, multi }) => written(q, !multi));
  if (name === 'delete') return parts(command.deletes).map(({ q, limit }) => written(q, limit === 1));
  if (NO_QUESTIONS.includes(name)) return [];
  throw new Error(`a store sends ${name}, and nobody explains what it looks at`);
}

/** Parts of a command: the driver sends them in a list, or in a sequence of documents. */
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

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** How many documents of each collection a transaction writes. */
export type Unit = Readonly<Record<string, number>>;

/** The transactions of a database that write meanwhile. */
export async function unitsOf(database: string, work: () => Promise<unknown>): Promise<Unit[]> {
  const units = new Map<ClientSession, Unit>();
  for (const { command, answer, within } of await sentTo(database, work)) {
    const [[name, collection] = ['', '']] = Object.entries(command);
    if (!within || !WRITES.includes(name)) continue;
    const unit = units.get(within) ?? {};
    units.set(within, { ...unit, [collection]: (unit[collection] ?? 0) + (answer.n ?? 1) });
  }
  return [...units.values()];
}
