import type { GraphQLSchema } from 'graphql';
import type { ResolverContext } from '../graphql/context.ts';
import { loadDocuments } from '../graphql/documents.ts';
import { once } from '../rules/once-for.ts';
import { compile, type WriteOperation } from '../writer/compile.ts';
import type { Keeper } from '../writer/keep.ts';

/** The operations that pages run. */
const OPERATIONS = [
  ...['HomePage', 'EventsToCome'],
  ...['EventPage', 'VenuePage', 'OrganizerPage', 'CategoryPage', 'TagPage'],
] as const;

/** What runs each operation of pages, by name. */
export type PageOperations = ReadonlyMap<string, WriteOperation<string>>;

/** Reads them. @throws when one is missing, or not valid against the schema */
export function loadPageOperations(
  sources: readonly string[],
  { schema, keeper }: { schema: GraphQLSchema; keeper: Keeper },
): PageOperations {
  const documents = loadDocuments(sources, schema);
  for (const name of OPERATIONS) {
    if (!documents.has(name)) throw new Error(`A page runs the operation ${name}, which no document has.`);
  }
  return new Map([...documents].map(([name, document]) => [name, compile(document, { schema, keeper }).data()]));
}

/**
 * Runs an operation and gives its data. They are loaded when the first page is shown. Pages have no other way to the data.
 * @throws DomainError as it was refused
 */
export type RunPage = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

export function createRunPage(load: () => PageOperations): RunPage {
  const operations = once(load);
  return async (name, variables, context) => JSON.parse(await operations().get(name)!(variables, context));
}
