import { type GraphQLField, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';

/**
 * The description of an output field that exists for bodies of REST. It begins with the field of the same type that apps
 * take `instead`; the documentation of REST has the `description` alone.
 */
export const forRest = (instead: string, description: string) => ({
  description: `For REST bodies; apps take \`${instead}\`. ${description}`,
  extensions: { inRest: description },
});

/** What REST says of a field. */
export const descriptionInRest = ({
  description,
  extensions,
}: GraphQLField<unknown, unknown>): string | null | undefined =>
  (extensions.inRest as string | undefined) ?? description;

/** The same schema, in each type of which the fields that exist for REST stand below the others. */
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
