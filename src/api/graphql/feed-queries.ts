import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Problem } from '../../domain/errors.ts';
import type { ResolverContext } from './context.ts';
import { combinesFilters, costOf } from './cost.ts';
import type { FeedDocument } from './feed-documents.ts';
import { refuseBeyond } from './limits.ts';
import { refuseVariables } from './variables.ts';
import { compile } from './writer/compile.ts';
import type { FragmentCache } from './writer/fragment-cache.ts';

/** Reads the part of a list after a cursor, for the parameters of an address. */
export type ReadFeed = (
  parameters: URLSearchParams,
  after: string | null,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

/**
 * Reads a feed, with its variables as parameters. The cost limit of requests applies to each part. It throws INVALID_FIELD,
 * which names each parameter that is unknown, missing or wrong.
 */
export function createReadFeed(
  { document, variables, after }: FeedDocument,
  { schema, fragmentCache }: { schema: GraphQLSchema; fragmentCache: FragmentCache },
): ReadFeed {
  const write = compile(document, { schema, fragmentCache }).data();
  const isCounted = combinesFilters(schema, document);
  return async (parameters, cursor, context) => {
    const values = valuesOf(parameters, variables, schema);
    if (isCounted) refuseBeyond({ cost: costOf(schema, document, { variables: values }) });
    return JSON.parse(await write({ ...values, [after]: cursor }, context));
  };
}

function valuesOf(
  parameters: URLSearchParams,
  variables: readonly VariableDefinitionNode[],
  schema: GraphQLSchema,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const unknown: Problem[] = [];
  const types = new Map(
    variables.map(({ variable, type }) => [variable.name.value, typeFromAST(schema, type) as GraphQLInputType]),
  );
  for (const name of new Set(parameters.keys())) {
    const type = types.get(name);
    if (type) values[name] = readValue(parameters.getAll(name), type);
    else unknown.push({ field: name, code: 'unknown', message: 'Is no parameter of this feed.' });
  }
  refuseVariables(values, { variables, schema, unknown });
  return values;
}

/** Converts a parameter to a variable. A list is comma-separated or repeats the parameter; an object is JSON. */
function readValue(texts: readonly string[], type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items = texts.length === 1 ? texts[0]!.split(',').filter((text) => text !== '') : texts;
    return items.map((text) => readOne(text, getNullableType(nullable.ofType)));
  }
  // With several values, it is unclear which one to use.
  return texts.length === 1 ? readOne(texts[0]!, nullable) : texts;
}

function readOne(text: string, type: GraphQLInputType): unknown {
  if (isInputObjectType(type) || ['Int', 'Float', 'Boolean'].includes(type.toString())) return parsed(text);
  return text;
}

/** Parses JSON, or returns the text itself, which is then refused. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
