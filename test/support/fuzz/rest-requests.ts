import fc from 'fast-check';
import { commonFields } from '../../../src/api/rest/common.ts';
import type { Route } from '../../../src/api/rest/route.ts';
import { NAMESPACE, ROUTES } from '../../../src/api/rest/table.ts';
import { pageFields } from '../../../src/domain/fields/paging.ts';
import type { Caller } from '../app.ts';
import { bodyOf, encoded, inForm, type Values } from './bodies.ts';
import { MOMENTS, TEXTS } from './naughty.ts';
import { naughty, someValues } from './values.ts';
import { CALLERS, type World } from './world.ts';

/** A request as it is sent, and as a failing test shows it. */
export interface Sent {
  method: string;
  path: string;
  as: Caller;
  headers: Record<string, string>;
  body?: string;
}

const wired = (table: Route['filter'], values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [table?.[key]?.wire ?? key, value]));

/** Parameters by which the host changes any request or answer. */
const conveniences: fc.Arbitrary<Values> = fc.record(
  {
    _fields: fc.oneof(
      fc.constantFrom('id', 'events.title,total', 'data.status', '__proto__', ['id', ['x']], { a: { b: 1 } }),
      naughty,
    ),
    _envelope: fc.constantFrom('1', ''),
    _jsonp: fc.oneof(fc.constantFrom('cb', 'a.b', '1', 'alert(1)'), fc.constantFrom(...TEXTS)),
    _method: fc.oneof(fc.constantFrom('GET', 'put', 'DELETE', 'OPTIONS', 'BREW', ''), naughty),
    context: naughty,
    namespace: naughty,
    id: naughty,
    slug: naughty,
  },
  { requiredKeys: [] },
);

const seldom = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 9): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(otherwise), weight }, { arbitrary, weight: 1 });

const ROOTS = ['/wp-json', '/ko/wp-json', '/ES/wp-json', '/?rest_route='];
const NAMES = [NAMESPACE, NAMESPACE, NAMESPACE.toUpperCase(), 'tribe/events/v1'];
const STRAY = [
  '',
  '/',
  '/doc',
  '/doc/',
  '/nothing',
  '//',
  '/events/x',
  '/events/-1',
  '/%',
  '/%00',
  '/..',
  '/events/by-slug/',
  '/tags/1/2',
];

const place = ({ ids }: World): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...ids).map(String), weight: 6 },
    { arbitrary: fc.nat({ max: 200 }).map(String), weight: 2 },
    { arbitrary: fc.constantFrom('0', '007', '2147483648', '9'.repeat(40)), weight: 1 },
  );

const slug = ({ slugs }: World): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...slugs).map(encoded),
    fc.constantFrom(...TEXTS, ...MOMENTS).map((text) => encoded(text).replace(/^\.*$/, '%20')),
    fc.constantFrom('%', '%0', '%00', '%ff', '%2F', '%ED%A0%80', 'x;y', "'", '*', 'a+b', '%252F'),
  );

const pathOf = (path: string, world: World): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...ROOTS),
      fc.constantFrom(...NAMES),
      place(world),
      slug(world),
      seldom(fc.constant('/'), ''),
    )
    .map(
      ([root, name, id, text, slash]) =>
        `${root}/${name}${path.replace('<id>', id).replace('<slug>', () => text)}${slash}`,
    );

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    Origin: seldom(fc.constantFrom('https://a.example', 'null', 'x'), 'https://b.example'),
    'Accept-Language': fc.constantFrom('ko', 'es-MX,es;q=0.9', '*', ';;;q=', 'q'.repeat(500)),
    'X-HTTP-Method-Override': fc.constantFrom(
      'GET',
      'PATCH',
      'delete',
      'HEAD',
      'OPTIONS',
      'TRACE',
      '',
      'a b',
      '__proto__',
    ),
    // Checking a wrong password is slow for safety, so there are few of them.
    Authorization: seldom(fc.constantFrom('Basic', 'Basic !', 'Basic eDp5', 'Bearer x', 'Digest x', ':'), '', 19),
  },
  { requiredKeys: [] },
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'Brew'];

/** A request to a route, mostly with values that the route accepts. */
function toRoute(route: Route, world: World): fc.Arbitrary<Sent> {
  const written = route.input ?? route.patch;
  const filters = { ...commonFields, ...(route.filter ? { ...pageFields, ...route.filter } : {}) };
  const query = fc.oneof(
    {
      arbitrary: someValues(filters, world, 'wire', route.filter ? 4 : 1).map((values) => wired(filters, values)),
      weight: 4,
    },
    { arbitrary: conveniences, weight: 1 },
  );
  const body = written
    ? someValues(written, world, 'wire', 4).map((values) => wired(written, values))
    : seldom(conveniences, {});
  return fc
    .record({
      method: fc.oneof(
        { arbitrary: fc.constantFrom(...route.methods), weight: 9 },
        { arbitrary: fc.constantFrom(...METHODS), weight: 1 },
      ),
      path: pathOf(route.path, world),
      query,
      // Too many deletions would leave no records to request.
      as: route.operation.startsWith('Delete')
        ? fc.constantFrom(...CALLERS)
        : fc.constantFrom(...CALLERS, 'administrator', 'editor'),
      headers: seldom(headers, {}, 6),
      sent: body.chain(bodyOf),
    })
    .map(request);
}

interface Parts {
  method: string;
  path: string;
  query: Values;
  as: Caller;
  headers: Record<string, string>;
  sent: { type: string; body: string };
}

function request({ method, path, query, as, headers, sent }: Parts): Sent {
  const text = inForm(query);
  const joined = text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
  const { Authorization, ...rest } = headers;
  const whole = { method, path: joined, as, headers: { ...rest, ...(Authorization ? { Authorization } : {}) } };
  const bodiless = /^(get|head)$/i.test(method);
  return bodiless ? whole : { ...whole, headers: { ...whole.headers, 'Content-Type': sent.type }, body: sent.body };
}

/** A request to no route. */
const astray = (world: World): fc.Arbitrary<Sent> =>
  fc
    .record({
      method: fc.constantFrom(...METHODS),
      path: fc.oneof(
        fc.constantFrom(...STRAY).chain((path) => pathOf(path, world)),
        slug(world).map((text) => `/wp-json/${text}`),
      ),
      query: conveniences,
      as: fc.constantFrom(...CALLERS),
      headers,
      sent: conveniences.chain(bodyOf),
    })
    .map(request);

/** Any request to REST by any caller. */
export const someRestRequest = (world: World): fc.Arbitrary<Sent> =>
  fc.oneof(
    { arbitrary: fc.oneof(...ROUTES.map((route) => toRoute(route, world))), weight: 14 },
    { arbitrary: astray(world), weight: 1 },
  );
