import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type InlineFragmentNode,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  isUnionType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { LONGEST_SLICE } from '../../domain/fields/slice.ts';
import { COSTS, type COUNTS, type OF_RECORDS, type Points } from './costs.ts';
import { fragmentsOf } from './writer/fields.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The operation of a document to run, and its variables. */
export interface OperationRequest {
  operationName?: string | null;
  variables?: Variables | null;
}

/**
 * The maximum cost of an operation, from the `complexity` of its fields and the possible length of its lists.
 * 0 if nothing will run: no such operation, or wrong variables, which execution reports in detail.
 * @throws GraphQLError if the cost cannot be computed: an invalid document, or an argument that a variable makes invalid
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: OperationRequest,
): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  return complexity(schema, document, operation, variables ?? {});
}

/**
 * The maximum cost of a document with one operation for any variables: the longest pages and lists, with text and place filters.
 * Documents for which `combinesFilters` is true can cost more, and writes that create other records.
 */
export function greatestCostOf(schema: GraphQLSchema, document: DocumentNode): number {
  const operation = getOperationAST(document)!;
  const dearest = (operation.variableDefinitions ?? []).map(({ variable, type }) => [
    variable.name.value,
    dearestOf(typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType),
  ]);
  return complexity(schema, document, operation, Object.fromEntries(dearest));
}

/** Whether variables of its one operation can combine filters, whose number is not known in advance. */
export function combinesFilters(schema: GraphQLSchema, document: DocumentNode): boolean {
  const { variableDefinitions = [] } = getOperationAST(document)!;
  return variableDefinitions.some(({ type }) => isCombined(typeFromAST(schema, type as NamedTypeNode)));
}

function isCombined(type: GraphQLType | undefined) {
  const named = getNamedType(type);
  return isInputObjectType(named) && 'or' in named.getFields();
}

/** Sample values of scalars that are not text. No list is longer than the largest number. */
const VALUES: Readonly<Record<string, unknown>> = {
  Int: 2 ** 31 - 1,
  Float: 0,
  Boolean: true,
  DateTime: '2000-01-01T00:00:00Z',
  Date: '2000-01-01',
};

/** Filters that make lists more expensive: by text and by place. */
const DEAR_FILTERS: ReadonlySet<string> = new Set(['search', 'near', 'within', 'city']);
/** The most expensive filters of a type, and otherwise its smallest valid value. */
function dearestOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return dearestOf(type.ofType);
  // How many filters are combined is not known in advance.
  if (isListType(type)) return isCombined(type.ofType) ? [] : Array(LONGEST_SLICE).fill(dearestOf(type.ofType));
  if (isEnumType(type)) {
    const words = type.getValues().map(({ name }) => name);
    // No index has this order.
    return words.find((word) => word === 'TITLE') ?? words[0]!;
  }
  if (!isInputObjectType(type)) return VALUES[type.name] ?? 'a';
  const all = Object.values(type.getFields());
  const fields = type.isOneOf
    ? all.slice(0, 1)
    : all.filter((field) => isRequiredInputField(field) || DEAR_FILTERS.has(field.name));
  return Object.fromEntries(fields.map((field) => [field.name, dearestOf(field.type)]));
}

/** What a selection costs. */
interface Selected {
  /** Once for the object. */
  once: number;
  /** For each record of a list. */
  each: number;
  /** Whether the list is counted. */
  counts: boolean;
}

const NOTHING: Selected = { once: 0, each: 0, counts: false };

/** 0 for wrong variables. @throws GraphQLError for a document that validation will refuse */
function complexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  sent: Variables,
) {
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], sent, { maxErrors: 1 });
  if (read.errors) return 0;
  const variables = read.coerced;
  const fragments = fragmentsOf(document);
  /** What is known of each selection in each type; null while it is being counted. */
  const known = new Map<SelectionSetNode, Map<GraphQLNamedType, Selected | null>>();

  function costIn(set: SelectionSetNode, type: GraphQLNamedType) {
    const types = known.get(set) ?? new Map<GraphQLNamedType, Selected | null>();
    known.set(set, types);
    const found = types.get(type);
    if (found) return found;
    if (found === null) throw new GraphQLError('A fragment is inside itself.');
    types.set(type, null);
    const sum: Selected = { once: 0, each: 0, counts: false };
    for (const selection of set.selections) {
      const { once, each, counts } =
        selection.kind === Kind.FIELD ? costOfField(selection, type) : spread(selection, type);
      sum.once += once;
      sum.each += each;
      sum.counts ||= counts;
    }
    types.set(type, sum);
    return sum;
  }

  function spread(node: FragmentSpreadNode | InlineFragmentNode, type: GraphQLNamedType) {
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    const on = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
    if (!fragment || !on) throw new GraphQLError('A fragment or its type is unknown.');
    // Where the type of a record is known, only what fits it counts.
    if (!isObjectType(type)) return costIn(fragment.selectionSet, on);
    const fits = on === type || (isAbstractType(on) && schema.isSubType(on, type));
    return fits ? costIn(fragment.selectionSet, type) : NOTHING;
  }

  function costOfField(node: FieldNode, type: GraphQLNamedType): Selected {
    const name = node.name.value;
    if (name.startsWith('__'))
      return { once: node.selectionSet ? COSTS.introspection : COSTS.field, each: 0, counts: false };
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    if (!field) throw new GraphQLError(`There is no field ${type.name}.${name}.`);
    const { field: own = COSTS.field, multiplier = 1, types, records = 0, total = 0 } = priceOf(field, node, variables);
    const shown = getNamedType(field.type);
    const inside = (of: GraphQLNamedType) => (node.selectionSet ? costIn(node.selectionSet, of) : NOTHING);
    const { once, each, counts } = inside(shown);
    const within =
      types?.reduce<number>((sum, name) => {
        const of = schema.getType(String(name));
        return sum + inside(isObjectType(of) && isUnionType(shown) && schema.isSubType(shown, of) ? of : shown).once;
      }, 0) ?? multiplier * once;
    const sum = own + within + records * (COSTS.record + each) + (counts ? total : 0);
    // Lists in lists may multiply beyond all numbers.
    const cost = Math.min(sum, Number.MAX_SAFE_INTEGER);
    const { ofRecords, counts: isCount = false } = field.extensions as Partial<typeof OF_RECORDS & typeof COUNTS>;
    return ofRecords ? { once: 0, each: cost, counts: isCount } : { once: cost, each: 0, counts: isCount };
  }

  return Math.ceil(COSTS.operation + costIn(operation.selectionSet, schema.getRootType(operation.operation)!).once);
}

/** What a field says that it costs. @throws GraphQLError for invalid arguments */
function priceOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables) {
  const said = field.extensions.complexity as number | Points | ((args: object) => number | Points) | undefined;
  const price = typeof said === 'function' ? said(getArgumentValues(field, node, variables)) : said;
  return typeof price === 'number' ? { field: price } : (price ?? {});
}
