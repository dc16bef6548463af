import type { Context } from '../context.ts';
import { type Argument, describe } from '../fields/describe.ts';
import type { Links } from '../links.ts';
import { fixedOffset, offsetAt } from '../rules/zones.ts';
import { commonFields } from './common.ts';
import { formsOf } from './request.ts';
import type { HostRoute, Method, Route } from './route.ts';
import { pathPattern } from './router.ts';

interface Endpoint {
  methods: readonly Method[];
  args: Record<string, Argument> | [];
}

/** One route as the namespace root and OPTIONS describe it. */
interface RouteDescription {
  namespace: string;
  methods: Method[];
  endpoints: Endpoint[];
  _links?: { self: { href: string }[] };
}

/** What descriptions look at: the addresses in the name that was asked for, and the moment that defaults move with. */
type Asked = Pick<Context, 'links' | 'now' | 'zone'>;

/** The routes that the façade answers by itself. */
const OWN_PATHS = ['', '/doc'] as const;

const language = describe(commonFields, 'filter');

const ownEndpoint = (path: string, { links }: Asked): Endpoint | undefined => {
  if (path === '/doc') return { methods: ['GET'], args: language };
  if (path !== '') return undefined;
  const namespace = { default: links.namespaceName, required: false, description: 'Name of the namespace.' };
  return { methods: ['GET'], args: { namespace, ...CONTEXT, ...language } };
};

const CONTEXT = {
  context: { default: 'view', required: false, description: 'view, embed, edit or help; they show the same.' },
} as const;

/** Describes the rows of a path. */
export function describePath(path: string, rows: readonly Route[], asked: Asked): RouteDescription {
  const own = ownEndpoint(path, asked);
  const endpoints = own ? [own] : rows.map((row) => endpointOf(row, asked));
  const methods = endpoints.flatMap((endpoint) => endpoint.methods);
  const described = { namespace: asked.links.namespaceName, methods, endpoints };
  return path.includes('<')
    ? described
    : { ...described, _links: { self: [{ href: `${asked.links.namespace}${path}` }] } };
}

function endpointOf(route: Route, { now, zone }: Asked): Endpoint {
  const args: Record<string, Argument> = {};
  if (route.path.includes('<id>')) args.id = { type: 'integer', description: 'Id of the record.', required: true };
  if (route.path.includes('<slug>')) args.slug = { type: 'string', description: 'Slug of the record.', required: true };
  // A field of the same name in the body renames the record: what the path says is not required besides.
  for (const { table, use } of formsOf(route)) Object.assign(args, describe(table, use, { now, zone }));
  return { methods: route.methods, args };
}

/** The routes of the namespace by their full patterns. */
function describeRoutes(routes: readonly Route[], asked: Asked): Record<string, RouteDescription> {
  const paths = [...new Set([...OWN_PATHS, ...routes.map(({ path }) => path)])];
  const described = paths.map((path) => [
    `/${asked.links.namespaceName}${pathPattern(path).replace(/\(\?</g, '(?P<')}`,
    describePath(
      path,
      routes.filter((route) => route.path === path),
      asked,
    ),
  ]);
  return Object.fromEntries(described);
}

/** The whole namespace: every route by its full pattern, with its methods and arguments. */
export const describeNamespace = (routes: readonly Route[], asked: Asked) => ({
  namespace: asked.links.namespaceName,
  routes: describeRoutes(routes, asked),
  _links: { up: [{ href: `${asked.links.restRoot}/` }] },
});

/** The route of that root itself, as OPTIONS shows it. */
export const ROOT_ROUTE = { namespace: '', methods: ['GET'], endpoints: [{ methods: ['GET'], args: [] }] } as const;

/** A route of the host, in its own namespace. */
export const describeHostRoute = ({ namespace, path }: HostRoute, { links }: Asked): RouteDescription => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: { ...CONTEXT, ...language } }],
  _links: { self: [{ href: `${links.restRoot}/${namespace}${path}` }] },
});

const HOUR = 3_600_000;

/** The name of a zone in the zones database. Fixed offsets have none, as on the host. */
const zoneName = (zone: string): string => (fixedOffset(zone) === undefined || /^utc$/i.test(zone) ? zone : '');

interface Roots {
  routes: readonly Route[];
  hostRoutes: readonly HostRoute[];
  /** The addresses in every name of the namespace. */
  names: readonly Links[];
}

/**
 * The root of REST, where discovering clients begin: the site, and the routes of the namespace under every name that it
 * has, each with its links, and those of the host.
 */
export const describeRoot = ({ routes, hostRoutes, names }: Roots, asked: Asked) => ({
  name: 'Event calendar',
  description: 'Events, venues, organizers, categories and tags.',
  url: asked.links.site,
  home: asked.links.site,
  gmt_offset: offsetAt(asked.zone, asked.now) / HOUR,
  timezone_string: zoneName(asked.zone),
  // Not that of the host: clients would take all of it to be here.
  namespaces: names.map(({ namespaceName }) => namespaceName),
  authentication: { 'application-passwords': { schemes: ['basic', 'bearer'] } },
  routes: Object.assign(
    {},
    ...names.map((links) => describeRoutes(routes, { ...asked, links })),
    ...hostRoutes.map((each) => ({ [`/${each.namespace}${each.path}`]: describeHostRoute(each, asked) })),
  ),
});
