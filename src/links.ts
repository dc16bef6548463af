import type { Language } from './rules/language.ts';
import { wireSlug } from './rules/slug.ts';

/** Where the records of a kind are, in REST and on the site. */
const PATHS = {
  event: ['events', 'event'],
  venue: ['venues', 'venue'],
  organizer: ['organizers', 'organizer'],
  category: ['categories', 'events/category'],
  tag: ['tags', 'tag'],
} as const;

/** The kinds that have a page and an address in REST. */
export type LinkKind = keyof typeof PATHS;

/** The addresses of records. All begin with the configured address of the site, never with what a request says. */
export interface Links {
  /** `https://example.org`, without a slash at the end. */
  site: string;
  /** The root of REST, `https://example.org/wp-json`. */
  restRoot: string;
  /** The name of the namespace, `calendar/events/v1` or one of its aliases. */
  namespaceName: string;
  /** The namespace below the root, `https://example.org/wp-json/calendar/events/v1`. */
  namespace: string;
  /** The address of a kind's collection in REST. */
  collection(kind: LinkKind): string;
  /** The same, to put a query behind it that names the language by itself. */
  list(kind: LinkKind): string;
  /** The address of a record in REST. */
  item(kind: LinkKind, id: number): string;
  /** The address of a record's public page; without a slug (a draft) the one by id. */
  page(kind: LinkKind, path: readonly string[], id: number): string;
  /** The same addresses under another name of the namespace. */
  renamed(namespace: string): Links;
  /** `{host}?id={id}`, the same wherever the record is copied to. */
  globalId(id: number): string;
}

/** What addresses are made of. */
export interface LinkParts {
  site: string;
  restRoot: string;
  namespace: string;
  /** The language that a request named before the root of REST: addresses have it there too. */
  segment?: Language | undefined;
  /** The language that a request named by parameter: addresses have the parameter too. */
  parameter?: Language | undefined;
}

/** Addresses in the language, in the form, and in the name of the namespace that a request used. */
export function createLinks(parts: LinkParts): Links {
  const { site, restRoot, namespace, segment, parameter } = parts;
  const home = segment ? `${site}/${segment}` : site;
  const root = `${home}${restRoot}`;
  const base = `${root}/${namespace}`;
  const query = parameter ? `?multilang_language=${parameter}` : '';
  const { hostname, pathname } = new URL(site);
  const place = hostname + pathname.replace(/\/$/, '');
  return {
    site,
    restRoot: root,
    namespaceName: namespace,
    namespace: base,
    collection: (kind) => `${base}/${PATHS[kind][0]}${query}`,
    list: (kind) => `${base}/${PATHS[kind][0]}/`,
    item: (kind, id) => `${base}/${PATHS[kind][0]}/${id}${query}`,
    page: (kind, path, id) =>
      path.length ? `${home}/${PATHS[kind][1]}/${path.map(wireSlug).join('/')}/` : `${home}/?post_type=${kind}&p=${id}`,
    renamed: (name) => createLinks({ ...parts, namespace: name }),
    globalId: (id) => `${place}?id=${id}`,
  };
}
