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

/** The schema of what an operation answers, and the GraphQL description of what it does. */
interface Answered {
  schema: JsonSchema;
  description: string | undefined;
}

/** The bodies of operations as JSON Schemas, and the components that fragments make, by name. */
export interface AnswerSchemas {
  /** The content of `body`, by operation. */
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

/** The name of the component that a fragment makes: `VenueBody` makes `Venue`. */
const componentOf = (fragment: string) => fragment.replace(/Body$/, '');

/** Derives the schemas from the operation documents. A document has the structure of the body that REST sends. */
export function answerSchemas(document: DocumentNode, schema: GraphQLSchema): AnswerSchemas {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }

  /** The fields of a selection by key, with fragments expanded. */
  function fieldsOf(set: SelectionSetNode) {
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

  /** The last fragment that a selection spreads. It names the component; fields beside it are optional there. */
  const spreadIn = (set: SelectionSetNode) =>
    set.selections.findLast((node) => node.kind === Kind.FRAGMENT_SPREAD)?.name.value;

  function objectOf(set: SelectionSetNode, type: GraphQLOutputType): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const [alias, node] of fieldsOf(set)) {
      if (ENVELOPE_WORDS.has(alias)) continue;
      const key = keyOf(node) ?? alias;
      properties[key] = either(properties[key], fieldSchema(node, type));
      if (!node.directives?.some(isOmitting)) required.push(key);
    }
    return { type: 'object', properties, required };
  }

  function selected(set: SelectionSetNode, type: GraphQLOutputType): JsonSchema {
    const fragment = spreadIn(set);
    return fragment ? { $ref: `#/components/schemas/${componentOf(fragment)}` } : objectOf(set, type);
  }

  function fieldSchema(node: FieldNode, parent: GraphQLOutputType) {
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
    // Fields of a record that only some operations select are optional.
    if (whole) component.properties = { ...whole.properties, ...component.properties };
  }
  return { operations: bodies, components };
}

const argumentOf = (directive: DirectiveNode, name: string) => {
  const argument = directive.arguments?.find((each) => each.name.value === name);
  return argument && valueFromASTUntyped(argument.value);
};

/** The name that the directive `@key` gives to a field. */
const keyOf = ({ directives = [] }: FieldNode) => {
  const key = directives.find(({ name }) => name.value === 'key');
  return key && (argumentOf(key, 'name') as string);
};

/** The schema for several fields of the same name. */
const either = (existing: JsonSchema | undefined, other: JsonSchema) =>
  existing ? { anyOf: [...(existing.anyOf ?? [existing]), other] } : other;

const isOmitting = (directive: DirectiveNode) => argumentOf(directive, 'omit') === true;

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Applies a directive of the shape to a schema. */
function changed(schema: JsonSchema, directive: DirectiveNode) {
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
      if (!Array.isArray(shown)) return { oneOf: [schema, { type: typeOf(shown), const: shown }] };
      // Mesh would read a choice of an object and a list as a list. With both types at once, it makes any JSON of it.
      return {
        type: [schema.type, 'array'].flat() as string[],
        items: {},
        oneOf: [schema, { type: 'array', items: {}, const: shown }],
      };
    }
    default:
      return schema;
  }
}
