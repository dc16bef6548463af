import { type Kind, RECORD_BY_ID, type WireSchema } from './kind.ts';
import { limited } from './limits.ts';
import type { Field, FieldTable } from './table.ts';

const TYPES = {
  Int: 'integer',
  Float: 'number',
  String: 'string',
  Boolean: 'boolean',
  DateTime: 'string',
  DateOrDateTime: 'string',
} as const;

/** Gives the place that describes the fields of a new record inside another one. */
type RefOf = (inline: FieldTable) => string;

/**
 * How typed programs write a field in JSON, with one form for each meaning. The APIs take more, such as numbers as text. Null is
 * allowed where it clears.
 */
export function typedSchema({ kind, inline, clearable }: Field, refOf: RefOf): WireSchema {
  const schema = limited(inline ? linkSchema(refOf(inline)) : (kind.typed ?? ofType(kind)), kind);
  return clearable ? orNull(schema) : schema;
}

function ofType({ type, list, schema: { format } }: Kind<unknown>) {
  if (typeof type === 'object' && !('words' in type))
    throw new Error(`${JSON.stringify(type)} does not say how it is written.`);
  const item: WireSchema =
    typeof type === 'object'
      ? { type: 'string', enum: type.words }
      : { type: TYPES[type], ...(format ? { format } : {}) };
  return list ? { type: 'array', items: item } : item;
}

/** The schema of links to records: one or several, by id or with the fields of a new one. */
function linkSchema($ref: string): WireSchema {
  const forms: readonly WireSchema[] = [{ type: 'integer' }, RECORD_BY_ID, { $ref }];
  return { anyOf: [...forms, { type: 'array', items: { anyOf: forms } }] };
}

function orNull(schema: WireSchema): WireSchema {
  if (schema.anyOf) return { anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.enum) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...[schema.type ?? []].flat(), 'null'] };
}
