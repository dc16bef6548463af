import { type ErrorCode, httpStatus } from '../../errors.ts';
import { capitalized } from '../../rules/text.ts';
import { LARGEST_BODY } from '../body.ts';
import { type Route, writesToRecord } from '../route.ts';
import type { Examples } from './examples.ts';
import { type JsonSchema, type Ref, refTo } from './json-schema.ts';
import { doneOf } from './words.ts';

/** An answer as OpenAPI describes it. */
export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content: Record<'application/json', { schema: JsonSchema; example?: unknown; examples?: object }>;
}

const number = (description: string) => ({ description, schema: { type: 'integer' } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

const RETRY_AFTER = { 'Retry-After': number('Seconds after which to ask again.') };

/** What an error of a status is about, under the name of its component. */
const FAILURES: Readonly<Record<number, Pick<Response, 'description' | 'headers'> & { name: string }>> = {
  400: {
    name: 'Invalid',
    description: 'Input that is missing, not valid or too much. `data.params` names it where it has names.',
  },
  401: { name: 'Unauthenticated', description: 'No credentials where they are needed, or wrong ones.' },
  403: {
    name: 'Forbidden',
    description: 'A record or an action that the caller has no right to, or a form that the page of another site sent.',
  },
  404: { name: 'NotFound', description: 'A page past the end, or something that is not there.' },
  410: { name: 'Gone', description: 'A record that is in the trash already.' },
  412: {
    name: 'Changed',
    description:
      'The record is not as `If-Match` or `If-Unmodified-Since` says; `data.current` is the record as it is.',
  },
  413: { name: 'TooLarge', description: `A body of more than ${LARGEST_BODY.toLocaleString('en')} bytes.` },
  429: {
    name: 'TooManyRequests',
    description: 'More requests in a minute than the operator allows, or too many wrong passwords.',
    headers: RETRY_AFTER,
  },
  503: {
    name: 'Unavailable',
    description: 'Not now: the data cannot be reached, or too much is being asked at this moment.',
    headers: RETRY_AFTER,
  },
};

/** What every operation may answer. */
const ALWAYS = [400, 401, 429, 503];

/** The errors by the names that operations refer to. */
export const failureResponses = ({ failures }: Examples): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(FAILURES).map(([status, { name, ...told }]) => [
      name,
      {
        ...told,
        content: {
          'application/json': {
            schema: refTo('schemas', 'Error'),
            examples: Object.fromEntries(
              Object.entries(failures[status] ?? {}).map(([code, value]) => [code, { value }]),
            ),
          },
        },
      },
    ]),
  );

/** References to what every operation may answer, and to errors of further statuses. */
export const failing = (...statuses: number[]): Record<number, Ref> =>
  Object.fromEntries([...ALWAYS, ...statuses].map((status) => [status, refTo('responses', FAILURES[status]!.name)]));

/** References to the errors that a route answers with. */
export function failuresOf(route: Route): Record<number, Ref> {
  const { failures = [], right, pastTheEnd, input, patch } = route;
  const codes: ErrorCode[] = [...failures];
  if (right) codes.push('FORBIDDEN');
  if (writesToRecord(route)) codes.push('CONFLICT');
  if (pastTheEnd) codes.push(pastTheEnd);
  if (input ?? patch) codes.push('TOO_LARGE');
  return failing(...codes.map(httpStatus));
}

/** What the operation of a route answers when all went well. */
export function answerOf(route: Route, record: JsonSchema, example: unknown): Response {
  const headers = {
    ...(route.filter ? LIST_HEADERS : {}),
    ...(route.located ? { Location: text('Address of the record in REST.') } : {}),
  };
  return {
    description: doneOf(route),
    ...(Object.keys(headers).length ? { headers } : {}),
    content: { 'application/json': { schema: route.filter ? refTo('schemas', listName(route)) : record, example } },
  };
}

/** What REST answers that no operation document says. */
export const ownAnswer = (description: string, example: unknown): Response => ({
  description,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
});

const LIST_HEADERS = {
  'X-TEC-Total': number('How many records match.'),
  'X-TEC-TotalPages': number('How many pages there are.'),
};

/** The name of the schema of a list: `EventList`. Generated clients name a type after it. */
export const listName = ({ kind }: Route): string => `${capitalized(kind)}List`;

/** The schema of a page of a list: what its operation answers, with links. */
export function listSchema({ properties, required = [], ...rest }: JsonSchema): JsonSchema {
  const link = (description: string): JsonSchema => ({ type: 'string', description });
  return {
    ...rest,
    properties: {
      ...properties,
      rest_url: link('Address of this page, with everything that it was filtered by.'),
      next_rest_url: link('Address of the next page, if there is one.'),
      previous_rest_url: link('Address of the page before, if there is one.'),
    },
    required: [...required, 'rest_url'],
  };
}

/** Every error. */
export const ERROR: JsonSchema = {
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
          description: 'What is wrong by parameter; for missing parameters their names.',
          oneOf: [
            { type: 'array', items: { type: 'string' } },
            { type: 'object', additionalProperties: { type: 'string' } },
          ],
        },
        details: {
          type: 'object',
          description: 'Code and message by parameter.',
          additionalProperties: {
            type: 'object',
            required: ['code', 'message'],
            properties: {
              code: { type: 'string' },
              message: { type: 'string' },
              data: { type: 'object', additionalProperties: true },
            },
          },
        },
        current: {
          type: 'object',
          additionalProperties: true,
          description: 'The record as it is, where it was changed.',
        },
        term_id: { type: 'integer', description: 'Id of the term that has the name already.' },
      },
    },
  },
};
