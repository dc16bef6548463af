import { readFileSync } from 'node:fs';
import { type GraphQLSchema, Kind, validate } from 'graphql';
import { greatestCostOf } from './cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong } from './limits.ts';
import { type DocumentsByHash, hashOfDocument } from './persisted.ts';

/** A document to be listed: where it comes from, its text, and the hash that it is to have, if somebody said so. */
export interface Listed {
  from: string;
  text: string;
  hash?: string;
}

/** What stands in the list of all these documents: the same for the same documents, in whatever order. */
export function printList(documents: readonly Listed[]): string {
  const rows = documents.map(({ text }) => [hashOfDocument(text), text] as const);
  return `${JSON.stringify(Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
}

/**
 * The documents of a list: `printList` has made it, or the compiler of a client that hashes by SHA-256.
 * @throws Error with one line when it is no such list
 */
export function parseList(text: string, from: string): Listed[] {
  const rows = Object.entries(jsonOf(text, from));
  return rows.map(([hash, document]) => {
    if (typeof document !== 'string') throw new Error(`${from} is no JSON object of documents by their SHA-256.`);
    return { from: `${from}, ${hash}`, text: document, hash };
  });
}

function jsonOf(text: string, from: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error(`${from} is not JSON.`);
  }
}

/** The list that is read and written where no other is named. */
export const DEFAULT_LIST = './persisted-documents.json';

/** What is read at a start. */
export interface ListOptions {
  /** A file that must be there. Without it, the default list is read, if it is there. */
  persistedDocuments?: string;
  persistedOnly: boolean;
}

/** The documents that a server knows from its start. @throws Error with one line that says what keeps it from starting */
export function readList({ persistedDocuments, persistedOnly }: ListOptions): DocumentsByHash {
  const file = persistedDocuments ?? DEFAULT_LIST;
  const documents = parseList(textOf(file, { isNamed: persistedDocuments !== undefined, persistedOnly }), file);
  const wrong = documents.find(isMisnamed);
  if (wrong) throw new Error(`${wrong.from} is not the SHA-256 of its document. npm run persist makes such lists.`);
  return new Map(documents.map(({ text, hash }) => [hash!, text]));
}

function textOf(file: string, { isNamed, persistedOnly }: { isNamed: boolean; persistedOnly: boolean }): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new Error(`PERSISTED_DOCUMENTS cannot be read: ${(error as Error).message}`);
    if (isNamed)
      throw new Error(
        `PERSISTED_DOCUMENTS is ${JSON.stringify(file)}, and there is no such file. npm run persist makes it.`,
      );
    if (!persistedOnly) return '{}';
    throw new Error(
      `PERSISTED_ONLY is true, and there is no ${file}. npm run persist makes it; PERSISTED_DOCUMENTS says where it lies.`,
    );
  }
}

const isMisnamed = ({ text, hash }: Listed): boolean => hash !== undefined && hash !== hashOfDocument(text);

/** What keeps a document from the list, in a line; undefined where nothing does. */
export function problemOf(listed: Listed, schema: GraphQLSchema): string | undefined {
  try {
    if (isMisnamed(listed)) return 'this is not the SHA-256 of the document';
    return whatIsWrong(listed.text, schema);
  } catch (error) {
    return (error as Error).message;
  }
}

/** @throws Error as the server answers it to who sends such a document */
function whatIsWrong(text: string, schema: GraphQLSchema): string | undefined {
  refuseLong(text);
  const document = parseWithin(text);
  refuseBeyond(countsOf(document));
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length !== 1) return `a document has one operation, this one has ${operations.length}`;
  const [error] = validate(schema, document);
  if (error) return error.message;
  refuseBeyond({ cost: greatestCostOf(schema, document) });
  return undefined;
}
