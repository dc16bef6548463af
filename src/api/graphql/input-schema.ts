import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { INPUT_LIMITS } from '../../domain/fields/limits.ts';

/** A parameter of an operation: one of its variables. */
export interface Parameter {
  name: string;
  type: GraphQLInputType;
  definition: VariableDefinitionNode;
  /** What it is for, if the document or the schema says so. */
  description: string | undefined;
}

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where input objects are described by their names, for those who name them. Others are described where they stand. */
export interface NamedInputs {
  /** What references begin with: `#/$defs/`. */
  at: string;
  isNamed(type: GraphQLInputObjectType): boolean;
  /** Those that were met so far, by name. */
  objects: Record<string, JsonSchema>;
}

/** The schema of all parameters of an operation. Only an input that contains itself has a name there. */
export function inputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  const named: NamedInputs = { at: '#/$defs/', isNamed: containsItself, objects: {} };
  const schema = objectOf(parameters.map(memberOf), named);
  return Object.keys(named.objects).length > 0 ? { ...schema, $defs: named.objects } : schema;
}

/** The schema of all parameters, as one object. */
export const parametersSchema = (parameters: readonly Parameter[], named: NamedInputs): JsonSchema =>
  objectOf(parameters.map(memberOf), named);

/** The schema of one of them. */
export const parameterSchema = (parameter: Parameter, named: NamedInputs): JsonSchema =>
  propertyOf(memberOf(parameter), named);

/** Whether an operation needs it: it can neither be null nor left out. */
export const isRequired = ({ type, definition }: Parameter): boolean => isNonNullType(type) && !definition.defaultValue;

const memberOf = ({ name, type, description, definition: { defaultValue } }: Parameter): Member => ({
  name,
  type,
  description,
  ...(defaultValue && { defaultValue: valueFromASTUntyped(defaultValue) }),
});

type Member = Pick<GraphQLInputField, 'name' | 'type' | 'description'> & { defaultValue?: unknown };

function objectOf(members: readonly Member[], named: NamedInputs): JsonSchema {
  const required = members.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, propertyOf(member, named)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

const propertyOf = ({ type, description, defaultValue }: Member, named: NamedInputs): JsonSchema => ({
  ...schemaOf(type, named),
  ...(description && { description }),
  ...(defaultValue !== undefined && { default: defaultValue }),
});

const TEXT: JsonSchema = { type: 'string' };

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { ...TEXT, format: 'date-time' },
  Date: { ...TEXT, format: 'date' },
  DateOrDateTime: { ...TEXT, examples: ['2037-03-06'] },
  TimeZone: { ...TEXT, examples: ['Europe/Madrid'] },
  Url: { ...TEXT, format: 'uri' },
  JSON: {},
};

/** The schema of a scalar: text, if nothing more is known of it. */
export const scalarSchema = (name: string): JsonSchema => SCALARS[name] ?? TEXT;

function schemaOf(type: GraphQLInputType, named: NamedInputs): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType, named);
  if (isListType(type)) {
    const limit = getNamedType(type).name === 'DateOrDateTime' ? INPUT_LIMITS.dates : INPUT_LIMITS.list;
    return { type: 'array', items: schemaOf(type.ofType, named), maxItems: limit.values };
  }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return scalarSchema(type.name);
  if (!named.isNamed(type)) return inputObject(type, named);
  if (!(type.name in named.objects)) {
    // It may be met again inside itself.
    named.objects[type.name] = {};
    named.objects[type.name] = inputObject(type, named);
  }
  return { $ref: named.at + type.name };
}

function inputObject(type: GraphQLInputObjectType, named: NamedInputs): JsonSchema {
  const schema = objectOf(Object.values(type.getFields()), named);
  return type.isOneOf ? { ...schema, minProperties: 1, maxProperties: 1 } : schema;
}

/** Whether a value of an input may contain another one, at any depth. */
function containsItself(input: GraphQLInputObjectType): boolean {
  const met = new Set<GraphQLInputObjectType>();
  const look = (type: GraphQLInputObjectType): void => {
    for (const field of Object.values(type.getFields())) {
      const inner = getNamedType(field.type);
      if (!isInputObjectType(inner) || met.has(inner)) continue;
      met.add(inner);
      look(inner);
    }
  };
  look(input);
  return met.has(input);
}
