import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { ResolverContext } from '../graphql/context.ts';
import { loadDocuments, runDocument } from '../graphql/documents.ts';
import type { GraphqlServer } from '../graphql/server.ts';

/** The operations that pages run. */
const OPERATIONS = [
  ...['HomePage', 'EventsToCome'],
  ...['EventPage', 'VenuePage', 'OrganizerPage', 'CategoryPage', 'TagPage'],
] as const;

/** The documents of pages, by the name of their operation. */
export type PageDocuments = ReadonlyMap<string, DocumentNode>;

/** Reads them. @throws when one is missing, or not valid against the schema */
export function loadPageDocuments(sources: readonly string[], schema: GraphQLSchema): PageDocuments {
  const documents = loadDocuments(sources, schema);
  for (const name of OPERATIONS) {
    if (!documents.has(name)) throw new Error(`A page runs the operation ${name}, which no document has.`);
  }
  return documents;
}

/** Runs an operation and gives its data. Pages have no other way to the data. @throws DomainError as it was refused */
export type RunPage = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

export const createRunPage =
  (documents: PageDocuments, server: Pick<GraphqlServer, 'run'>): RunPage =>
  (name, variables, context) =>
    runDocument(server, { document: documents.get(name)!, variables, context });
