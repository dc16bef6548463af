import { tooLarge } from '../../errors.ts';
import type { Answer, Incoming } from '../../http/exchange.ts';
import { LARGEST_BODY } from '../body.ts';

/** Examples of what is sent and answered. `schema/examples.json` has them, as the calendar itself answered them. */
export interface Examples {
  /** Bodies of requests by operation. */
  bodies: Record<string, unknown>;
  /** Bodies of answers by operation. */
  answers: Record<string, unknown>;
  /** Bodies of errors by status and code. */
  failures: Record<string, Record<string, unknown>>;
}

/** Who asks. */
type Caller = 'administrator' | 'subscriber' | 'stranger' | 'visitor';

interface Request {
  /** The operation that this is the example of. Without it, it is one of an error, or there for others to have something. */
  operation?: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the namespace; in braces the operation that made the record whose id stands there. */
  path: string;
  body?: unknown;
  /** Without it, the administrator. */
  as?: Caller;
  /** The `If-Match` that it carries. */
  ifMatch?: string;
  /** How many requests are being answered meanwhile. */
  inFlight?: number;
}

const REQUESTS: readonly Request[] = [
  { operation: 'DescribeNamespace', method: 'GET', path: '?_fields=namespace,routes./calendar/events/v1/doc' },
  { operation: 'ReadDocumentation', method: 'GET', path: '/doc?_fields=openapi,info,servers' },
  {
    operation: 'CreateOrganizer',
    method: 'POST',
    path: '/organizers',
    body: {
      organizer: 'Friends of the Library',
      description: 'Readers who keep it open.',
      phone: '+34 600 000 000',
      email: 'friends@example.org',
      website: 'https://friends.example.org/',
    },
  },
  {
    operation: 'CreateVenue',
    method: 'POST',
    path: '/venues',
    body: {
      venue: 'Library by the River',
      address: 'Calle Betis 1',
      city: 'Sevilla',
      country: 'Spain',
      zip: '41010',
      website: 'https://library.example.org/',
      geo_lat: 37.3838,
      geo_lng: -6.0004,
      show_map: true,
    },
  },
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
    body: { title: 'Evening concert', start_date: '2027-03-07 20:00', end_date: '2027-03-07 22:00', venue: 2 },
  },
  { operation: 'UpdateEvent', method: 'PATCH', path: '/events/{CreateEvent}', body: { cost: 0, featured: true } },
  { operation: 'UpdateVenue', method: 'PATCH', path: '/venues/{CreateVenue}', body: { phone: '+34 600 000 001' } },
  { operation: 'UpdateOrganizer', method: 'PATCH', path: '/organizers/{CreateOrganizer}', body: { phone: '' } },
  { operation: 'UpdateCategory', method: 'PATCH', path: '/categories/{CreateCategory}', body: { slug: 'live-music' } },
  { operation: 'UpdateTag', method: 'PATCH', path: '/tags/{CreateTag}', body: { description: 'All ages.' } },
  { operation: 'ReadEvent', method: 'GET', path: '/events/{CreateEvent}', as: 'visitor' },
  { operation: 'ReadVenue', method: 'GET', path: '/venues/{CreateVenue}', as: 'visitor' },
  { operation: 'ReadOrganizer', method: 'GET', path: '/organizers/{CreateOrganizer}', as: 'visitor' },
  { operation: 'ReadCategory', method: 'GET', path: '/categories/{CreateCategory}', as: 'visitor' },
  { operation: 'ReadTag', method: 'GET', path: '/tags/{CreateTag}', as: 'visitor' },
  { operation: 'ListEvents', method: 'GET', path: '/events?per_page=1', as: 'visitor' },
  { operation: 'ListVenues', method: 'GET', path: '/venues?per_page=1', as: 'visitor' },
  { operation: 'ListOrganizers', method: 'GET', path: '/organizers?per_page=1', as: 'visitor' },
  { operation: 'ListCategories', method: 'GET', path: '/categories?per_page=1', as: 'visitor' },
  { operation: 'ListTags', method: 'GET', path: '/tags?per_page=1', as: 'visitor' },
  { method: 'POST', path: '/events', body: { title: 'Without dates' } },
  { method: 'GET', path: '/events?page=0&per_page=many', as: 'visitor' },
  { method: 'POST', path: '/tags', body: { name: 'Outdoors' } },
  { method: 'PATCH', path: '/tags/{CreateTag}', body: { name: 'For all' }, ifMatch: '"another"' },
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
  { operation: 'DeleteVenue', method: 'DELETE', path: '/venues/{CreateVenue}' },
  { operation: 'DeleteOrganizer', method: 'DELETE', path: '/organizers/{CreateOrganizer}' },
  { operation: 'DeleteCategory', method: 'DELETE', path: '/categories/{CreateCategory}' },
  { operation: 'DeleteTag', method: 'DELETE', path: '/tags/{CreateTag}' },
];

interface Asking {
  /** An empty calendar. One wrong password is one too many there, so that this is seen too. */
  answer(incoming: Incoming): Promise<Answer>;
  /** Address of the namespace. */
  server: string;
  /** The `Authorization` of each caller. */
  authorization: Record<Caller, string | undefined>;
}

/** Asks for an example of everything, in one go. @throws when what must be answered is refused */
export async function askExamples({ answer, server, authorization }: Asking): Promise<Examples> {
  const examples: Examples = { bodies: {}, answers: {}, failures: {} };
  for (const { operation, method, path, body, as = 'administrator', ifMatch, inFlight = 0 } of REQUESTS) {
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
    const { status, content } = await answer({
      method,
      url: new URL(server + path.replace(/\{(\w+)\}/, (_, made) => String(idOf(examples.answers[made])))),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch ? { 'if-match': ifMatch } : {}),
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
    if (status >= 400 && operation) throw new Error(`${operation}: ${content}`);
    if (status >= 400) examples.failures[status] = { ...examples.failures[status], [answered.code]: answered };
    if (operation) examples.answers[operation] = answered;
    if (operation && body !== undefined) examples.bodies[operation] = body;
  }
  return examples;
}

const idOf = (answer: unknown): unknown => (answer as { id?: unknown } | undefined)?.id;
