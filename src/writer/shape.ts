import {
  type ConstDirectiveNode,
  type DocumentNode,
  extendSchema,
  type FieldNode,
  type GraphQLSchema,
  parse,
  valueFromASTUntyped,
  visit,
} from 'graphql';

const DIRECTIVES = parse(`
  "An absent value, [], false and the empty text: left out, or shown as another value."
  directive @ifEmpty(omit: Boolean, show: JSON) on FIELD
  "Shows as a list of one."
  directive @list on FIELD
  "A list of one shows as its element."
  directive @single on FIELD
  "Always this value."
  directive @constant(value: JSON!) on FIELD
  "A word in small letters."
  directive @lower on FIELD
  "A number as text."
  directive @text on FIELD
`);

const NAMES = new Set(
  DIRECTIVES.definitions.map((definition) => (definition as { name: { value: string } }).name.value),
);

/** The schema that documents of ours are validated against: the public one, and what their directives are. */
export const withShapeDirectives = (schema: GraphQLSchema): GraphQLSchema => extendSchema(schema, DIRECTIVES);

/** The document that the public schema knows. */
export const withoutShapeDirectives = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: (node) => (NAMES.has(node.name.value) ? null : undefined) });

/** How a field is written otherwise than GraphQL would, by its directives. */
export interface Shape {
  /** `show` is undefined for what is left out. */
  ifEmpty?: { show?: unknown };
  list?: object;
  single?: object;
  constant?: { value: unknown };
  lower?: object;
  text?: object;
}

/** The shape of a field that these nodes select together. */
export const shapeOf = (nodes: readonly FieldNode[]): Shape =>
  Object.fromEntries(
    nodes.flatMap(({ directives = [] }) => directives).map((each) => [each.name.value, argumentsOf(each as never)]),
  );

const argumentsOf = ({ arguments: given = [] }: ConstDirectiveNode): object =>
  Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));

/** What `@ifEmpty` takes for empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
