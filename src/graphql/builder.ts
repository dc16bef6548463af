import SchemaBuilder, { type ObjectRef } from '@pothos/core';
import type { ResolverContext } from './context.ts';

interface Types {
  Context: ResolverContext;
  DefaultFieldNullability: false;
  Scalars: { JSON: { Input: unknown; Output: unknown } };
}

/** Every type of the schema is made with this builder. It knows no types itself: they lie with their resources. */
export const builder = new SchemaBuilder<Types>({ defaultFieldNullability: false });

/** An object type of this schema over records of one shape. */
export type ObjectType<R> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<Types>, R>;

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description: 'Everything that can be written. Each field is one unit: all of it happens or nothing does.',
});
