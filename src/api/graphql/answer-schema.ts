import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type JsonSchema, scalarSchema } from './input-schema.ts';
import { fieldsOf, fragmentsOf } from './writer/fields.ts';

/**
 * The schema of the value of the one root field of a document, which is not null: at an address that is an error. A bare one is for
 * assistants, whose clients check answers: null counts, and there are no descriptions and no formats, because an address may have
 * letters that a format does not know.
 */
export function answerSchemaOf(document: DocumentNode, schema: GraphQLSchema, isBare = false): JsonSchema {
  const selecting = { schema, fragments: fragmentsOf(document) };

  function objectOf(nodes: readonly FieldNode[], type: GraphQLObjectType): JsonSchema {
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const fields = [...fieldsOf(sets, type, selecting)];
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(([key, inside]) => [key, memberOf(inside, type)])),
      required: fields.map(([key]) => key),
    };
  }

  function memberOf(nodes: readonly FieldNode[], parent: GraphQLObjectType): JsonSchema {
    const { type, description } = parent.getFields()[nodes[0]!.name.value] ?? {};
    if (!type) return { type: 'string', const: parent.name };
    return { ...nullableOf(type, nodes), ...(!isBare && description && { description }) };
  }

  function nullableOf(type: GraphQLOutputType, nodes: readonly FieldNode[]): JsonSchema {
    const some = someOf(getNullableType(type), nodes);
    if (isNonNullType(type) || !('type' in some)) return some;
    return { ...some, type: [some.type, 'null'], ...('enum' in some && { enum: [...(some.enum as []), null] }) };
  }

  function someOf(type: GraphQLOutputType, nodes: readonly FieldNode[]): JsonSchema {
    if (isListType(type)) return { type: 'array', items: nullableOf(type.ofType, nodes) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (isObjectType(type)) return objectOf(nodes, type);
    const { type: plain, ...more } = scalarSchema(String(type));
    return { ...(plain !== undefined && { type: plain }), ...(!isBare && more) };
  }

  const operation = getOperationAST(document)!;
  const root = schema.getRootType(operation.operation)!;
  const [nodes] = [...fieldsOf([operation.selectionSet], root, selecting).values()];
  const { type } = root.getFields()[nodes![0]!.name.value]!;
  return isBare ? nullableOf(type, nodes!) : someOf(getNullableType(type), nodes!);
}
