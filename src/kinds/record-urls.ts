import type { Language } from '../domain/language.ts';
import { wireSlug } from '../domain/slug.ts';
import {
  type AddressedRecord,
  type Addresses,
  createAddresses,
  type FeedForm,
  PAGE_WORDS,
  spokenPath,
} from './addresses.ts';
import { KIND, type KindName } from './kinds.ts';

/** The plug-in's own name of the namespace, which its clients have built in. */
export const PLUG_IN_NAMESPACE = 'tribe/events/v1';

/** Builds the addresses of records. All begin with the configured site address, never with one from the request. */
export interface Links {
  /** `https://example.org`, without a trailing slash. */
  site: string;
  /** The first page of the site in the language. */
  home: string;
  /** The root of REST, `https://example.org/wp-json`. */
  restRoot: string;
  /** The name of the namespace, `calendar/events/v1` or one of its aliases. */
  namespaceName: string;
  /** The namespace below the root, `https://example.org/wp-json/calendar/events/v1`. */
  namespace: string;
  /** The address of a kind's collection in REST. */
  collection(kind: KindName): string;
  /** The same, for a query that names the language itself. */
  list(kind: KindName): string;
  /** The address of a record in REST. */
  item(kind: KindName, id: number): string;
  /** The permanent address of a record's feed. Without an id, the feed of all events. */
  feed(kind: KindName, form: FeedForm, id?: number): string;
  /** The address of a record's public page. Drafts have no slug and use the id. */
  page(kind: KindName, path: readonly string[], id: number): string;
  /** The permanent address of the feed of a series. */
  seriesFeed(id: number): string;
  /** The address of the page of a series, which is always on this site. */
  seriesPage(slug: string): string;
  /** The path of one of our pages below the site, wherever pages are shown: `/ko/event/…`. */
  pagePath(page: string): string;
  /** The record whose page is at an address: one of ours, or a bare path. */
  recordAt(address: string): (Pick<AddressedRecord, 'ref'> & { kind: KindName | 'series' }) | undefined;
  /** The same addresses in a language. They name it unless it is the site's own. */
  inLanguage(language: Language): Links;
  /** The same addresses under another name of the namespace. */
  renamed(namespace: string): Links;
  /** `{host}?id={id}`, the same wherever the record is copied to. */
  globalId(id: number): string;
}

/** The parts of addresses. */
export interface LinkParts {
  site: string;
  restRoot: string;
  namespace: string;
  /** The language that the request named before the root of REST. Addresses repeat it there. */
  segment?: Language;
  /** The language that the request named by parameter. Addresses repeat the parameter. */
  parameter?: Language;
  /** The language of addresses that name none. */
  standard: Language;
  /** The start of page addresses, if another site shows the pages: `https://www.example.org`. */
  publicUrl?: string;
  /** How pages are addressed below the site. Defaults to the plug-in's way. */
  addresses?: Addresses;
}

const SERIES = /^\/series\/([^/]+)\/?$/;

const STANDARD = createAddresses(PAGE_WORDS);

/** Creates addresses with the language, form and namespace that the request used. */
export function createLinks(parts: LinkParts): Links {
  const { site, restRoot, namespace, segment, parameter, publicUrl = site, addresses = STANDARD } = parts;
  const before = segment ? `/${segment}` : '';
  const home = `${publicUrl}${before}`;
  const root = `${site}${before}${restRoot}`;
  const base = `${root}/${namespace}`;
  const query = parameter ? `?multilang_language=${parameter}` : '';
  const { hostname, pathname } = new URL(site);
  const place = hostname + pathname.replace(/\/$/, '');
  return {
    site,
    home: `${home}/`,
    restRoot: root,
    namespaceName: namespace,
    namespace: base,
    collection: (kind) => `${base}${KIND[kind].rest.path}${query}`,
    list: (kind) => `${base}${KIND[kind].rest.path}/`,
    item: (kind, id) => `${base}${KIND[kind].rest.path}/${id}${query}`,
    feed: (kind, form, id) => `${base}${KIND[kind].rest.path}${id === undefined ? '' : `/${id}`}.${form}${query}`,
    page: (kind, path, id) =>
      path.length
        ? `${home}/${addresses.pathOf(kind)}/${path.map(wireSlug).join('/')}/`
        : `${home}/?post_type=${kind}&p=${id}`,
    seriesFeed: (id) => `${base}/series/${id}.ics${query}`,
    seriesPage: (slug) => `${site}${before}/series/${wireSlug(slug)}/`,
    pagePath: (page) => page.slice(publicUrl.length),
    recordAt(address) {
      const home = [publicUrl, site].find((each) => address.startsWith(`${each}/`)) ?? '';
      const path = address.slice(home.length);
      if (!/^\/(?!\/)/.test(path) || !URL.canParse(path, site)) return undefined;
      const url = new URL(path, site);
      const [, series] = SERIES.exec(spokenPath(url.pathname).path) ?? [];
      if (series) return { kind: 'series', ref: { slug: series } };
      const { record } = addresses.read(url) ?? {};
      if (!record?.behind) return record;
      // A child category may have the same name as a view or a feed.
      const slug = record.behind.replace(/\/$/, '').split('/').at(-1)!;
      return record.kind === 'category' ? { ...record, ref: { slug } } : undefined;
    },
    inLanguage: (language) =>
      createLinks({ ...parts, parameter: undefined, segment: language === parts.standard ? undefined : language }),
    renamed: (name) => createLinks({ ...parts, namespace: name }),
    globalId: (id) => `${place}?id=${id}`,
  };
}
