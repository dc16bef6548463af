import type { GraphQLSchema } from 'graphql';
import { once } from '../../../domain/once-for.ts';
import type { ResolverContext } from '../context.ts';
import { loadDocuments } from '../documents.ts';
import { compile, type WriteOperation } from './compile.ts';
import type { FragmentCache } from './fragment-cache.ts';

/** The functions that run the queries of some documents, by name. */
export type Queries = ReadonlyMap<string, WriteOperation<string>>;

/** Loads query documents. @throws if one of these names is missing or a query is not valid against the schema */
export function loadQueries(
  sources: readonly string[],
  names: readonly string[],
  { schema, fragmentCache }: { schema: GraphQLSchema; fragmentCache: FragmentCache },
): Queries {
  const documents = loadDocuments(sources, schema);
  for (const name of names) if (!documents.has(name)) throw new Error(`No document has the operation ${name}.`);
  return new Map([...documents].map(([name, document]) => [name, compile(document, { schema, fragmentCache }).data()]));
}

/**
 * Runs a query and returns its data. Pages and feeds reach stored data only this way.
 * @throws DomainError if the query is refused
 */
export type RunQuery = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

/** Loads the queries when the first one runs. */
export function createRunQuery(load: () => Queries): RunQuery {
  const queries = once(load);
  return async (name, variables, context) => JSON.parse(await queries().get(name)!(variables, context));
}
