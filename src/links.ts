import { isLanguage, LANGUAGES, type Language } from './rules/language.ts';
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
  /** The record whose page an address is: of ours, or beginning with the path of a page. */
  recordAt(address: string): Pick<PageAddress, 'kind' | 'ref'> | undefined;
  /** The same addresses in a language, which they name unless it is the site's own. */
  inLanguage(language: Language): Links;
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
  /** The language of addresses that name none. */
  standard: Language;
  /** What addresses of pages begin with, where others show them: `https://www.example.org`. */
  publicUrl?: string | undefined;
}

/** Addresses in the language, in the form, and in the name of the namespace that a request used. */
export function createLinks(parts: LinkParts): Links {
  const { site, restRoot, namespace, segment, parameter, publicUrl = site } = parts;
  const before = segment ? `/${segment}` : '';
  const home = `${publicUrl}${before}`;
  const root = `${site}${before}${restRoot}`;
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
    recordAt(address) {
      const home = [publicUrl, site].find((each) => address.startsWith(`${each}/`)) ?? '';
      const path = address.slice(home.length);
      return /^\/(?!\/)/.test(path) && URL.canParse(path, site) ? pageAddress(new URL(path, site)) : undefined;
    },
    inLanguage: (language) =>
      createLinks({ ...parts, parameter: undefined, segment: language === parts.standard ? undefined : language }),
    renamed: (name) => createLinks({ ...parts, namespace: name }),
    globalId: (id) => `${place}?id=${id}`,
  };
}

/** What the address of a page of ours says. */
export interface PageAddress {
  kind: LinkKind;
  /** The language before it, if there is one. */
  segment: Language | undefined;
  /** The slug is percent-encoded as it came. */
  ref: { slug: string } | { id: number };
  /** Whether the record is asked for as JSON: `/event/open-day.json`. */
  json: boolean;
}

const SEGMENT = new RegExp(`^/(${LANGUAGES.join('|')})(?=/)`);

/** The kind, the slugs, the last of them, and the end. No slug has a dot. */
const PAGES = (Object.entries(PATHS) as [LinkKind, readonly [string, string]][]).map(
  ([kind, [, path]]) => [kind, new RegExp(`^/${path}/(?:[^/]+/)*?([^/]+?)(\\.json|/|)$`)] as const,
);

/** The kinds whose records may have no slug. */
const BY_ID: readonly unknown[] = ['event', 'venue', 'organizer'] satisfies LinkKind[];

/** The language that a path begins with, `ko` of `/ko/event/…`, and the path behind it. */
export function spokenPath(pathname: string): { segment: Language | undefined; path: string } {
  const [before = '', said] = SEGMENT.exec(pathname) ?? [];
  return { segment: isLanguage(said) ? said : undefined, path: pathname.slice(before.length) };
}

/** The record whose page an address is, by its slug or by its id; undefined for other addresses. */
export function pageAddress({ pathname, searchParams }: URL): PageAddress | undefined {
  const { segment, path } = spokenPath(pathname);
  const [kind, id] = [searchParams.get('post_type'), searchParams.get('p')];
  if (path === '/' && BY_ID.includes(kind) && /^\d{1,9}$/.test(id ?? ''))
    return { kind: kind as LinkKind, segment, ref: { id: Number(id) }, json: false };
  for (const [kind, pattern] of PAGES) {
    const [, slug, end] = pattern.exec(path) ?? [];
    if (slug !== undefined) return { kind, segment, ref: { slug }, json: end === '.json' };
  }
  return undefined;
}
