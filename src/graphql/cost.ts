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
import { MOST_AT_ONCE } from '../fields/slice.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Which operation of a document is to run, and with what. */
export interface Asked {
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}

/**
 * What running an operation may cost, by what its fields declare (`complexity`, beside each) and what lists can return.
 * 0 where nothing will run: no such operation, or wrong variables, of which execution says more.
 * @throws GraphQLError for what cannot be counted: a document that is not valid, or an argument that a variable spoils
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, { operationName, variables }: Asked): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, { maxErrors: 1 });
  return errors ? 0 : complexity(schema, document, operation, variables ?? {});
}

/**
 * The same of a document with one operation, whatever its variables will be: the longest pages, of what is searched for.
 * What `combinesFilters` says may cost more.
 */
export function greatestCostOf(schema: GraphQLSchema, document: DocumentNode): number {
  const operation = getOperationAST(document)!;
  const dearest = (operation.variableDefinitions ?? []).map(({ variable, type }) => [
    variable.name.value,
    dearestOf(typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType),
  ]);
  return complexity(schema, document, operation, Object.fromEntries(dearest));
}

/** Whether variables of its one operation may combine filters: nobody knows how many these will be. */
export function combinesFilters(schema: GraphQLSchema, document: DocumentNode): boolean {
  const { variableDefinitions = [] } = getOperationAST(document)!;
  return variableDefinitions.some(({ type }) => {
    const named = getNamedType(typeFromAST(schema, type as NamedTypeNode));
    return isInputObjectType(named) && 'or' in named.getFields();
  });
}

/** Values of scalars that are no text. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{ Int: MOST_AT_ONCE, Float: 0, Boolean: true, DateTime: '2000-01-01T00:00:00Z' },
};

/** What makes lists dearer, among the filters of pages: a text and a place that are looked for. */
const DEAR_FILTERS: ReadonlySet<string> = new Set(['search', 'geolocLat']);

/** The value of a type that makes a list cost most, and else the least that is right. */
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
  // Of several operations the first would be counted.
  const counted = { ...document, definitions: [operation, ...fragments] };
  return Math.ceil(complexityFromQuery(counted, { schema, variables }).complexity);
}
