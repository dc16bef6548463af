import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { descriptionInRest } from '../../graphql/for-rest.ts';
import { bodyOf } from '../operations.ts';
import { ENVELOPE_WORDS } from '../response.ts';
import type { JsonSchema } from './json-schema.ts';

/** What an operation answers, and what GraphQL says of what it does. */
export interface Answered {
  schema: JsonSchema;
  description: string | undefined;
}

/** The bodies of operations as JSON Schemas, and those that fragments stand for by their names. */
export interface AnswerSchemas {
  /** What is below `body` of an operation. */
  operations: Record<string, Answered>;
  components: Record<string, JsonSchema>;
}

const SCALARS: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  Html: { type: 'string' },
  Url: { type: 'string' },
  TimeZone: { type: 'string' },
  JSON: { type: 'object', additionalProperties: true },
};

/** The name of the component that a fragment makes: `VenueBody` is a `Venue`. */
const componentOf = (fragment: string): string => fragment.replace(/Body$/, '');

/** Reads off the operation documents what REST sends. A document is the body as it is sent, so it is its schema too. */
export function answerSchemas(document: DocumentNode, schema: GraphQLSchema): AnswerSchemas {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }

  /** The fields of a selection by key, fragments spread. */
  function fieldsOf(set: SelectionSetNode): Map<string, FieldNode> {
    const fields = new Map<string, FieldNode>();
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) fields.set(node.alias?.value ?? node.name.value, node);
      else {
        const inner =
          node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)!.selectionSet;
        for (const [key, field] of fieldsOf(inner)) fields.set(key, field);
      }
    }
    return fields;
  }

  /** The last fragment that a selection spreads: the component that it is. What it selects besides is optional there. */
  const spreadIn = (set: SelectionSetNode): string | undefined =>
    set.selections.findLast((node) => node.kind === Kind.FRAGMENT_SPREAD)?.name.value;

  function objectOf(set: SelectionSetNode, type: GraphQLOutputType): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const [key, node] of fieldsOf(set)) {
      if (ENVELOPE_WORDS.has(key)) continue;
      properties[key] = fieldSchema(node, type);
      if (!node.directives?.some(isOmitting)) required.push(key);
    }
    return { type: 'object', properties, required };
  }

  function selected(set: SelectionSetNode, type: GraphQLOutputType): JsonSchema {
    const fragment = spreadIn(set);
    return fragment ? { $ref: `#/components/schemas/${componentOf(fragment)}` } : objectOf(set, type);
  }

  function fieldSchema(node: FieldNode, parent: GraphQLOutputType): JsonSchema {
    const named = getNamedType(parent);
    const field = isObjectType(named) || isInterfaceType(named) ? named.getFields()[node.name.value] : undefined;
    const plain = field ? typeSchema(field.type, node) : { type: 'string' };
    const description = field && descriptionInRest(field);
    const described = description ? { description } : {};
    return (node.directives ?? []).reduce(changed, { ...plain, ...('$ref' in plain ? {} : described) });
  }

  function typeSchema(type: GraphQLOutputType, node: FieldNode): JsonSchema {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return { type: 'array', items: typeSchema(nullable.ofType, node) };
    if (isEnumType(nullable)) return { type: 'string', enum: nullable.getValues().map(({ name }) => name) };
    return node.selectionSet ? selected(node.selectionSet, nullable) : { ...SCALARS[nullable.toString()] };
  }

  const components: Record<string, JsonSchema> = {};
  for (const [name, { selectionSet, typeCondition }] of fragments) {
    components[componentOf(name)] = objectOf(
      selectionSet,
      schema.getType(typeCondition.name.value) as GraphQLOutputType,
    );
  }
  const bodies: Record<string, Answered> = {};
  for (const operation of operations) {
    const root = operation.selectionSet.selections[0] as FieldNode;
    const field = schema.getRootType(operation.operation)!.getFields()[root.name.value]!;
    const body = bodyOf(operation)!;
    const type =
      body === root
        ? field.type
        : (getNullableType(field.type) as GraphQLObjectType).getFields()[body.name.value]!.type;
    bodies[operation.name!.value] = {
      schema: selected(body.selectionSet!, getNullableType(type)),
      description: descriptionInRest(field) ?? undefined,
    };
    const fragment = spreadIn(body.selectionSet!);
    const component = fragment ? components[componentOf(fragment)] : undefined;
    const whole = component && objectOf(body.selectionSet!, getNullableType(type));
    // What only some operations select of a record may be there.
    if (whole) component.properties = { ...whole.properties, ...component.properties };
  }
  return { operations: bodies, components };
}

const argumentOf = (directive: DirectiveNode, name: string): unknown => {
  const argument = directive.arguments?.find((each) => each.name.value === name);
  return argument && valueFromASTUntyped(argument.value);
};

const isOmitting = (directive: DirectiveNode): boolean => argumentOf(directive, 'omit') === true;

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** What a directive of the shape makes of a schema. */
function changed(schema: JsonSchema, directive: DirectiveNode): JsonSchema {
  switch (directive.name.value) {
    case 'lower':
      return { ...schema, enum: schema.enum?.map((word) => String(word).toLowerCase()) };
    case 'text':
      return { ...schema, type: 'string' };
    case 'constant': {
      const value = argumentOf(directive, 'value');
      return Array.isArray(value)
        ? { type: 'array', items: {} }
        : { type: typeof value === 'number' ? 'integer' : typeOf(value), const: value };
    }
    case 'list':
      return { type: 'array', items: schema };
    case 'single':
      return { oneOf: [schema.items ?? {}, { type: 'array', items: schema.items ?? {} }] };
    case 'ifEmpty': {
      const shown = argumentOf(directive, 'show');
      if (shown === undefined || (shown === 0 && schema.type === 'integer')) return schema;
      return { oneOf: [schema, { type: typeOf(shown), const: shown }] };
    }
    default:
      return schema;
  }
}
