import type { Abouts } from '../../domain/about.ts';
import { type Argument, describe } from '../../domain/fields/describe.ts';
import { fixedOffset, offsetAt } from '../../domain/zones.ts';
import { FEED_FORMS } from '../../kinds/addresses.ts';
import type { Context } from '../../kinds/context.ts';
import type { Links } from '../../kinds/record-urls.ts';
import { commonFields } from './common.ts';
import { formsOf } from './request.ts';
import type { HostRoute, Method, Route } from './route.ts';
import { pathPattern } from './router.ts';
import { HOST_ROUTES, MEDIA_ROUTES, PUBLIC_ROUTES, ROUTES } from './table.ts';

interface Endpoint {
  methods: readonly Method[];
  args: Record<string, Argument> | [];
}

/** One route, as the namespace root and OPTIONS describe it. */
interface RouteDescription {
  namespace: string;
  methods: Method[];
  endpoints: Endpoint[];
  _links?: { self: { href: string }[] };
}

/** What descriptions depend on: the addresses in the requested namespace, and the time for defaults that follow the clock. */
type DescriptionContext = Pick<Context, 'links' | 'now' | 'zone' | 'language'>;

/** The paths below the namespace that REST answers by itself. */
const OWN_PATHS = ['', '/doc'] as const;

const language = describe(commonFields, 'filter');

const ownEndpoint = (path: string, { links }: DescriptionContext): Endpoint | undefined => {
  if (path === '/doc') return { methods: ['GET'], args: language };
  if (path !== '') return undefined;
  const namespace = { default: links.namespaceName, required: false, description: 'Name of the namespace.' };
  return { methods: ['GET'], args: { namespace, ...CONTEXT, ...language } };
};

const CONTEXT = {
  context: { default: 'view', required: false, description: 'view, embed, edit or help; they show the same.' },
} as const;

/** A path of the host, with its namespace. */
const HOST_PATH = /^\/(wp\/v2)\//;

/** Describes the rows of a path. */
export function describePath(path: string, rows: readonly Route[], context: DescriptionContext): RouteDescription {
  const own = ownEndpoint(path, context);
  const endpoints = own ? [own] : rows.map((row) => endpointOf(row, context));
  const methods = endpoints.flatMap((endpoint) => endpoint.methods);
  const [, host] = HOST_PATH.exec(path) ?? [];
  const described = { namespace: host ?? context.links.namespaceName, methods, endpoints };
  const href = host ? `${context.links.restRoot}${path}` : `${context.links.namespace}${path}`;
  return path.includes('<') ? described : { ...described, _links: { self: [{ href }] } };
}

function endpointOf(route: Route, { now, zone }: DescriptionContext): Endpoint {
  const args: Record<string, Argument> = {};
  if (route.path.includes('<id>')) args.id = { type: 'integer', description: 'Id of the record.', required: true };
  if (route.path.includes('<slug>')) args.slug = { type: 'string', description: 'Slug of the record.', required: true };
  if (route.path.includes('<form>'))
    args.form = { type: 'string', enum: FEED_FORMS, description: 'Format of the feed.', required: true };
  // A body field of the same name renames the record. It replaces the path argument here and is not required.
  for (const { table, use } of formsOf(route)) Object.assign(args, describe(table, use, { now, zone }));
  return { methods: route.methods, args };
}

/**
 * The routes of the namespace by their full patterns, without feeds. Clients that build themselves from this (wpapi) would
 * take `<id>.ics` for the route of a record and lose its updates.
 */
const describeRoutes = (context: DescriptionContext): Record<string, RouteDescription> =>
  describedBelow(`/${context.links.namespaceName}`, OWN_PATHS, ROUTES, context);

const describedBelow = (root: string, own: readonly string[], routes: readonly Route[], context: DescriptionContext) =>
  Object.fromEntries(
    [...new Set([...own, ...routes.map(({ path }) => path)])].map((path) => [
      `${root}${pathPattern(path).replace(/\(\?</g, '(?P<')}`,
      describePath(
        path,
        routes.filter((route) => route.path === path),
        context,
      ),
    ]),
  );

/** The whole namespace: every route by its full pattern, with its methods and arguments. */
export const describeNamespace = (context: DescriptionContext) => ({
  namespace: context.links.namespaceName,
  routes: describeRoutes(context),
  _links: { up: [{ href: `${context.links.restRoot}/` }] },
});

/** The route of the REST root, as OPTIONS shows it. */
export const ROOT_ROUTE = { namespace: '', methods: ['GET'], endpoints: [{ methods: ['GET'], args: [] }] } as const;

/** Describes a route of the host, in the namespace of the host. */
export const describeHostRoute = ({ namespace, path }: HostRoute, { links }: DescriptionContext): RouteDescription => ({
  namespace,
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: { ...CONTEXT, ...language } }],
  _links: { self: [{ href: `${links.restRoot}/${namespace}${path}` }] },
});

const HOUR = 3_600_000;

/** The name of a zone in the time zone database. Fixed offsets except UTC have none, as on the host. */
const zoneName = (zone: string) => (fixedOffset(zone) === undefined || /^utc$/i.test(zone) ? zone : '');

interface Roots {
  abouts: Abouts;
  /** The addresses under every name of the namespace. */
  names: readonly Links[];
}

/**
 * The root of REST, where clients begin to discover it. It shows the site, the routes of the namespace under each of its
 * names with matching links, and the routes of the host.
 */
export const describeRoot = ({ abouts, names }: Roots, context: DescriptionContext) => ({
  name: abouts[context.language].name,
  description: abouts[context.language].description ?? 'Events, venues, organizers, categories and tags.',
  url: context.links.site,
  home: context.links.site,
  gmt_offset: offsetAt(context.zone, context.now) / HOUR,
  timezone_string: zoneName(context.zone),
  // The namespace of the host is not here, because clients would expect all of its routes.
  namespaces: names.map(({ namespaceName }) => namespaceName),
  authentication: { 'application-passwords': { schemes: ['basic', 'bearer'] } },
  routes: Object.assign(
    {},
    ...names.map((links) => describeRoutes({ ...context, links })),
    describedBelow('', [], [...MEDIA_ROUTES, ...PUBLIC_ROUTES], context),
    ...HOST_ROUTES.map((each) => ({ [`/${each.namespace}${each.path}`]: describeHostRoute(each, context) })),
  ),
});
