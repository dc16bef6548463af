import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { MOST_PER_PAGE } from '../fields/paging.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Which operation of a document is to run, and with what. */
export interface Asked {
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}

/**
 * What running an operation may cost, by what its fields declare (`complexity`, beside each) and what lists can return.
 * 0 for one that cannot run: validation and execution say better what is wrong with it.
 */
export function costOf(schema: GraphQLSchema, document: DocumentNode, { operationName, variables }: Asked): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  try {
    return complexity(schema, document, operation, countedOf(operation, variables ?? {}));
  } catch (error) {
    if (error instanceof GraphQLError) return 0;
    throw error;
  }
}

/** The same of a document with one operation, whatever its variables will be: pages are as long as they can be. */
export function greatestCostOf(schema: GraphQLSchema, document: DocumentNode): number {
  const operation = getOperationAST(document)!;
  const variableDefinitions = operation.variableDefinitions?.filter(isNumber) ?? [];
  const longest = Object.fromEntries(variableDefinitions.map(({ variable }) => [variable.name.value, MOST_PER_PAGE]));
  return complexity(schema, document, { ...operation, variableDefinitions }, longest);
}

const isNumber = ({ type }: VariableDefinitionNode): boolean =>
  type.kind === Kind.NAMED_TYPE && type.name.value === 'Int';

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

/** Longer than any word or number, which are all that the cost depends on. */
const ENOUGH = 100;

/** Values that cost the same, and are right where the whole ones are: to coerce a megabyte takes half a second. */
const countedOf = ({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables =>
  Object.fromEntries(
    variableDefinitions
      .map(({ variable: { name } }) => name.value)
      .filter((name) => Object.hasOwn(variables, name))
      .map((name) => [name, shortened(variables[name])]),
  );

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, ENOUGH);
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}
