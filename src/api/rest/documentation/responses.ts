import { type ErrorCode, type ErrorStatus, httpStatus } from '../../../domain/errors.ts';
import { capitalized } from '../../../domain/text.ts';
import { type FeedForm, RANGE_FORM } from '../../../kinds/addresses.ts';
import { LARGEST_BODY } from '../body.ts';
import { type Route, writes, writesToRecord } from '../route.ts';
import type { Examples } from './examples.ts';
import { type JsonSchema, type Ref, refTo } from './json-schema.ts';
import { doneOf } from './words.ts';

type ContentType = 'application/json' | 'text/event-stream';

/** An answer, as OpenAPI describes it. */
interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content: Partial<Record<ContentType, { schema: JsonSchema; example?: unknown; examples?: object }>>;
}

const number = (description: string) => ({ description, schema: { type: 'integer' } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

const RETRY_AFTER = { 'Retry-After': number('Seconds to wait before you ask again.') };

/** The statuses that the document lists: not 405 and 501, and not 408 and 500, with which any server may answer. */
type DocumentedStatus = Exclude<ErrorStatus, 405 | 408 | 500 | 501>;

/** What an error of each status is about, and the name of its component. */
const FAILURES: Readonly<Record<DocumentedStatus, Pick<Response, 'description' | 'headers'> & { name: string }>> = {
  400: {
    name: 'Invalid',
    description: 'Input that is missing, invalid or too large. `data.params` names it, if it has a name.',
  },
  401: { name: 'Unauthenticated', description: 'Missing credentials, or wrong ones.' },
  403: {
    name: 'Forbidden',
    description: 'The caller has no right to the record or the action, or a page of another site sent the form.',
  },
  404: { name: 'NotFound', description: 'A page past the end, or something that is not there.' },
  409: {
    name: 'InProgress',
    description: 'A request with the same `Idempotency-Key` is still running.',
    headers: RETRY_AFTER,
  },
  410: {
    name: 'Gone',
    description:
      'The record is already in the trash, or the cursor is no longer valid: `data.reason` says why, and the client must take a new cursor and read everything again.',
  },
  412: {
    name: 'Changed',
    description:
      'The record has changed since the version or date in `If-Match` or `If-Unmodified-Since`; `data.current` is the current record.',
  },
  413: { name: 'TooLarge', description: `A body of more than ${LARGEST_BODY.toLocaleString('en')} bytes.` },
  422: {
    name: 'KeyReused',
    description: 'The `Idempotency-Key` was sent with another request in the last 24 hours.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'More requests in a minute than the operator allows, or too many wrong passwords.',
    headers: RETRY_AFTER,
  },
  503: {
    name: 'Unavailable',
    description: 'Not available now: the data cannot be reached, or there are too many requests at the moment.',
    headers: RETRY_AFTER,
  },
};

const isDocumented = (status: ErrorStatus): status is DocumentedStatus => status in FAILURES;

/** The error statuses that every operation may answer with. */
const ALWAYS = [400, 401, 429, 503] as const;

/** The error answers, by the names that operations refer to. */
export const failureResponses = ({ failures }: Examples): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(FAILURES).map(([status, { name, ...described }]) => [
      name,
      {
        ...described,
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

/** References to the errors of every operation, and to errors of further statuses. */
export const failing = (...statuses: ErrorStatus[]): Record<number, Ref> =>
  Object.fromEntries(
    [...ALWAYS, ...statuses].filter(isDocumented).map((status) => [status, refTo('responses', FAILURES[status].name)]),
  );

/** References to the errors that a route answers with. */
export function failuresOf(route: Route): Record<number, Ref> {
  const { failures = [], right, pastTheEnd, input, patch } = route;
  const codes: ErrorCode[] = [...failures];
  if (right) codes.push('FORBIDDEN');
  if (writes(route)) codes.push('REQUEST_IN_PROGRESS', 'IDEMPOTENCY_CONFLICT');
  if (writesToRecord(route)) codes.push('CONFLICT');
  if (pastTheEnd) codes.push(pastTheEnd);
  if (input ?? patch) codes.push('TOO_LARGE');
  return failing(...codes.map(httpStatus));
}

/** The answer of a route on success. */
export function answerOf(route: Route, record: JsonSchema, example: unknown): Response {
  const headers = {
    ...(route.filter ? LIST_HEADERS : {}),
    ...(route.located ? { Location: text('REST URL of the record.') } : {}),
  };
  return {
    description: doneOf(route),
    ...(Object.keys(headers).length ? { headers } : {}),
    content: {
      'application/json': { schema: route.filter ? refTo('schemas', listName(route)) : record, example },
      ...(route.live ? { 'text/event-stream': { schema: EVENTS, example: EVENT } } : {}),
    },
  };
}

const feed = (title: string, name: string, description: string, type: string, said: object) => ({
  title,
  name,
  description,
  answer: { description: 'The feed.', content: { [type]: said } },
});

const MOST = 'At most 1,000 events and 1 MB.';
const PUBLIC = 'It shows what everybody may see.';
const PRIVATE = 'With credentials it shows what that user may see.';
const TEXT: JsonSchema = { type: 'string' };

/** An event of a range, in the names of FullCalendar. */
const RANGE_EVENT: JsonSchema = {
  type: 'object',
  properties: {
    id: TEXT,
    title: TEXT,
    allDay: { type: 'boolean' },
    url: TEXT,
    start: { ...TEXT, description: 'A moment with an offset; for an all-day event, its first day.' },
    end: { ...TEXT, description: 'A moment with an offset; for an all-day event, the day after its last one.' },
    extendedProps: { type: 'object', additionalProperties: true, description: 'More of it, as GraphQL has it.' },
  },
  required: ['id', 'title', 'start', 'allDay', 'url', 'extendedProps'],
};

const RANGE_EXAMPLE = {
  id: '7',
  title: 'Fair',
  start: '2037-03-06',
  end: '2037-03-09',
  allDay: true,
  ...{ url: 'https://calendar.example/event/fair/', extendedProps: { endDay: '2037-03-08' } },
};

/** What is said of a feed in each of its forms. */
export const FEEDS = {
  ics: feed('a calendar (RFC 5545)', 'Calendar', `${MOST} ${PRIVATE}`, 'text/calendar', { schema: TEXT }),
  rss: feed('RSS 2.0', 'Rss', `${MOST} ${PUBLIC}`, 'application/rss+xml', { schema: TEXT }),
  'feed.json': feed('JSON Feed', 'Json', `${MOST} ${PUBLIC}`, 'application/feed+json', {
    schema: { type: 'object', additionalProperties: true },
  }),
  [RANGE_FORM]: feed(
    'an array for calendars on web pages (FullCalendar)',
    'FullCalendar',
    `All events of a range. A range with more than 2,000 is refused. ${PUBLIC}`,
    'application/json',
    { schema: { type: 'array', items: RANGE_EVENT }, example: [RANGE_EXAMPLE] },
  ),
} satisfies Record<FeedForm | typeof RANGE_FORM, object>;

/** The answer of an export. */
export const linesAnswer = (route: Route) => ({
  description: doneOf(route),
  content: {
    'application/x-ndjson': {
      schema: {
        type: 'string',
        description:
          'JSON Lines. The first line describes the calendar, the last has the kind `end`. Without that line, the export was cut off.',
      },
    },
  },
});

/** The schema of a stream of changes. */
const EVENTS: JsonSchema = {
  type: 'string',
  description:
    'Server-sent events. `data` of each is a member of `changes` as JSON, and `id` the cursor; those without `data` only move the cursor. The event `resync` says with a `reason` that the cursor is no longer valid, and comes last.',
};

const EVENT = 'id: YSBjdXJzb3I\ndata: {"kind":"tag","id":3,"version":4,"gone":true}\n\n';

/** An answer that REST gives by itself, without an operation document. */
export const ownAnswer = (description: string, example: unknown): Response => ({
  description,
  content: { 'application/json': { schema: { type: 'object', additionalProperties: true }, example } },
});

const LIST_HEADERS = {
  'X-TEC-Total': number('How many records match.'),
  'X-TEC-TotalPages': number('How many pages there are.'),
};

/** The name of the schema of a list: `EventList`. Generated clients name a type after it. */
export const listName = ({ kind }: Route): string => `${capitalized(kind!)}List`;

/** The schema of a page of a list: the answer of its operation, plus links. */
export function listSchema({ properties, required = [], ...others }: JsonSchema): JsonSchema {
  const link = (description: string): JsonSchema => ({ type: 'string', description });
  return {
    ...others,
    properties: {
      ...properties,
      rest_url: link('URL of this page, with all its filters.'),
      next_rest_url: link('URL of the next page, if there is one.'),
      previous_rest_url: link('URL of the previous page, if there is one.'),
    },
    required: [...required, 'rest_url'],
  };
}

/** The schema of every error. */
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
          description: 'Errors by parameter; for missing parameters, their names.',
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
          description: 'The current record, if it was changed.',
        },
        reason: {
          type: 'string',
          enum: ['expired', 'everything_changed', 'rights_changed', 'other_log'],
          description: 'Why a cursor is no longer valid.',
        },
        term_id: { type: 'integer', description: 'Id of the term that already has this name.' },
      },
    },
  },
};
