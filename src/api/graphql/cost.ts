import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { MOST_AT_ONCE } from '../../domain/fields/slice.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The operation of a document to run, and its variables. */
export interface OperationRequest {
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}

/**
 * The maximum cost of an operation, from the `complexity` of its fields and the possible length of its lists.
 * 0 if nothing will run: no such operation, or wrong variables, which execution reports in detail.
 * @throws GraphQLError if the cost cannot be computed: an invalid document, or an argument that a variable makes invalid
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: OperationRequest,
): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, { maxErrors: 1 });
  return errors ? 0 : complexity(schema, document, operation, variables ?? {});
}

/**
 * The maximum cost of a document with one operation for any variables: the longest pages, with text and place filters.
 * Documents for which `combinesFilters` is true can cost more.
 */
export function greatestCostOf(schema: GraphQLSchema, document: DocumentNode): number {
  const operation = getOperationAST(document)!;
  const dearest = (operation.variableDefinitions ?? []).map(({ variable, type }) => [
    variable.name.value,
    dearestOf(typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType),
  ]);
  return complexity(schema, document, operation, Object.fromEntries(dearest));
}

/** Whether variables of its one operation can combine filters, whose number is not known in advance. */
export function combinesFilters(schema: GraphQLSchema, document: DocumentNode): boolean {
  const { variableDefinitions = [] } = getOperationAST(document)!;
  return variableDefinitions.some(({ type }) => {
    const named = getNamedType(typeFromAST(schema, type as NamedTypeNode));
    return isInputObjectType(named) && 'or' in named.getFields();
  });
}

/** Sample values of scalars that are not text. */
const VALUES: Readonly<Record<string, unknown>> = {
  Int: MOST_AT_ONCE,
  Float: 0,
  Boolean: true,
  DateTime: '2000-01-01T00:00:00Z',
  Date: '2000-01-01',
};

/** Filters that make lists more expensive: text search and place search. */
const DEAR_FILTERS: ReadonlySet<string> = new Set(['search', 'near']);

/** The most expensive filters of a type, and otherwise its smallest valid value. */
function dearestOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return dearestOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return VALUES[type.name] ?? 'a';
  const all = Object.values(type.getFields());
  const fields = type.isOneOf
    ? all.slice(0, 1)
    : all.filter((field) => isRequiredInputField(field) || DEAR_FILTERS.has(field.name));
  return Object.fromEntries(fields.map((field) => [field.name, dearestOf(field.type)]));
}

function complexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  // With several operations, the first one would be counted.
  const counted = { ...document, definitions: [operation, ...fragments] };
  return Math.ceil(complexityFromQuery(counted, { schema, variables }).complexity);
}
