import { describe } from '../../../domain/fields/describe.ts';
import type { Use } from '../../../domain/fields/examine.ts';
import { pageFields } from '../../../domain/fields/paging.ts';
import type { Field, FieldTable } from '../../../domain/fields/table.ts';
import { typedSchema } from '../../../domain/fields/typed.ts';
import { capitalized } from '../../../domain/text.ts';
import { FEED_FORMS } from '../../../kinds/addresses.ts';
import { commonFields } from '../common.ts';
import { type Route, writes, writesToRecord } from '../route.ts';
import { type JsonSchema, refTo } from './json-schema.ts';

/** A parameter, as OpenAPI describes it. */
export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  style?: string;
  explode?: boolean;
}

/** The bodies and parameters of requests, derived from the field tables. */
export interface Inputs {
  /** The schemas of what creating and updating take, by name. */
  schemas: Record<string, JsonSchema>;
  /** The name of the schema for the body of a route, if the route takes a body. */
  bodyOf(route: Route): string | undefined;
  /** The parameters of a route, in full and not by reference, because clients of the reference read them that way. */
  parametersOf(route: Route): Parameter[];
}

const pathParameter = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  ...(name === 'form'
    ? { description: 'Format of the feed.', schema: { type: 'string', enum: FEED_FORMS } }
    : {
        description: name === 'id' ? 'Id of the record.' : 'Slug of the record, in any language.',
        schema: { type: name === 'id' ? 'integer' : 'string' },
      }),
});

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** The header that makes a write safe to repeat. */
const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'A unique text of your choice, such as a UUID. For 24 hours, a request with the same key writes nothing and shows the record that the first one wrote.',
);

/** Headers that say what a record must be like for a write. */
const PRECONDITIONS: readonly Parameter[] = [
  header('If-Match', 'The `ETag` that you read the record with. It is written only if it still has that version.'),
  header('If-Unmodified-Since', 'An HTTP date. The record is written only if it was not changed after that date.'),
];

/** The header that says where a stream continues. */
const LAST_EVENT_ID = header(
  'Last-Event-ID',
  'For a stream, instead of `after`: the `id` of the last event that you received.',
);

/** The headers of what writes to a record. */
export const WRITING: readonly Parameter[] = [IDEMPOTENCY_KEY, ...PRECONDITIONS];

/** Describes what routes take. */
export function describeInputs(routes: readonly Route[]): Inputs {
  const bodies = new Map<FieldTable, { name: string; use: Use }>();
  for (const { kind, input, patch } of routes) {
    if (input) bodies.set(input, { name: `${capitalized(kind!)}Input`, use: 'create' });
    if (patch) bodies.set(patch, { name: `${capitalized(kind!)}Patch`, use: 'patch' });
  }
  const refOf = (table: FieldTable) => refTo('schemas', bodies.get(table)!.name).$ref;
  return {
    schemas: Object.fromEntries([...bodies].map(([table, { name, use }]) => [name, bodySchema(table, use, refOf)])),
    bodyOf: ({ input, patch }) => {
      const table = input ?? patch;
      return table && bodies.get(table)?.name;
    },
    parametersOf: (route) => [
      ...[...route.path.matchAll(/<(\w+)>/g)].map(([, name = '']) => pathParameter(name)),
      ...(writes(route) ? [IDEMPOTENCY_KEY] : []),
      ...(writesToRecord(route) ? PRECONDITIONS : []),
      ...(route.filter && !route.feed && !route.lines ? queryParameters(pageFields) : []),
      ...(route.filter ? queryParameters(route.filter) : []),
      ...queryParameters({ ...route.variables, ...route.deletion }),
      ...(route.live ? [LAST_EVENT_ID] : []),
      ...commonParameters(),
    ],
  };
}

function bodySchema(table: FieldTable, use: Use, refOf: (table: FieldTable) => string): JsonSchema {
  const said = describe(table, use);
  const required = Object.entries(said).filter(([, field]) => field.required);
  return {
    type: 'object',
    ...(use === 'patch' ? { description: 'Fields that you leave out keep their values.' } : {}),
    properties: Object.fromEntries(
      Object.values(table).map((field) => [
        field.wire,
        { ...typedSchema(field, refOf), description: said[field.wire]!.description },
      ]),
    ),
    ...(required.length ? { required: required.map(([name]) => name) } : {}),
  };
}

/** The parameters that every operation takes. */
export const commonParameters = (): Parameter[] => queryParameters(commonFields);

const nowhere = (): never => {
  throw new Error('A filter takes no records.');
};

function queryParameters(table: FieldTable): Parameter[] {
  const said = describe(table, 'filter');
  return Object.values(table).map((field) => {
    const { description, default: standard } = said[field.wire]!;
    const schema = typedSchema(field, nowhere);
    return {
      name: field.wire,
      in: 'query',
      required: field.required ?? false,
      description,
      schema: { ...schema, ...(standard == null ? {} : { default: wireDefault(field, standard) }) },
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    };
  });
}

/** A default in its own type. Self-description writes some defaults as text. */
function wireDefault({ kind }: Field, standard: unknown): unknown {
  const reading = kind.read(standard);
  return 'value' in reading ? reading.value : undefined;
}
