import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** A place where a variable is used: the argument or the field of an input, and the names that lead there from its argument. */
interface Place {
  of: GraphQLArgument | GraphQLInputField;
  steps: readonly string[];
}

/** The places of variables. */
export type Places = ReadonlyMap<string, readonly Place[]>;

/** Finds the places of the variables of a valid document. */
export function placesOf(document: DocumentNode, schema: GraphQLSchema): Places {
  const places = new Map<string, Place[]>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Variable({ name }, _key, parent, _path, ancestors) {
        const steps = [...ancestors, parent].flatMap((each) => nameOf(each as ASTNode));
        const field = (parent as ASTNode | undefined)?.kind === Kind.OBJECT_FIELD && steps.at(-1);
        const inside = getNamedType(info.getParentInputType());
        const of = field && isInputObjectType(inside) ? inside.getFields()[field] : info.getArgument();
        if (of) places.set(name.value, [...(places.get(name.value) ?? []), { of, steps }]);
      },
    }),
  );
  return places;
}

const nameOf = (node: ASTNode) =>
  node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD ? [node.name.value] : [];
