import {
  type DocumentNode,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type JsonSchema, scalarSchema } from './input-schema.ts';

/** The schema of what a selection of a valid document without abstract types answers. */
export function outputSchemaOf(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  document: DocumentNode,
): JsonSchema {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  /** The members of a selection, by the names that they have in the answer. A name may be selected in several places. */
  function addMembers(of: GraphQLOutputType, { selections }: SelectionSetNode, to: Map<string, Member>): void {
    const object = getNamedType(of);
    for (const each of selections) {
      if (each.kind === Kind.FRAGMENT_SPREAD) addMembers(of, fragments.get(each.name.value)!.selectionSet, to);
      else if (each.kind === Kind.INLINE_FRAGMENT) addMembers(of, each.selectionSet, to);
      else {
        const name = (each.alias ?? each.name).value;
        const field = isObjectType(object) ? object.getFields()[each.name.value] : undefined;
        const inside = [...(to.get(name)?.inside ?? []), ...(each.selectionSet ? [each.selectionSet] : [])];
        to.set(name, { type: field?.type, inside });
      }
    }
  }
  function schemaOf(given: GraphQLOutputType | undefined, inside: readonly SelectionSetNode[]): JsonSchema {
    if (!given) return { type: 'string' };
    const one = oneOf(getNullableType(given) as GraphQLOutputType, inside);
    const { type: plain, enum: words } = one as { type?: string; enum?: string[] };
    if (isNonNullType(given) || plain === undefined) return one;
    return { ...one, type: [plain, 'null'], ...(words && { enum: [...words, null] }) };
  }
  function oneOf(type: GraphQLOutputType, inside: readonly SelectionSetNode[]): JsonSchema {
    if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, inside) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    // Only what clients check in any case: an address may have letters that a format does not know.
    if (isLeafType(type)) return typeAlone(scalarSchema(type.name));
    const members = new Map<string, Member>();
    for (const each of inside) addMembers(type, each, members);
    return {
      type: 'object',
      properties: Object.fromEntries([...members].map(([name, each]) => [name, schemaOf(each.type, each.inside)])),
      required: [...members.keys()],
    };
  }
  return schemaOf(type, selections ? [selections] : []);
}

const typeAlone = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type });

/** A field of an answer; without a type, `__typename`. */
interface Member {
  type: GraphQLOutputType | undefined;
  inside: readonly SelectionSetNode[];
}
