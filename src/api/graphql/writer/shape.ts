import {
  type DirectiveNode,
  extendSchema,
  type FieldNode,
  type GraphQLSchema,
  parse,
  valueFromASTUntyped,
} from 'graphql';

const DIRECTIVES = parse(`
  "An absent value, [], false and the empty text: left out, or shown as another value."
  directive @ifEmpty(omit: Boolean, show: JSON) on FIELD
  """
  Shows under this name, which other fields beside it may have as well: no more than one of them is there. A dot leads into an
  object: those with \`a.b\` and \`a.c\` are its members. If all of them are numbers, it is a list.
  """
  directive @key(name: String!) on FIELD
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
  "An object shows as its only member. In a list, each does."
  directive @only on FIELD
  "A date and time in the form of ISO 8601, with a T between them."
  directive @iso on FIELD
  "Shows as an address: this path below the root of REST, with the value in place of \`*\`."
  directive @address(path: String!) on FIELD
`);

/** The schema for our own documents: the public schema plus our directives. */
export const withShapeDirectives = (schema: GraphQLSchema): GraphQLSchema => extendSchema(schema, DIRECTIVES);

/** How directives change the output of a field. */
export interface Shape {
  /** `show` replaces an empty value. If it is undefined, the field is left out. */
  ifEmpty?: { show?: unknown };
  key?: { name: string };
  list?: object;
  single?: object;
  constant?: { value: unknown };
  lower?: object;
  text?: object;
  only?: object;
  iso?: object;
  address?: { path: string };
}

/** The shape of a field selected by all of these nodes. */
export const shapeOf = (nodes: readonly FieldNode[]): Shape =>
  Object.fromEntries(
    nodes.flatMap(({ directives = [] }) => directives).map((each) => [each.name.value, argumentsOf(each)]),
  );

const argumentsOf = ({ arguments: given = [] }: DirectiveNode): object =>
  Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));

/** Whether `@ifEmpty` treats a value as empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
