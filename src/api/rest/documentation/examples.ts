import { stillRunning, tooLarge } from '../../../domain/errors.ts';
import type { Answer, Incoming } from '../../../http/exchange.ts';
import type { Kind } from '../../../kinds/define-kind.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import { KINDS } from '../../../kinds/kinds.ts';
import { LARGEST_BODY } from '../body.ts';
import { errorBody } from '../error-body.ts';

/** Examples of requests and answers. `schema/examples.json` has them, as the calendar itself answered them. */
export interface Examples {
  /** Bodies of requests by operation. */
  bodies: Record<string, unknown>;
  /** Bodies of answers by operation. */
  answers: Record<string, unknown>;
  /** Bodies of errors by status and code. */
  failures: Record<string, Record<string, unknown>>;
}

/** Who sends the request. */
type Caller = 'administrator' | 'subscriber' | 'stranger' | 'visitor';

interface Request {
  /** The operation that this is an example of. Without it, this is an example of an error, or makes data for other requests. */
  operation?: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the namespace. Braces name the operation that made the record whose id goes there, or the `cursor` of changes. */
  path: string;
  body?: unknown;
  /** Default: the administrator. */
  as?: Caller;
  /** Other headers. */
  headers?: Record<string, string>;
  /** The number of other requests in progress. */
  inFlight?: number;
}

/** A request to the list of a kind, or to the record that its example of `create` has made. */
function toKind(
  { rest: { path, operations } }: Pick<Kind, 'rest'>,
  does: keyof Kind['rest']['operations'],
  request: Omit<Request, 'operation' | 'path'>,
): Request {
  const at = { create: '', list: '?per_page=1' }[does as string] ?? `/{${operations.create}}`;
  return { operation: operations[does], path: path + at, ...request };
}

const REQUESTS: readonly Request[] = [
  { operation: 'DescribeNamespace', method: 'GET', path: '?_fields=namespace,routes./calendar/events/v1/doc' },
  { operation: 'ReadDocumentation', method: 'GET', path: '/doc?_fields=openapi,info,servers' },
  ...EVENT_LINKS.map((kind) => toKind(kind, 'create', { method: 'POST', body: kind.examples.create })),
  {
    operation: 'CreateCategory',
    method: 'POST',
    path: '/categories',
    body: { name: 'Music', description: 'To hear.' },
  },
  { operation: 'CreateTag', method: 'POST', path: '/tags', body: { name: 'For families' } },
  {
    operation: 'CreateEvent',
    method: 'POST',
    path: '/events',
    body: {
      title: 'Open day',
      description: '<p>Look behind every door.</p>',
      start_date: '2027-03-06 10:00',
      end_date: '2027-03-06 17:00',
      timezone: 'Europe/Madrid',
      cost: '€5 - €10',
      image: 'https://images.example.org/doors.jpg',
      venue: { venue: 'Town Hall', city: 'Sevilla' },
      organizer: [{ organizer: 'Friends of the Library' }],
      categories: ['music'],
      tags: ['For families', 'Outdoors'],
    },
  },
  {
    method: 'POST',
    path: '/events',
    body: { title: 'Evening concert', start_date: '2027-03-07 20:00', end_date: '2027-03-07 22:00', venue: 1 },
  },
  { operation: 'UpdateEvent', method: 'PATCH', path: '/events/{CreateEvent}', body: { cost: 0, featured: true } },
  ...EVENT_LINKS.map((kind) => toKind(kind, 'update', { method: 'PATCH', body: kind.examples.update })),
  { operation: 'UpdateCategory', method: 'PATCH', path: '/categories/{CreateCategory}', body: { slug: 'live-music' } },
  { operation: 'ListChanges', method: 'GET', path: '/changes', as: 'visitor' },
  { operation: 'UpdateTag', method: 'PATCH', path: '/tags/{CreateTag}', body: { description: 'All ages.' } },
  ...KINDS.map((kind) => toKind(kind, 'read', { method: 'GET', as: 'visitor' })),
  ...KINDS.map((kind) => toKind(kind, 'list', { method: 'GET', as: 'visitor' })),
  { operation: 'ListChanges', method: 'GET', path: '/changes?after={cursor}&kinds=tag', as: 'visitor' },
  { method: 'GET', path: '/changes?after={cursor}' },
  { method: 'POST', path: '/events', body: { title: 'Without dates' } },
  { method: 'GET', path: '/events?page=0&per_page=many', as: 'visitor' },
  { method: 'POST', path: '/tags', body: { name: 'Outdoors' } },
  { method: 'PATCH', path: '/tags/{CreateTag}', body: { name: 'For all' }, headers: { 'if-match': '"another"' } },
  { method: 'POST', path: '/tags', body: { name: 'Free' }, headers: { 'idempotency-key': 'a-key' } },
  { method: 'POST', path: '/tags', body: { name: 'Gratis' }, headers: { 'idempotency-key': 'a-key' } },
  { method: 'POST', path: '/venues', body: { venue: 'Nobody may' }, as: 'visitor' },
  { method: 'POST', path: '/venues', body: { venue: 'Not everybody may' }, as: 'subscriber' },
  { method: 'GET', path: '/events', as: 'stranger' },
  { method: 'GET', path: '/events', as: 'stranger' },
  { method: 'GET', path: '/events/9999', as: 'visitor' },
  { method: 'GET', path: '/events?page=9', as: 'visitor' },
  { method: 'GET', path: '?namespace=other', as: 'visitor' },
  { method: 'POST', path: '/events', body: { description: '.'.repeat(LARGEST_BODY) } },
  { method: 'GET', path: '/events', as: 'visitor', inFlight: Number.MAX_SAFE_INTEGER },
  { operation: 'DeleteEvent', method: 'DELETE', path: '/events/{CreateEvent}' },
  { method: 'DELETE', path: '/events/{CreateEvent}' },
  { method: 'GET', path: '/events/{CreateEvent}', as: 'visitor' },
  ...KINDS.filter(({ name }) => name !== 'event').map((kind) => toKind(kind, 'delete', { method: 'DELETE' })),
];

