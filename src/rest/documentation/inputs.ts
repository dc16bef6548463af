import { describe } from '../../fields/describe.ts';
import type { Use } from '../../fields/examine.ts';
import { pageFields } from '../../fields/paging.ts';
import type { Field, FieldTable } from '../../fields/table.ts';
import { typedSchema } from '../../fields/typed.ts';
import { capitalized } from '../../rules/text.ts';
import { commonFields } from '../common.ts';
import { type Route, writesToRecord } from '../route.ts';
import { type JsonSchema, refTo } from './json-schema.ts';

/** A parameter as OpenAPI describes it. */
export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  style?: string;
  explode?: boolean;
}

/** Bodies and parameters of requests as the tables of fields say. */
export interface Inputs {
  /** By name: what creating and updating take. */
  schemas: Record<string, JsonSchema>;
  /** The name of what a route takes in its body, if it takes one. */
  bodyOf(route: Route): string | undefined;
  /** Each where it is taken, as clients of the reference read them: not by reference. */
  parametersOf(route: Route): Parameter[];
}

/** A part of a path. */
const pathParameter = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: name === 'id' ? 'Id of the record.' : 'Slug of the record, in any language.',
  schema: { type: name === 'id' ? 'integer' : 'string' },
});

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** What the record must be like that is written to. */
const PRECONDITIONS: readonly Parameter[] = [
  header('If-Match', 'The `ETag` that the record was read with: it is only written in that version.'),
  header('If-Unmodified-Since', 'A date of HTTP: the record is only written when it was not changed after it.'),
];

/** Describes what routes take. */
export function describeInputs(routes: readonly Route[]): Inputs {
  const names = new Map<FieldTable, string>();
  for (const { kind, input, patch } of routes) {
    if (input) names.set(input, `${capitalized(kind)}Input`);
    if (patch) names.set(patch, `${capitalized(kind)}Patch`);
  }
  const refOf = (table: FieldTable): string => refTo('schemas', names.get(table)!).$ref;
  const uses = routes.flatMap(({ input, patch }): [FieldTable, Use][] => [
    ...(input ? [[input, 'create'] as [FieldTable, Use]] : []),
    ...(patch ? [[patch, 'patch'] as [FieldTable, Use]] : []),
  ]);
  return {
    schemas: Object.fromEntries(uses.map(([table, use]) => [names.get(table)!, bodySchema(table, use, refOf)])),
    bodyOf: ({ input, patch }) => {
      const table = input ?? patch;
      return table && names.get(table);
    },
    parametersOf: (route) => [
      ...[...route.path.matchAll(/<(\w+)>/g)].map(([, name = '']) => pathParameter(name)),
      ...(writesToRecord(route) ? PRECONDITIONS : []),
      ...(route.filter ? [...queryParameters(pageFields), ...queryParameters(route.filter)] : []),
      ...commonParameters(),
    ],
  };
}

function bodySchema(table: FieldTable, use: Use, refOf: (table: FieldTable) => string): JsonSchema {
  const said = describe(table, use);
  const required = Object.entries(said).filter(([, field]) => field.required);
  return {
    type: 'object',
    ...(use === 'patch' ? { description: 'What is not sent stays as it is.' } : {}),
    properties: Object.fromEntries(
      Object.values(table).map((field) => [
        field.wire,
        { ...typedSchema(field, refOf), description: said[field.wire]!.description },
      ]),
    ),
    ...(required.length ? { required: required.map(([name]) => name) } : {}),
  };
}

/** What every operation takes. */
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
      required: false,
      description,
      schema: { ...schema, ...(standard == null ? {} : { default: meant(field, standard) }) },
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    };
  });
}

/** A default as typed programs write it: self-description says some of them as text. */
function meant({ kind }: Field, standard: unknown): unknown {
  const reading = kind.read(standard);
  return 'value' in reading ? reading.value : undefined;
}
