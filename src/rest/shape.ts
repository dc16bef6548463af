import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  extendSchema,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Changes a result in place into the body that REST sends. */
export type Shape = (data: Record<string, unknown>) => void;

const DIRECTIVES = parse(`
  "An absent value, [], false and the empty text: left out, or shown as another value."
  directive @ifEmpty(omit: Boolean, show: JSON) on FIELD
  "A list of one shows as its element."
  directive @single on FIELD
  "Always this value."
  directive @constant(value: JSON!) on FIELD
  "A number as text."
  directive @text on FIELD
`);

const NAMES = new Set(
  DIRECTIVES.definitions.map((definition) => (definition as { name: { value: string } }).name.value),
);

/** The schema that operation documents are validated against: the public one, and what their directives are. */
export const withShapeDirectives = (schema: GraphQLSchema): GraphQLSchema => extendSchema(schema, DIRECTIVES);

/** The document that the public schema knows. */
export const withoutShapeDirectives = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: (node) => (NAMES.has(node.name.value) ? null : undefined) });

/** @throws when a directive stands where the result no longer tells which type it is of. */
export function refuseNarrowed(document: DocumentNode, schema: GraphQLSchema): void {
  const types = new TypeInfo(schema);
  const refuseIn = (node: { selectionSet: SelectionSetNode; typeCondition?: { name: { value: string } } }) => {
    const parent = types.getParentType();
    const narrower = parent && isAbstractType(parent) && node.typeCondition?.name.value !== parent.name;
    if (narrower && hasDirectives(node.selectionSet))
      throw new Error(`A directive of a shape stands below a narrower type than ${parent.name}.`);
  };
  visit(document, visitWithTypeInfo(types, { InlineFragment: { enter: (node) => refuseIn(node as never) } }));
}

const hasDirectives = (selections: SelectionSetNode): boolean => {
  let found = false;
  visit(selections, {
    Directive: ({ name }) => {
      found ||= NAMES.has(name.value);
    },
  });
  return found;
};

type Step = (object: Record<string, unknown>) => void;

/** Compiles the directives of a document into one function over its results. */
export function compileShape(document: DocumentNode): Shape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }

  /** All selections of one place by their key in the result, fragments included. */
  function fieldsOf(sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
    const fields = new Map<string, FieldNode[]>();
    const add = (set: SelectionSetNode): void => {
      for (const node of set.selections) {
        if (node.kind === Kind.INLINE_FRAGMENT) add(node.selectionSet);
        else if (node.kind === Kind.FRAGMENT_SPREAD) add(fragments.get(node.name.value)!.selectionSet);
        else {
          const key = node.alias?.value ?? node.name.value;
          fields.set(key, [...(fields.get(key) ?? []), node]);
        }
      }
    };
    sets.forEach(add);
    return fields;
  }

  function compile(sets: readonly SelectionSetNode[]): Step | undefined {
    const steps: Step[] = [];
    for (const [key, nodes] of fieldsOf(sets)) {
      const below = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
      const inner = below.length ? compile(below) : undefined;
      if (inner) steps.push((object) => each(object[key], inner));
      for (const directive of nodes.flatMap(({ directives = [] }) => directives)) steps.push(stepOf(key, directive));
    }
    return steps.length ? (object) => steps.forEach((step) => void step(object)) : undefined;
  }

  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return (operation && compile([operation.selectionSet])) ?? (() => {});
}

function each(value: unknown, step: Step): void {
  if (Array.isArray(value)) for (const item of value) each(item, step);
  else if (typeof value === 'object' && value !== null) step(value as Record<string, unknown>);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

function stepOf(key: string, directive: DirectiveNode): Step {
  const args = Object.fromEntries(
    ((directive as ConstDirectiveNode).arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value),
    ]),
  );
  const change: Record<string, (value: unknown) => unknown> = {
    // A key whose value is undefined is left out of JSON.
    ifEmpty: (value) => (isEmpty(value) ? args.show : value),
    single: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
    constant: () => args.value,
    text: (value) => (value === undefined || value === null ? value : String(value)),
  };
  const by = change[directive.name.value]!;
  return (object) => {
    object[key] = by(object[key]);
  };
}
