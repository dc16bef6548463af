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
import { loadDocuments } from '../graphql/documents.ts';
import { compile, type FollowOperation, type WriteOperation } from '../graphql/writer/compile.ts';
import type { FragmentCache } from '../graphql/writer/fragment-cache.ts';
import { withShapeDirectives } from '../graphql/writer/shape.ts';
import { jsonText } from './json.ts';
import { isBeside, isInBody } from './response.ts';
import type { Route } from './route.ts';

/** An operation ready to run. It writes the body as REST sends it and, separately, the values for headers and links. */
export type Operation = WriteOperation<string[]>;

/** The REST operations by name: `run` has queries and mutations, `follow` has subscriptions. */
export interface Operations {
  run: ReadonlyMap<string, Operation>;
  /** Writes each event as two objects: one with the change, one with the cursor. */
  follow: ReadonlyMap<string, FollowOperation>;
}

interface OperationDeps {
  schema: GraphQLSchema;
  fragmentCache: FragmentCache;
  /** The routes. They name operations. */
  routes: readonly Pick<Route, 'operation' | 'live'>[];
}

/** Parsed and validated once per schema, because a process may create several apps. */
const documentsOf = onceFor((schema: GraphQLSchema, text) => loadDocuments([text], withShapeDirectives(schema)));

/**
 * Loads the operations of the documents, by name. Each is compiled when it first runs.
 * @throws when an operation is not valid against the schema, does not select exactly one field `body` (at the root or inside
 * the one field there), or when a route names a missing operation
 */
export function loadOperations(
  sources: readonly string[],
  { schema, fragmentCache, routes }: OperationDeps,
): Operations {
  const run = new Map<string, Operation>();
  const follow = new Map<string, FollowOperation>();
  for (const [name, each] of documentsOf(schema, sources.join('\n'))) {
    refuseWithoutBody(name, each);
    const compiled = once(() => compile(each, { schema, fragmentCache, json: jsonText }));
    if (getOperationAST(each)!.operation === 'subscription') {
      const events = once(() => compiled().events(isNoCursor, isCursor));
      follow.set(name, (variables, context) => events()(variables, context));
    } else {
      const write = once(() => compiled().parts('body', isInBody, isBeside));
      run.set(name, async (variables, context) => write()(variables, context));
    }
  }
  for (const { operation, live } of routes) {
    const missing = run.has(operation) ? live && !follow.has(live) && live : operation;
    if (missing) throw new Error(`A route names the operation ${missing}, which no document has.`);
  }
  return { run, follow };
}

const isCursor = (key: string): boolean => key === 'cursor';
const isNoCursor = (key: string): boolean => !isCursor(key);

function refuseWithoutBody(name: string, document: DocumentNode): void {
  if (bodyOf(getOperationAST(document)!)?.alias?.value !== 'body')
    throw new Error(`Operation ${name}: it must select one field, with the alias body.`);
}

/** The body field of an operation: its only field or, as in payloads, the only field inside that. */
export function bodyOf({ selectionSet }: OperationDefinitionNode): FieldNode | undefined {
  const root = onlyFieldOf(selectionSet);
  return root?.alias?.value === 'body' ? root : root && onlyFieldOf(root.selectionSet);
}

function onlyFieldOf(set: SelectionSetNode | undefined): FieldNode | undefined {
  const [field, ...more] = set?.selections ?? [];
  return more.length === 0 && field?.kind === Kind.FIELD ? field : undefined;
}
