import {
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type NamedTypeNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { type Problem, problem, type Telling } from '../../domain/errors.ts';
import { invalid, refuse } from '../../domain/fields/examine.ts';
import { INPUT_LIMITS, tooMany } from '../../domain/fields/limits.ts';
import type { Message } from '../../domain/message.ts';
import { shortened } from './errors.ts';
import { refuseBeyond, variableCountsOf } from './limits.ts';

/** The maximum depth of variables that any field accepts: `input.venues[0].create.name` is four. */
const DEEPEST = 8;

/** Fields that take shorter lists say so themselves. */
const LONGEST = INPUT_LIMITS.dates;

/**
 * Checks variables before coercion: no field accepts a longer list than this limit.
 * @throws INVALID_FIELD naming the field with such a list
 */
export function refuseLongLists(value: unknown, field = 'variables', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  const long = Array.isArray(value) && tooMany(LONGEST, value.length);
  if (long) throw invalid([{ field, ...long.fault }]);
  for (const [name, inner] of Object.entries(value))
    refuseLongLists(inner, Array.isArray(value) ? field : name, depth + 1);
}

/** How many wrong values are named at most. */
const MOST_ERRORS = 10;

/**
 * Checks the variables of one of our own documents. With `introspection`, messages may name words of the schema.
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
  for (const definition of new Set(errors.map(({ nodes }) => nodes?.[0] as VariableDefinitionNode | undefined))) {
    const field = definition?.variable.name.value ?? 'variables';
    if (values[field] === undefined && definition) missing.push(problem(field, 'missing', 'Is required.'));
    else {
      const type = definition && typeFromAST(schema, definition.type as NamedTypeNode);
      const faults = isInputType(type) ? faultsIn(type, values[field], { field, at: [], introspection }) : [];
      problems.push(...(faults.length > 0 ? faults : [problem(field, 'invalid_type', 'Is not accepted.')]));
    }
  }
  refuse({ missing, problems: problems.slice(0, Math.max(MOST_ERRORS, unknown.length)) });
}

/** Where a value stands: in which variable, and at which place in it. */
interface Standing {
  field: string;
  at: readonly (string | number)[];
  introspection: boolean;
}

/** What is wrong with a value, in sentences of ours: the library has its own in English only. */
function faultsIn(given: GraphQLInputType, value: unknown, standing: Standing): Problem[] {
  const { field, at, introspection } = standing;
  const fault: Telling<Problem[]> = (...said) => [{ ...problem(...said), ...(at.length > 0 && { at }) }];
  const inside = (type: GraphQLInputType, inner: unknown, key: string | number): Problem[] =>
    faultsIn(type, inner, { ...standing, at: [...at, key] });
  const type = getNullableType(given);
  if (value === null) return isNonNullType(given) ? fault(field, 'invalid_type', 'Must not be empty.') : [];
  if (isListType(type))
    return Array.isArray(value)
      ? value.flatMap((each, position) => inside(type.ofType, each, position))
      : faultsIn(type.ofType, value, standing);
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value)) return fault(field, 'invalid_type', 'Must be an object.');
    const fields = type.getFields();
    const keys = Object.keys(value);
    if (type.isOneOf && (keys.length !== 1 || Object.values(value)[0] === null))
      return fault(field, 'invalid_type', 'Must have exactly one member.');
    return [
      ...keys
        .filter((key) => !Object.hasOwn(fields, key))
        .flatMap((key) => fault(field, 'unknown', 'Has no such member: {0}.', shortened(key))),
      ...Object.values(fields).flatMap((each) => {
        const inner = (value as Record<string, unknown>)[each.name];
        if (inner !== undefined) return inside(each.type, inner, each.name);
        return isRequiredInputField(each)
          ? [{ ...problem(field, 'missing', 'Is required.'), at: [...at, each.name] }]
          : [];
      }),
    ];
  }
  if (accepts(type, value)) return [];
  if (!isEnumType(type)) return fault(field, 'invalid_type', EXPECTED[type.name] ?? 'Must be text.');
  const words = type.getValues().map(({ name }) => name);
  return introspection
    ? fault(field, 'not_in_enum', 'Must be one of {0}.', words.join(', '))
    : fault(field, 'not_in_enum', 'Is not one of the words that are known here.');
}

/** What a scalar takes. */
const EXPECTED: Readonly<Record<string, Exclude<Message, object>>> = {
  Int: 'Must be a whole number.',
  Float: 'Must be a number.',
  Boolean: 'Must be true or false.',
  DateTime: 'Must be a date and time with an offset, such as 2037-03-06T10:00:00+01:00.',
  Date: 'Must be a day, as in 2037-03-06.',
  TimeZone: 'Must be the name of a time zone.',
  Upload: 'Must be a file that comes with the request.',
};

function accepts(type: GraphQLLeafType, value: unknown): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
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
