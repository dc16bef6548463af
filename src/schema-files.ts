import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentFile } from './api/graphql/operations.ts';
import type { Examples } from './api/rest/documentation/examples.ts';

// A bundle lies as deep as this file, so `schema/` is found from both.
const SCHEMA = fileURLToPath(new URL('../schema/', import.meta.url));

/** The files with documents in a folder, in the order of their names; messages call the folder `name`. */
export const readFolder = (path: string, name: string): DocumentFile[] =>
  readdirSync(path)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => ({ text: readFileSync(join(path, file), 'utf8'), file: join(name, file) }));

const readFiles = (folder: 'operations' | 'pages' | 'feeds' | 'examples' | 'tools'): DocumentFile[] =>
  readFolder(join(SCHEMA, folder), `schema/${folder}`);

const readTexts = (folder: Parameters<typeof readFiles>[0]): string[] => readFiles(folder).map(({ text }) => text);

/** The texts of REST's operation documents. */
export const readOperations = (): string[] => readTexts('operations');

/** The texts of the pages' operation documents. */
export const readPageOperations = (): string[] => readTexts('pages');

/** The texts of the feeds' documents. */
export const readFeedQueries = (): string[] => readTexts('feeds');

/** The documents of assistants' tools. */
export const readTools = (): DocumentFile[] => readFiles('tools');

/** The texts of the example documents, one operation each, which apps can start from; GraphiQL offers them. */
export const readExampleDocuments = (): string[] => readTexts('examples');

/** The examples of the OpenAPI document. */
export const readExamples = (): Examples => JSON.parse(readFileSync(join(SCHEMA, 'examples.json'), 'utf8'));
