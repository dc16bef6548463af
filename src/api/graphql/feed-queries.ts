import { type GraphQLInputType, type GraphQLSchema, typeFromAST } from 'graphql';
import { readAddress } from './address-variables.ts';
import type { ResolverContext } from './context.ts';
import { combinesFilters, costOf } from './cost.ts';
import type { FeedDocument } from './feed-documents.ts';
import { refuseBeyond } from './limits.ts';
import { parametersIn, renamed } from './operations.ts';
import { placesOf } from './places.ts';
import { refuseVariables } from './variables.ts';
import { compile } from './writer/compile.ts';
import type { FragmentCache } from './writer/fragment-cache.ts';

/** Reads the part of a list after a cursor, for the parameters of an address. */
export type ReadFeed = (
  parameters: URLSearchParams,
  after: string | null,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

export interface FeedOptions {
  schema: GraphQLSchema;
  fragmentCache: FragmentCache;
  /** Whether messages may propose names of the schema. */
  introspection: boolean;
}

/**
 * Reads a feed, with its variables as parameters. The cost limit of requests applies to each part. It throws INVALID_FIELD,
 * which names each parameter that is unknown, missing or wrong.
 */
export function createReadFeed(
  { document, variables, after }: FeedDocument,
  { schema, fragmentCache, introspection }: FeedOptions,
): ReadFeed {
  const write = compile(document, { schema, fragmentCache }).data();
  const isCounted = combinesFilters(schema, document);
  const types = new Map(
    variables.map(({ variable, type }) => [variable.name.value, typeFromAST(schema, type) as GraphQLInputType]),
  );
  const places = placesOf(document, schema);
  return async (parameters, cursor, context) => {
    const { values, unknown } = readAddress(parameters, types);
    refuseVariables(values, { variables, schema, unknown, introspection });
    if (isCounted) refuseBeyond({ cost: costOf(schema, document, { variables: values }) });
    try {
      return JSON.parse(await write({ ...values, [after]: cursor }, context));
    } catch (error) {
      throw renamed(error, (path) => parametersIn(places, types, path));
    }
  };
}
