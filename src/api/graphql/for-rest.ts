import { type GraphQLField, type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** The description of an output field that exists for REST bodies. Apps use another field of the same type `instead`. */
export const forRest = (instead: string, description: string) => ({
  description,
  deprecationReason: `For REST bodies; apps use \`${instead}\`.`,
});

/** The description of a field in REST. */
export const descriptionInRest = ({
  description,
  extensions,
}: GraphQLField<unknown, unknown>): string | null | undefined =>
  (extensions.inRest as string | undefined) ?? description;

/** The schema, with the deprecated fields moved to the end of each type. */
export function deprecatedLast(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    const fields: Record<string, { deprecationReason?: string | null | undefined }> = type.getFields();
    for (const [name, field] of Object.entries(fields)) {
      if (!field.deprecationReason) continue;
      delete fields[name];
      fields[name] = field;
    }
  }
  return schema;
}
