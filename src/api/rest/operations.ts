import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { once, onceFor } from '../../domain/once-for.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { loadDocuments } from '../graphql/documents.ts';
import { type Compiled, compile } from '../graphql/writer/compile.ts';
import type { FragmentCache } from '../graphql/writer/fragment-cache.ts';
import { mapped } from '../graphql/writer/mapped.ts';
import { withShapeDirectives } from '../graphql/writer/shape.ts';
import { jsonText } from './json.ts';
import { isBeside, isInBody, type Written } from './response.ts';
import type { Route } from './route.ts';
import { HOST_ROUTES, MEDIA_ROUTES, PUBLIC_ROUTES, ROUTES } from './table.ts';

/** Runs a query or a mutation and writes its body as REST sends it. REST has no other way to the data. @throws DomainError if refused */
export type RunOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Written>;

/** One event of a subscription: its members except the cursor, as JSON, and the cursor. */
export interface Streamed {
  json: string;
  cursor: string;
}

/** Follows a subscription. @throws DomainError if refused, even after it has begun */
export type FollowOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<AsyncIterable<Streamed>>;

/** The REST operations that route rows name. */
export interface Operations {
  run: RunOperation;
  follow: FollowOperation;
}

/** The rows that name operations. */
const ROWS: readonly Pick<Route, 'operation' | 'live' | 'embeds'>[] = [
  ...ROUTES,
  ...MEDIA_ROUTES,
  ...PUBLIC_ROUTES,
  ...HOST_ROUTES,
];

/** Parsed and validated once per schema, because a process may create several apps. */
const documentsOf = onceFor((schema: GraphQLSchema, text) => loadDocuments([text], withShapeDirectives(schema)));

/**
 * Loads the operations of the documents, by name. Each is compiled when it first runs.
 * @throws when an operation is not valid against the schema, does not select exactly one field `body` (at the root or inside
 * the one field there), or when a route names a missing operation
 */
export function loadOperations(
  sources: readonly string[],
  { schema, fragmentCache }: { schema: GraphQLSchema; fragmentCache: FragmentCache },
): Operations {
  const writers = new Map<string, () => ReturnType<Compiled['parts']>>();
  const followers = new Map<string, () => ReturnType<Compiled['events']>>();
  for (const [name, each] of documentsOf(schema, sources.join('\n'))) {
    refuseWithoutBody(name, each);
    const compiled = () => compile(each, { schema, fragmentCache, json: jsonText });
    if (getOperationAST(each)!.operation === 'subscription') {
      const events = once(() => compiled().events(isNoCursor, isCursor));
      followers.set(name, events);
    } else {
      const write = once(() => compiled().parts('body', isInBody, isBeside));
      writers.set(name, write);
    }
  }
  for (const { operation, live, embeds = operation } of ROWS) {
    const lacking = [operation, embeds].find((each) => !writers.has(each));
    const missing = lacking ?? (live && !followers.has(live) && live);
    if (missing) throw new Error(`A route names the operation ${missing}, which no document has.`);
  }
  return {
    async run(name, variables, context) {
      const [json, beside] = await writers.get(name)!()(variables, context);
      return { json: json!, beside: JSON.parse(beside!) };
    },
    async follow(name, variables, context) {
      const events = await followers.get(name)!()(variables, context);
      return mapped(events, async ([json, cursor]) => ({ json: json!, cursor: JSON.parse(cursor!).cursor }));
    },
  };
}

const isCursor = (key: string) => key === 'cursor';
const isNoCursor = (key: string) => !isCursor(key);

function refuseWithoutBody(name: string, document: DocumentNode) {
  if (bodyOf(getOperationAST(document)!)?.alias?.value !== 'body')
    throw new Error(`Operation ${name}: it must select one field, with the alias body.`);
}

/** The body field of an operation: its only field or, as in payloads, the only field inside that. */
export function bodyOf({ selectionSet }: OperationDefinitionNode): FieldNode | undefined {
  const root = onlyFieldOf(selectionSet);
  return root?.alias?.value === 'body' ? root : root && onlyFieldOf(root.selectionSet);
}

function onlyFieldOf(set: SelectionSetNode | undefined) {
  const [field, ...more] = set?.selections ?? [];
  return more.length === 0 && field?.kind === Kind.FIELD ? field : undefined;
}
