import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  parse,
  separateOperations,
  validate,
  visit,
} from 'graphql';

/**
 * The operations that another interface runs, by name, each with the fragments it uses.
 * @throws if one is not valid against the schema
 */
export function loadDocuments(sources: readonly string[], schema: GraphQLSchema): ReadonlyMap<string, DocumentNode> {
  const all = parse(sources.join('\n'));
  // Validated as one document, so that shared fragments are checked once.
  const [error] = validate(schema, all);
  if (error) throw error;
  return new Map(Object.entries(separateOperations(all)));
}

/** The names of the variables in arguments. */
export function variablesIn(nodes: readonly ArgumentNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}
