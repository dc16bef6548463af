import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LIMITS } from '../../domain/fields/limits.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The argument or the field of an input that each variable is used for first. */
export type Places = ReadonlyMap<string, GraphQLArgument | GraphQLInputField>;

/** Finds the places of the variables of a valid document. */
export function placesOf(document: DocumentNode, schema: GraphQLSchema): Places {
  const places = new Map<string, GraphQLArgument | GraphQLInputField>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Variable({ name }, _, parent) {
        const inside = getNamedType(info.getParentInputType());
        const { kind, name: key } = parent as ObjectFieldNode;
        const place =
          kind === Kind.OBJECT_FIELD && isInputObjectType(inside) ? inside.getFields()[key.value] : info.getArgument();
        if (place && !places.has(name.value)) places.set(name.value, place);
      },
    }),
  );
  return places;
}

/** The schema of a document's variables. What a variable does not say itself, the place says where it is used. */
export function inputSchemaOf(document: DocumentNode, schema: GraphQLSchema, places: Places): JsonSchema {
  const { variableDefinitions = [] } = getOperationAST(document)!;
  return objectOf(
    variableDefinitions.map(({ variable: { name }, type, defaultValue, description }) => ({
      name: name.value,
      type: typeFromAST(schema, type as never) as GraphQLInputType,
      description: description?.value ?? places.get(name.value)?.description,
      ...(defaultValue && { defaultValue: valueFromASTUntyped(defaultValue) }),
    })),
  );
}

type Member = Pick<GraphQLInputField, 'name' | 'type' | 'description'> & { defaultValue?: unknown };

function objectOf(members: readonly Member[]): JsonSchema {
  const required = members.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(({ name, type, description, defaultValue }) => [
        name,
        {
          ...schemaOf(type),
          ...(description && { description }),
          ...(defaultValue !== undefined && { default: defaultValue }),
        },
      ]),
    ),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

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
