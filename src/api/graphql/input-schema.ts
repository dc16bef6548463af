import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
} from 'graphql';
import { LIMITS } from '../../domain/fields/limits.ts';
import type { Parameter } from './operations.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of all parameters of an operation. */
export const inputSchemaOf = (parameters: readonly Parameter[]): JsonSchema => objectOf(parameters.map(memberOf));

/** The schema of one of them. */
export const parameterSchema = (parameter: Parameter): JsonSchema => propertyOf(memberOf(parameter));

const memberOf = ({ name, type, description, definition: { defaultValue } }: Parameter): Member => ({
  name,
  type,
  description,
  ...(defaultValue && { defaultValue: valueFromASTUntyped(defaultValue) }),
});

type Member = Pick<GraphQLInputField, 'name' | 'type' | 'description'> & { defaultValue?: unknown };

function objectOf(members: readonly Member[]): JsonSchema {
  const required = members.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, propertyOf(member)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

const propertyOf = ({ type, description, defaultValue }: Member): JsonSchema => ({
  ...schemaOf(type),
  ...(description && { description }),
  ...(defaultValue !== undefined && { default: defaultValue }),
});

const SCALARS: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', Boolean: 'boolean' };

/** @throws RangeError for an input that contains itself, for which tools have no use */
function schemaOf(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType), maxItems: LIMITS.list.values };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return { type: SCALARS[type.name] ?? 'string' };
  const schema = objectOf(Object.values(type.getFields()));
  return type.isOneOf ? { ...schema, minProperties: 1, maxProperties: 1 } : schema;
}
