import SchemaBuilder, { type ObjectRef } from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import type { Instant } from '../rules/time.ts';
import type { ResolverContext } from './context.ts';

interface Types {
  Context: ResolverContext;
  DefaultFieldNullability: false;
  Scalars: {
    JSON: { Input: unknown; Output: unknown };
    DateTime: { Input: Instant; Output: string };
    Date: { Input: string; Output: string };
    DateOrDateTime: { Input: string; Output: string };
    Url: { Input: string; Output: string };
    Html: { Input: string; Output: string };
    TimeZone: { Input: string; Output: string };
  };
}

/**
 * Every type of the schema is made with this builder. It knows no types itself: they lie with their resources.
 * A field costs a tenth of a point unless it says more (`complexity`), and a list so for each of five elements; a point is
 * about a tenth of a millisecond. The limit is kept before an operation runs (`limits.ts`), not by the plug-in.
 */
export const builder = new SchemaBuilder<Types>({
  defaultFieldNullability: false,
  plugins: [ComplexityPlugin],
  complexity: { defaultComplexity: 0.1, defaultListMultiplier: 5, disabled: true },
});

/** An object type of this schema over records of one shape. */
export type ObjectType<R> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<Types>, R>;

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description: 'Everything that can be written. Each field is one unit: all of it happens or nothing does.',
});
