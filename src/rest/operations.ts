import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { loadDocuments } from '../graphql/documents.ts';
import { once } from '../rules/once-for.ts';
import { compile, type WriteOperation } from '../writer/compile.ts';
import type { Keeper } from '../writer/keep.ts';
import { withShapeDirectives } from '../writer/shape.ts';
import { jsonText } from './json.ts';
import { isBeside, isInBody } from './response.ts';
import type { Route } from './route.ts';

/** An operation ready to run: it writes the body as REST sends it, and beside it what headers and links are made of. */
export type Operation = WriteOperation<string[]>;

interface OperationDeps {
  schema: GraphQLSchema;
  keeper: Keeper;
  /** What names operations. */
  routes: readonly Pick<Route, 'operation'>[];
}

/**
 * The operations of the documents, by name; each is compiled when it first runs.
 * @throws when one is not valid against the schema, does not select one field `body`, at the root or within the one field there, or a
 * route names one that is not there
 */
export function loadOperations(
  sources: readonly string[],
  { schema, keeper, routes }: OperationDeps,
): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [name, each] of loadDocuments(sources, withShapeDirectives(schema))) {
    refuseWithoutBody(name, each);
    const write = once(() => compile(each, { schema, keeper, json: jsonText }).parts('body', isInBody, isBeside));
    operations.set(name, async (variables, context) => write()(variables, context));
  }
  for (const { operation } of routes) {
    if (!operations.has(operation)) throw new Error(`A route names the operation ${operation}, which no document has.`);
  }
  return operations;
}

function refuseWithoutBody(name: string, document: DocumentNode): void {
  if (bodyOf(getOperationAST(document)!)?.alias?.value !== 'body')
    throw new Error(`Operation ${name}: it must select one field, with the alias body.`);
}

/** The field of an operation that is the body: the one that it selects, or the one within that, as in payloads. */
export function bodyOf({ selectionSet }: OperationDefinitionNode): FieldNode | undefined {
  const root = onlyFieldOf(selectionSet);
  return root?.alias?.value === 'body' ? root : root && onlyFieldOf(root.selectionSet);
}

function onlyFieldOf(set: SelectionSetNode | undefined): FieldNode | undefined {
  const [field, ...more] = set?.selections ?? [];
  return more.length === 0 && field?.kind === Kind.FIELD ? field : undefined;
}
