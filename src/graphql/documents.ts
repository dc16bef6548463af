import { type DocumentNode, type GraphQLSchema, parse, separateOperations, validate } from 'graphql';

/**
 * The operations of the documents that another door runs, by name, each with the fragments it uses.
 * @throws when one is not valid against the schema
 */
export function loadDocuments(sources: readonly string[], schema: GraphQLSchema): ReadonlyMap<string, DocumentNode> {
  const all = parse(sources.join('\n'));
  // As one document: what operations share is looked at once.
  const [error] = validate(schema, all);
  if (error) throw error;
  return new Map(Object.entries(separateOperations(all)));
}
