import { type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql';
import { type Problem, problem } from '../../domain/errors.ts';
import { invalid, refuse } from '../../domain/fields/examine.ts';
import { LIMITS, tooMany } from '../../domain/fields/limits.ts';
import { shortened } from './errors.ts';
import { refuseBeyond, variableCountsOf } from './limits.ts';

/** The maximum depth of variables that any field accepts: `input.venues[0].create.name` is four. */
const DEEPEST = 8;

/**
 * Checks variables before coercion: no field accepts a longer list than this limit.
 * @throws INVALID_FIELD naming the field with such a list
 */
export function refuseLongLists(value: unknown, field = 'variables', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const long = Array.isArray(value) && tooMany(LIMITS.list, value.length);
  if (long) throw invalid([{ field, ...long.fault }]);
  for (const [name, inner] of Object.entries(value))
    refuseLongLists(inner, Array.isArray(value) ? field : name, depth + 1);
}

/** How many wrong values are named at most. Each message repeats its value. */
const MOST_ERRORS = 10;

/**
 * Checks the variables of one of our own documents. With `introspection`, messages may propose names of the schema.
 * @throws MISSING_FIELD naming what is missing, INVALID_FIELD naming each that is unknown or wrong; QUERY_TOO_COMPLEX
 */
export function refuseVariables(
  values: Readonly<Record<string, unknown>>,
  { variables, schema, unknown, introspection }: Declared,
): void {
  refuseLongLists(values);
  refuseBeyond(variableCountsOf(values));
  const { errors = [] } = getVariableValues(schema, variables, values, { maxErrors: MOST_ERRORS });
  const missing: Problem[] = [];
  const problems = [...unknown];
  for (const { message: text, nodes } of errors) {
    const field = (nodes?.[0] as VariableDefinitionNode | undefined)?.variable.name.value ?? 'variables';
    const reason = shortened(introspection ? text : withoutProposals(text)).replace(/\.$/, '');
    if (values[field] === undefined && field !== 'variables') missing.push(problem(field, 'missing', 'Is required.'));
    else problems.push(problem(field, 'invalid_type', 'Not accepted: {0}.', reason));
  }
  refuse({ missing, problems });
}

/** A message of the GraphQL library that proposes no names. */
export const withoutProposals = (text: string): string => text.replace(/ ?Did you mean .*$/s, '');

interface Declared {
  variables: readonly VariableDefinitionNode[];
  schema: GraphQLSchema;
  /** What was sent besides. */
  unknown: readonly Problem[];
  introspection: boolean;
}
