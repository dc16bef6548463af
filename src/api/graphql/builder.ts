import SchemaBuilder, { type InterfaceRef, type ObjectRef, type OutputRef } from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import type { Instant } from '../../domain/time.ts';
import type { ResolverContext } from './context.ts';
import { COSTS, LIST_LENGTH } from './costs.ts';

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
    Upload: { Input: string; Output: string };
  };
}

/**
 * Builds every type of the schema. The types themselves are defined with their resources.
 * `complexity` of a field says what it costs: see `costs.ts`. The plug-in only declares this option; `cost.ts` adds up.
 */
export const builder = new SchemaBuilder<Types>({
  defaultFieldNullability: false,
  plugins: [ComplexityPlugin],
  complexity: { defaultComplexity: COSTS.field, defaultListMultiplier: LIST_LENGTH, disabled: true },
});

/** An object type of this schema over records of one shape. */
export type ObjectType<R> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<Types>, R>;

/** The same for an interface. */
export type InterfaceType<R> = InterfaceRef<PothosSchemaTypes.ExtendDefaultTypes<Types>, R>;

/** The same type, over records of no known shape. Pothos cannot tell that a record whose shape is a parameter is no list. */
export const ofAny = (type: OutputRef<object>): OutputRef<object> => type;

builder.queryType({ description: 'All reads.' });
builder.mutationType({
  description: 'All writes. Each field is atomic: it takes effect completely or not at all.',
});