interface Asking {
  /** Answers for an empty calendar. It refuses log-ins after one wrong password, so that the examples have that error too. */
  answer(incoming: Incoming): Promise<Answer>;
  /** Address of the namespace. */
  server: string;
  /** The header `Authorization` of each caller. */
  authorization: Record<Caller, string | undefined>;
}

/** Requests an example of everything, in one go. @throws if the calendar refuses a request that must succeed */
export async function askExamples({ answer, server, authorization }: Asking): Promise<Examples> {
  const examples: Examples = { bodies: {}, answers: {}, failures: {} };
  let cursor = '';
  for (const { operation, method, path, body, as = 'administrator', headers, inFlight = 0 } of REQUESTS) {
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
    const { status, content } = await answer({
      method,
      url: new URL(
        server +
          path.replace('{cursor}', cursor).replace(/\{(\w+)\}/, (_, made) => String(idOf(examples.answers[made]))),
      ),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...(authorization[as] ? { authorization: authorization[as] } : {}),
      },
      peer: '127.0.0.1',
      running: {},
      httpVersion: '1.1',
      load: { inFlight },
      async body(limit) {
        if (bytes.byteLength > limit) throw tooLarge(limit);
        return bytes;
      },
    });
    const answered = JSON.parse(content.toString());
    if (answered.cursor) {
      ({ cursor } = answered);
      // Every calendar has other cursors, so the examples show a fixed one.
      answered.cursor = CURSOR;
    }
    if (status >= 400 && operation)
      throw new Error(`The example of ${operation} in src/api/rest/documentation/examples.ts was refused: ${content}`);
    if (status >= 400) examples.failures[status] = { ...examples.failures[status], [answered.code]: answered };
    if (operation) examples.answers[operation] = answered;
    if (operation && body !== undefined) examples.bodies[operation] = body;
  }
  // Two requests at once may end in any order.
  const running = errorBody(stillRunning());
  examples.failures[running.data.status] = { [running.code]: running };
  return examples;
}

const CURSOR = 'YSBjdXJzb3I';

const idOf = (answer: unknown) => (answer as { id?: unknown } | undefined)?.id;
