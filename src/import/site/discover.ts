import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isZone } from '../../domain/zones.ts';
import { ONLY_WXR } from '../files/wxr.ts';
import { sourceRefused } from '../item.ts';
import type { SiteAnswer, SiteClient } from './client.ts';

/** What a document of XML begins with, behind its type, and its first element. */
const [XML, ROOT] = [/^[^<]{0,200}(?:xml|<\?xml)/i, /^\uFEFF?\s*(?:<[?!][^>]*>\s*)*<([\w:.-]+)/];

/** The events API of a site. */
export interface SiteInterface {
  /** The URL of a route below the namespace. */
  address(path: string, parameters?: Readonly<Record<string, string>>): URL;
  /** The URL of any REST route, by its full path. */
  route(path: string, parameters?: Readonly<Record<string, string>>): URL;
  /** The paths of all routes in the site's index. */
  routes: ReadonlySet<string>;
  /** The languages that its lists support. */
  languages: readonly Language[];
  /** The time zone in the site's index. */
  zone: string | undefined;
}

/** Builds URLs below the REST root, also for WordPress without permalinks. */
type Root = (path: string) => URL;

/** The routes below the namespace that an import needs. */
const NEEDED = ['/events', '/venues', '/organizers', '/categories', '/tags'];
/** Known namespaces, the likeliest first. A site may use another one. */
const NAMESPACES = ['tribe/events/v1', 'calendar/events/v1'];

/**
 * Finds the API as its clients do: by the headers of a page, then at the usual URLs. `asked` is the page, if it is known.
 * @throws SourceRefused with the URLs that were tried, if there is none
 */
export async function discover(client: SiteClient, url: URL, asked?: SiteAnswer): Promise<SiteInterface> {
  const page = asked ?? (await client.ask(url));
  const roots = [...rootsOf(page, url)];
  for (const root of roots) {
    const found = await interfaceAt(client, root);
    if (found) return found;
  }
  const looked = [...new Set(roots.map((root) => root('/').href))].join(', ');
  const [, tag = 'html'] = XML.test(page.headers['content-type'] + page.text) ? (ROOT.exec(page.text) ?? []) : [];
  throw sourceRefused(
    !/^html$/i.test(tag)
      ? `${url.href} is XML of another kind (<${tag.slice(0, 100)}>), and there is no events interface at ${looked}. ${ONLY_WXR}`
      : `${url.href} shows no calendar: there is no events interface at ${looked}`,
  );
}

/** Where the REST root may be. */
function* rootsOf({ headers, url: at }: SiteAnswer, named: URL): Generator<Root> {
  const inPath = /^(.*?\/wp-json)(?:\/|$)/.exec(named.pathname)?.[1];
  if (inPath !== undefined) yield below(new URL(inPath, at));
  if (named.searchParams.has('rest_route')) yield behind(new URL(named.pathname, at));
  const api = String(headers['x-tec-api-root'] ?? '');
  const [, beforeNamespace] = /^(.+?)\/[^/]+\/[^/]+\/v\d+\/?$/.exec(api) ?? [];
  if (beforeNamespace && URL.canParse(beforeNamespace, at)) yield rootAt(new URL(beforeNamespace, at));
  const [, link] = /<([^<>]+)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/.exec([headers.link].flat().join(', ')) ?? [];
  if (link && URL.canParse(link, at)) yield rootAt(new URL(link, at));
  const folder = at.pathname.replace(/\/(?:[^/.]*\.[^/]*)?$/, '');
  for (const path of new Set([folder, ''])) {
    yield below(new URL(`${path}/wp-json`, at));
    yield behind(new URL(`${path}/`, at));
  }
}

const rootAt = (url: URL): Root =>
  url.searchParams.has('rest_route') ? behind(new URL(url.pathname, url)) : below(url);

const below =
  (root: URL): Root =>
  (path) =>
    new URL(root.pathname.replace(/\/$/, '') + path, root);

const behind =
  (root: URL): Root =>
  (path) => {
    const url = new URL(root.pathname, root);
    url.searchParams.set('rest_route', path);
    return url;
  };

/** The index at the REST root. */
interface Index {
  namespaces?: unknown;
  timezone_string?: unknown;
  gmt_offset?: unknown;
  routes?: Readonly<Record<string, { endpoints?: readonly { args?: Readonly<Record<string, { enum?: unknown }>> }[] }>>;
}

async function interfaceAt(client: SiteClient, root: Root): Promise<SiteInterface | undefined> {
  const answer = await client.ask(root('/'));
  const index = answer.status === 200 ? (parsed(answer.text) as Index | undefined) : undefined;
  if (typeof index?.routes !== 'object' || index.routes === null) return undefined;
  const routes = new Set(Object.keys(index.routes));
  const names = Array.isArray(index.namespaces) ? index.namespaces.map(String) : [];
  const name = [...NAMESPACES, ...names].find((each) => NEEDED.every((path) => routes.has(`/${each}${path}`)));
  if (name === undefined) return undefined;
  const list = index.routes[`/${name}/events`]?.endpoints?.[0]?.args?.multilang_language?.enum;
  const route = (path: string, parameters: Readonly<Record<string, string>> = {}) => {
    const url = root(path);
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
    return url;
  };
  return {
    route,
    address: (path, parameters) => route(`/${name}${path}`, parameters),
    routes: new Set([...routes].map((path) => (path.startsWith(`/${name}`) ? path.slice(name.length + 1) : path))),
    languages: LANGUAGES.filter((each) => Array.isArray(list) && list.includes(each)),
    zone: zoneIn(index),
  };
}

function zoneIn({ timezone_string: name, gmt_offset: offset }: Index) {
  const said = name || `UTC${Number(offset) < 0 ? '' : '+'}${Number(offset)}`;
  return isZone(String(said)) ? String(said) : undefined;
}

/** Parses JSON, skipping lines that a program of the site printed before it, and a byte order mark. */
export function parsed(text: string): unknown {
  const begin = /^[\t \uFEFF]*[[{]/m.exec(text);
  try {
    return JSON.parse(begin ? text.slice(begin.index).trimStart() : text);
  } catch {
    return undefined;
  }
}
