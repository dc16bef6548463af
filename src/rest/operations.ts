import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import { loadDocuments } from '../graphql/documents.ts';
import type { Route } from './route.ts';
import { compileShape, refuseNarrowed, type Shape, withoutShapeDirectives, withShapeDirectives } from './shape.ts';

/** An operation ready to run: parsed and validated once, its shape compiled. */
export interface Operation {
  document: DocumentNode;
  shape: Shape;
}

/**
 * The operations of the documents, by name.
 * @throws when one is not valid against the schema, has no single root alias `body`, or a route names one that is not there
 */
export function loadOperations(
  sources: readonly string[],
  schema: GraphQLSchema,
  routes: readonly Route[],
): ReadonlyMap<string, Operation> {
  const extended = withShapeDirectives(schema);
  const operations = new Map<string, Operation>();
  for (const [name, each] of loadDocuments(sources, extended)) {
    refuseNarrowed(each, extended);
    refuseWithoutBody(name, each);
    operations.set(name, { document: withoutShapeDirectives(each), shape: compileShape(each) });
  }
  for (const { operation } of routes) {
    if (!operations.has(operation)) throw new Error(`A route names the operation ${operation}, which no document has.`);
  }
  return operations;
}

function refuseWithoutBody(name: string, document: DocumentNode): void {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [root, ...more] = operation?.selectionSet.selections ?? [];
  if (more.length || root?.kind !== Kind.FIELD || root.alias?.value !== 'body') {
    throw new Error(`Operation ${name}: it must select one field, with the alias body.`);
  }
}
