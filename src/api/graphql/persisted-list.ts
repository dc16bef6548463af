import { readFileSync } from 'node:fs';
import { type GraphQLSchema, getOperationAST, Kind, parse, validate } from 'graphql';
import { greatestCostOf } from './cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong } from './limits.ts';
import { type DocumentsByHash, hashOfDocument, relayIdOf } from './persisted.ts';

/** A document to list: its source, its text, and its expected hash, if given. */
export interface Listed {
  from: string;
  text: string;
  hash?: string;
}

/** The forms of lists: texts by their SHA-256, Apollo's operation manifest, and Relay's texts by their MD5. */
export const LIST_FORMS = ['sha256', 'apollo', 'relay'] as const;

type ListForm = (typeof LIST_FORMS)[number];

const MANIFEST = 'apollo-persisted-query-manifest';

/** The content of the list of these documents, whatever their order. */
export function printList(documents: readonly Listed[], form: ListForm = 'sha256'): string {
  const idOf = form === 'relay' ? relayIdOf : hashOfDocument;
  const rows = [...new Map(documents.map(({ text }) => [idOf(text), text]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const list =
    form === 'apollo' ? { format: MANIFEST, version: 1, operations: rows.map(inManifest) } : Object.fromEntries(rows);
  return `${JSON.stringify(list, null, 2)}\n`;
}

function inManifest([id, body]: readonly [string, string]): object {
  const { name, operation: type } = getOperationAST(parse(body))!;
  return { id, name: name?.value ?? '', type, body };
}

/** The rows of a list in any form. */
function rowsOf(list: { format?: unknown; operations?: unknown }): [id: string, text: unknown][] {
  if (list.format !== MANIFEST || !Array.isArray(list.operations)) return Object.entries(list);
  return list.operations.map((each) => [String(Object(each).id), Object(each).body]);
}

/**
 * The documents of a list from `printList`, or from a client compiler that hashes by SHA-256 or MD5.
 * @throws Error with one line if it is not such a list
 */
export function parseList(text: string, from: string): Listed[] {
  const rows = rowsOf(jsonOf(text, from));
  return rows.map(([hash, document]) => {
    if (typeof document !== 'string')
      throw new Error(`${from} is no JSON object of documents by their SHA-256 or MD5, nor a manifest of Apollo.`);
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

/** The default list to read and write. */
export const DEFAULT_LIST = './persisted-documents.json';

/** The list to read at startup. */
interface ListOptions {
  /** A file that must exist. If not set, the default list is read if it exists. */
  persistedDocuments?: string;
  persistedOnly: boolean;
  /** The folder of the operator's operations, which may run without a list. */
  operations?: string;
}

/** The documents of a server at startup. @throws Error with one line that says why it cannot start */
export function readList({ persistedDocuments, persistedOnly, operations }: ListOptions): DocumentsByHash {
  const file = persistedDocuments ?? DEFAULT_LIST;
  const documents = parseList(
    textOf(file, {
      isNamed: persistedDocuments !== undefined,
      persistedOnly: persistedOnly && operations === undefined,
    }),
    file,
  );
  const wrong = documents.find(isMisnamed);
  if (wrong)
    throw new Error(`${wrong.from} is not the SHA-256 or MD5 of its document. npm run persist makes such lists.`);
  return new Map(documents.map(({ text }) => [hashOfDocument(text), text]));
}

function textOf(file: string, { isNamed, persistedOnly }: { isNamed: boolean; persistedOnly: boolean }) {
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

const isMisnamed = ({ text, hash }: Listed) =>
  hash !== undefined && hash !== hashOfDocument(text) && hash !== relayIdOf(text);

/** Why a document cannot be listed, in one line; undefined if it can. */
export function problemOf(listed: Listed, schema: GraphQLSchema): string | undefined {
  try {
    if (isMisnamed(listed)) return 'this is not the SHA-256 or MD5 of the document';
    return whatIsWrong(listed.text, schema);
  } catch (error) {
    return (error as Error).message;
  }
}

/** @throws the error that the server returns for such a document */
function whatIsWrong(text: string, schema: GraphQLSchema) {
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
