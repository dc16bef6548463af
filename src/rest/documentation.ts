import { type GraphQLSchema, parse } from 'graphql';
import { type ErrorCode, httpStatus } from '../errors.ts';
import { describe } from '../fields/describe.ts';
import { pageFields } from '../fields/paging.ts';
import type { FieldTable } from '../fields/table.ts';
import { LARGEST_BODY } from './body.ts';
import { bodySchemas, type JsonSchema } from './body-schema.ts';
import { commonFields } from './common.ts';
import type { Method, Route } from './route.ts';

interface DocumentationDeps {
  routes: readonly Route[];
  /** Texts of the operation documents. */
  documents: readonly string[];
  schema: GraphQLSchema;
  /** Address of the namespace. */
  server: string;
}

interface Parameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  description: string;
  schema: JsonSchema;
  style?: string;
  explode?: boolean;
}

/** What a route that REST answers by itself takes and says besides. */
interface Own {
  more?: Parameter[];
  failures?: object;
}

/** The interface as an OpenAPI 3.1 document, made of the same rows, tables and operation documents that answer it. */
export function createDocumentation({ routes, documents, schema, server }: DocumentationDeps): object {
  const { operations, components } = bodySchemas(parse(documents.join('\n')), schema);
  const language = queryParameters(commonFields);
  const own = (operationId: string, summary: string, { more = [], failures = {} }: Own = {}) => ({
    get: {
      operationId,
      summary,
      parameters: [...more, ...language],
      responses: { 200: answer({ type: 'object' }), 400: INVALID, 401: UNAUTHENTICATED, ...failures },
    },
  });
  const paths: Record<string, Record<string, unknown>> = {
    '/': own('DescribeNamespace', 'Every route with its methods and arguments.', {
      more: [namespace],
      failures: { 404: failure('A namespace that is not there.') },
    }),
    '/doc': own('ReadDocumentation', 'This document.'),
  };
  for (const route of routes) {
    const path = route.path.replace(/<(\w+)>/, '{$1}');
    const described = route.methods.map((method) => [
      method.toLowerCase(),
      operation(route, method, operations[route.operation] ?? {}),
    ]);
    paths[path] = { ...paths[path], ...Object.fromEntries(described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Event calendar',
      version: '1.0.0',
      description:
        'Events, venues, organizers, categories and tags. Dates are `YYYY-MM-DD HH:MM:SS`. Texts are in English, Korean and Spanish.',
    },
    servers: [{ url: server }],
    // Reading needs no credentials; writing does.
    security: [{}, { basic: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: { ...components, ImageSize: imageSize, Error: errorSchema },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'User name and application password.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An application password.' },
      },
    },
  };
}

function operation(route: Route, method: Method, body: JsonSchema): object {
  const suffix =
    method === 'PUT' || method === 'PATCH' ? `With${method.charAt(0)}${method.slice(1).toLowerCase()}` : '';
  const bySlug = route.path.includes('<slug>') ? 'BySlug' : '';
  const written = route.input ?? route.patch;
  return {
    operationId: `${route.operation}${bySlug}${suffix}`,
    tags: [route.kind],
    parameters: [
      ...pathParameters(route.path),
      ...(route.filter ? [...queryParameters(pageFields), ...queryParameters(route.filter)] : []),
      ...queryParameters(commonFields),
    ],
    ...(written ? { requestBody: requestBody(written, route.input ? 'create' : 'patch') } : {}),
    responses: {
      [route.input ? 201 : 200]: route.filter ? listAnswer(body) : answer(body),
      400: INVALID,
      401: UNAUTHENTICATED,
      ...failuresOf(route),
    },
  };
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/<(\w+)>/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'Id of the record.' : 'Slug of the record, in any language.',
    schema: { type: name === 'id' ? 'integer' : 'string' },
  }));

const queryParameters = (table: FieldTable): Parameter[] =>
  Object.entries(describe(table, 'filter')).map(([name, { description, required, default: standard, ...schema }]) => ({
    name,
    in: 'query',
    required,
    description,
    schema: { ...(schema as JsonSchema), ...(standard === undefined ? {} : { default: standard }) },
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
  }));

function requestBody(table: FieldTable, use: 'create' | 'patch'): object {
  const fields = Object.entries(describe(table, use));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { required: _, default: __, ...field }]) => [name, field])),
    ...(use === 'create' ? { required: fields.filter(([, { required }]) => required).map(([name]) => name) } : {}),
  };
  const content = { schema };
  return {
    required: use === 'create',
    content: {
      'application/json': content,
      'application/x-www-form-urlencoded': content,
      'multipart/form-data': content,
    },
  };
}

const answer = (schema: JsonSchema): object => ({ description: 'Done.', content: { 'application/json': { schema } } });

function listAnswer(body: JsonSchema): object {
  const link = (description: string): JsonSchema => ({ type: 'string', description });
  const schema = {
    ...body,
    properties: {
      ...body.properties,
      rest_url: link('Address of this page, with everything that it was filtered by.'),
      next_rest_url: link('Address of the next page, if there is one.'),
      previous_rest_url: link('Address of the page before, if there is one.'),
    },
  };
  const total = (description: string) => ({ description, schema: { type: 'integer' } });
  const headers = {
    'X-TEC-Total': total('How many records match.'),
    'X-TEC-TotalPages': total('How many pages there are.'),
  };
  return { ...answer(schema), headers };
}

const failure = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** What an error of a status is about. */
const ABOUT: Readonly<Record<number, string>> = {
  403: 'A record or an action that the caller has no right to.',
  404: 'A page past the end, or a record that is not there.',
  410: 'A record that is in the trash already.',
  413: `A body of more than ${LARGEST_BODY} bytes.`,
};

function failuresOf({ failures = [], right, pastTheEnd, input, patch }: Route): object {
  const codes: ErrorCode[] = [...failures];
  if (right) codes.push('FORBIDDEN');
  if (pastTheEnd) codes.push(pastTheEnd);
  if (input ?? patch) codes.push('TOO_LARGE');
  return Object.fromEntries(codes.map(httpStatus).map((status) => [status, failure(ABOUT[status]!)]));
}

const INVALID = failure('Input that is missing or not valid; `data.params` names it.');
const UNAUTHENTICATED = failure('No credentials where they are needed, or wrong ones.');

const namespace: Parameter = {
  name: 'namespace',
  in: 'query',
  required: false,
  description: 'Name of the namespace.',
  schema: { type: 'string' },
};

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'For programs.' },
    message: { type: 'string', description: 'For people.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer' },
        params: {
          type: ['object', 'array'],
          description: 'What is wrong by parameter; for missing parameters their names.',
        },
        details: { type: 'object', description: 'Code and message by parameter.' },
        term_id: { type: 'integer', description: 'Id of the term that has the name already.' },
      },
    },
  },
};

/** What the operation documents cannot say: `sizes` of an image is JSON, because its keys are no names. */
const imageSize = {
  type: 'object',
  description: 'One of the `sizes` of an image; they are there when known.',
  properties: {
    width: { type: 'integer' },
    height: { type: 'integer' },
    'mime-type': { type: 'string' },
    filesize: { type: 'integer' },
    url: { type: 'string' },
  },
};
