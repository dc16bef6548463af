import { type GraphQLField, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';

/**
 * The description of an output field that exists for REST bodies. It begins with the field of the same type that apps use
 * `instead`. The REST documentation shows only the `description`.
 */
export const forRest = (instead: string, description: string) => ({
  description: `For REST bodies; apps use \`${instead}\`. ${description}`,
  extensions: { inRest: description },
});

/** The description of a field in REST. */
export const descriptionInRest = ({
  description,
  extensions,
}: GraphQLField<unknown, unknown>): string | null | undefined =>
  (extensions.inRest as string | undefined) ?? description;

/** The schema, with the REST fields moved to the end of each type. */
export function restLast(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const fields = type.getFields();
    for (const [name, field] of Object.entries(fields)) {
      if (field.extensions.inRest === undefined) continue;
      delete fields[name];
      fields[name] = field;
    }
  }
  return schema;
}
