import { type Argument, describe } from '../fields/describe.ts';
import type { Links } from '../links.ts';
import { commonFields } from './common.ts';
import { tablesOf } from './request.ts';
import type { Method, Route } from './route.ts';
import { pathPattern } from './router.ts';
import { NAMESPACE } from './table.ts';

interface Endpoint {
  methods: readonly Method[];
  args: Record<string, Argument> | [];
}

/** One route as the namespace root and OPTIONS describe it. */
export interface RouteDescription {
  namespace: string;
  methods: Method[];
  endpoints: Endpoint[];
  _links?: { self: { href: string }[] };
}

/** The routes that the façade answers by itself. */
export const OWN_PATHS = ['', '/doc'] as const;

const language = describe(commonFields, 'filter');

const own: Record<(typeof OWN_PATHS)[number], Endpoint> = {
  '': {
    methods: ['GET'],
    args: {
      namespace: { default: NAMESPACE, required: false, description: 'Name of the namespace.' },
      context: { default: 'view', required: false, description: 'view, embed, edit or help; they show the same.' },
      ...language,
    },
  },
  '/doc': { methods: ['GET'], args: language },
};

/** Describes the rows of a path. */
export function describePath(path: string, rows: readonly Route[], links: Links): RouteDescription {
  const endpoints = path in own ? [own[path as keyof typeof own]] : rows.map(endpointOf);
  const described = { namespace: NAMESPACE, methods: endpoints.flatMap(({ methods }) => methods), endpoints };
  return path.includes('<') ? described : { ...described, _links: { self: [{ href: `${links.namespace}${path}` }] } };
}

function endpointOf(route: Route): Endpoint {
  const args: Record<string, Argument> = {};
  if (route.path.includes('<id>')) args.id = { type: 'integer', description: 'Id of the record.', required: true };
  if (route.path.includes('<slug>')) args.slug = { type: 'string', description: 'Slug of the record.', required: true };
  for (const [table, use] of tablesOf(route)) {
    for (const [name, argument] of Object.entries(describe(table, use))) args[name] = argument;
  }
  return { methods: route.methods, args };
}

/** The whole namespace: every route by its full pattern, with its methods and arguments. */
export function describeNamespace(routes: readonly Route[], links: Links) {
  const paths = [...new Set([...OWN_PATHS, ...routes.map(({ path }) => path)])];
  const described = paths.map((path) => [
    `/${NAMESPACE}${pathPattern(path).replace(/\(\?</g, '(?P<')}`,
    describePath(
      path,
      routes.filter((route) => route.path === path),
      links,
    ),
  ]);
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(described),
    _links: { up: [{ href: `${links.restRoot}/` }] },
  };
}

/** The root of REST, where discovering clients begin. */
export function describeRoot(routes: readonly Route[], links: Links) {
  return {
    name: 'Event calendar',
    description: 'Events, venues, organizers, categories and tags.',
    url: links.site,
    home: links.site,
    namespaces: [NAMESPACE],
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: describeNamespace(routes, links).routes,
  };
}
