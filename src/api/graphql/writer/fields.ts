import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

interface Selecting {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** The fragments of a document, by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Selecting['fragments'] =>
  new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );

/**
 * The selected fields of an object, by key and in GraphQL order, including fragments.
 * @throws Error if a variable decides whether a field is included
 */
export function fieldsOf(
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  { schema, fragments }: Selecting,
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();

  const applies = (condition: NamedTypeNode | undefined) => {
    const named = condition && schema.getType(condition.name.value);
    return !named || named === type || (isAbstractType(named) && schema.isSubType(named, type));
  };

  function add(node: SelectionNode) {
    if (!isIncluded(node)) return;
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      fields.set(key, [...(fields.get(key) ?? []), node]);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      if (applies(node.typeCondition)) node.selectionSet.selections.forEach(add);
    } else if (!spread.has(node.name.value)) {
      spread.add(node.name.value);
      const { typeCondition, selectionSet } = fragments.get(node.name.value)!;
      if (applies(typeCondition)) selectionSet.selections.forEach(add);
    }
  }

  for (const { selections } of sets) selections.forEach(add);
  return fields;
}

const isIncluded = ({ directives = [] }: SelectionNode) =>
  directives.every((directive) => {
    const { value } = directive.name;
    return value === 'skip' ? !conditionOf(directive) : value === 'include' ? conditionOf(directive) : true;
  });

function conditionOf({ arguments: given = [] }: DirectiveNode) {
  const [condition] = given;
  if (condition?.value.kind !== Kind.BOOLEAN) throw new Error('A variable decides what is included.');
  return condition.value.value;
}
