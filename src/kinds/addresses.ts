import { isDateOf } from '../domain/days.ts';
import { isLanguage, LANGUAGES, type Language } from '../domain/language.ts';
import { wireSlug } from '../domain/slug.ts';
import type { Kind } from './define-kind.ts';
import { KINDS, type KindName } from './kinds.ts';

/** The words in page addresses that a site can choose: `EVENTS_SLUG` for lists, `EVENT_SLUG` for one event. */
interface PageWords {
  events: string;
  event: string;
}

/** The feed formats, named by the extension in their addresses. */
export const FEED_FORMS = ['ics', 'rss', 'feed.json'] as const;

/** The extension of the events of a range, as calendars on web pages take them. */
export const RANGE_FORM = 'fullcalendar.json';

export type FeedForm = (typeof FEED_FORMS)[number];

/** Whether a form of feed is for news readers: RSS, or JSON Feed. */
export const isNews = (form: string | undefined): boolean => /^(?:rss|feed\.json)$/i.test(form ?? '');

/** The words of the plug-in. */
export const PAGE_WORDS: PageWords = { events: 'events', event: 'event' };

/** Which events a list shows, as read from its path. */
export interface View {
  name: 'list' | 'past' | 'month' | 'day';
  /** The month, `2026-11`, or the day, `2026-11-20`. Defaults to the current one. */
  date?: string;
  /** From 1. */
  page: number;
  /** Whether it shows only featured events. */
  featured: boolean;
}

/** The record that an address points to. */
export interface AddressedRecord {
  kind: KindName;
  /** The slug is percent-encoded, as received. */
  ref: { slug: string } | { id: number };
  /** The path of its page, without a language: `/event/open-day/`. */
  path: string;
  /** The rest of the path: `list/ical/`. */
  behind: string;
}

/** A parsed address of the site: the page of a record, or a list of events. */
export interface SiteAddress {
  /** The language prefix, if there is one. */
  segment: Language | undefined;
  /** The record that it points to. If absent, the address is for all events. */
  record?: AddressedRecord;
  /** The view of events. If absent, the page of the record, or the first page of the calendar. */
  view?: View;
  /**
   * The format of the answer: a page, `json` for the record in REST (`/event/open-day.json`), iCalendar or RSS. `none` is a
   * feed that is not offered.
   */
  form: 'page' | 'json' | 'ics' | 'rss' | 'none';
  /** An old address of the page of a record: the query with which it leads to the present one. */
  moved?: string;
}

/** The addresses of a site. */
export interface Addresses {
  /** The path prefix for pages of a kind, below the site: `events/category`. */
  pathOf(kind: KindName): string;
  /** The path prefix for lists of all events: `events`. */
  events: string;
  /** Parses an address. Undefined if it is neither the page of a record nor a list of events. */
  read(url: URL): SiteAddress | undefined;
}

const SEGMENT = new RegExp(`^/(${LANGUAGES.join('|')})(?=/)`);

/** Splits the language prefix off a path: `ko` and `/event/…` for `/ko/event/…`. */
export function spokenPath(pathname: string): { segment: Language | undefined; path: string } {
  const [before = '', said] = SEGMENT.exec(pathname) ?? [];
  return { segment: isLanguage(said) ? said : undefined, path: pathname.slice(before.length) };
}

/** The plug-in's path words for the view of a list, its page number and its feed. */
const MONTH = String.raw`\d{4}-\d\d`;
const DAY = `${MONTH}-\\d\\d`;
const VIEW = `(?:/(?<view>list|past|today|photo|map|summary|month(?:/${MONTH})?|week(?:/${DAY})?|${MONTH}|(?:day/)?${DAY}))?`;
const FEATURED = '(?<featured>/featured)?';
const PAGE = String.raw`(?:/page/(?<page>[1-9]\d{0,6}))?`;
const FEED = '(?:/(?<feed>ical|rss|feed(?:/[^/]+)?))?';
const EMBED = '(?<embed>/embed)?';
const LISTED = VIEW + FEATURED + PAGE + FEED;

/** The last slug is the record's own. Those before it are its parent categories. */
const SLUGS = '(?<slugs>(?:/[^/]+)*?/(?<slug>[^/]+?))';
const END = String.raw`(?:(?<json>\.json)|/)?$`;

/** The words allowed after `feed/`. All of them return RSS. */
const RSS = ['rss', 'rss2', 'atom', 'rdf'];

/** The kinds whose records may lack a slug, by their names in `?post_type=`: ours and the plug-in's. */
const POST_TYPES: ReadonlyMap<string, KindName> = new Map(
  KINDS.filter(({ rest }) => rest.bySlug).flatMap(({ name }) => [
    [name, name] as const,
    [`tribe_${name === 'event' ? 'events' : name}`, name] as const,
  ]),
);

/** The kinds whose lists of events have RSS. In the plug-in, lists of posts have none. */
export const WITH_RSS: readonly KindName[] = ['category', 'tag'];

/** Creates the addresses of a site that uses these words. */
export function createAddresses(words: PageWords): Addresses {
  const own: Readonly<Record<string, string>> = { events: wireSlug(words.events), event: wireSlug(words.event) };
  const ownPath = ({ page }: Kind) =>
    page.path
      .split('/')
      .map((word) => own[word] ?? word)
      .join('/');
  const paths = Object.fromEntries(KINDS.map((kind) => [kind.name, ownPath(kind)])) as Record<KindName, string>;
  const records = [
    ...KINDS.map(({ name }) => [name, paths[name]] as const),
    // The plug-in's address for tags.
    ['tag', `${own.events}/tag`] as const,
  ].map(([kind, prefix]) => ({
    kind,
    prefix,
    pattern: new RegExp(`^/${prefix}${SLUGS}${kind === 'event' ? EMBED + FEED : LISTED}${END}`),
  }));
  const all = new RegExp(`^/${own.events}${LISTED}/?$`);

  function about(path: string, searchParams: URLSearchParams): Omit<SiteAddress, 'segment'> | undefined {
    if (path === '/') return atRoot(searchParams, paths);
    if (/^\/feed\/?$/.test(path) && searchParams.get('post_type') === 'tribe_events') return { form: 'rss' };
    for (const { kind, prefix, pattern } of records) {
      const found = pattern.exec(path)?.groups;
      if (!found) continue;
      const { slug = '', slugs = '', json, embed } = found;
      const behind = path.slice(prefix.length + slugs.length + 1).replace(/^\//, '');
      const record: AddressedRecord = { kind, ref: { slug }, path: `/${paths[kind]}${slugs}/`, behind };
      const listed = listedBy(found, WITH_RSS.includes(kind));
      if (!json) return listed && { record, ...listed, ...(embed && { moved: '?embed=1' }) };
      return listed?.view || listed?.form !== 'page' ? undefined : { record, form: 'json' };
    }
    const found = all.exec(path)?.groups;
    return found && listedBy(found, true);
  }

  return {
    pathOf: (kind) => paths[kind],
    events: own.events!,
    read({ pathname, searchParams }) {
      const { segment, path } = spokenPath(pathname.replace(/%../g, (code) => code.toLowerCase()));
      const said = about(path, searchParams);
      return said && { segment, ...said, form: formBy(searchParams, said) };
    },
  };
}

/** The parameters that name a record by its slug, in a site without readable addresses. */
const BY_SLUG: readonly (readonly [string, KindName])[] = [
  ...[...POST_TYPES].filter(([type]) => type.startsWith('tribe_')),
  ['tribe_events_cat', 'category'],
];

/**
 * Parses the query at the root of the site. The root itself is a separate page, with the feeds of all events. An id without a
 * type is that of an event, or else of another post.
 */
function atRoot(query: URLSearchParams, paths: Record<KindName, string>): Omit<SiteAddress, 'segment'> | undefined {
  const [type, id] = [query.get('post_type'), query.get('p') ?? ''];
  const kind = type === null ? 'event' : POST_TYPES.get(type);
  if (kind && /^\d{1,9}$/.test(id))
    return { record: { kind, ref: { id: Number(id) }, path: '/', behind: '' }, form: 'page', moved: '' };
  for (const [parameter, kind] of BY_SLUG) {
    const said = query.get(parameter) ?? '';
    const slug = wireSlug(said);
    // Of several categories, and of one by its id, a list is shown.
    if (!slug || (kind === 'category' && (hasFeed(query) || /^\d+$|,/.test(said)))) continue;
    const others = [...query].filter(([name]) => name !== parameter && name !== 'post_type');
    const moved = others.length > 0 ? `?${new URLSearchParams(others)}` : '';
    return { record: { kind, ref: { slug }, path: `/${paths[kind]}/${slug}/`, behind: '' }, form: 'page', moved };
  }
  return hasFeed(query) ? { form: 'page' } : undefined;
}

/** The last page that an address may name. */
const LAST_PAGE = 9_999_999;

/** Most events that an address may ask for on a page. */
const LARGEST_PAGE = 50;

/** The page that a query asks for, and how many events it is to have. What is no number from 1 counts as not sent. */
export const pagingIn = (query: URLSearchParams): { page?: number; size?: number } => {
  const numberIn = (name: string, key: string, most: number) => {
    const text = query.get(name)?.trim() ?? '';
    return /^0*[1-9]\d*$/.test(text) && { [key]: Math.min(Number(text), most) };
  };
  return { ...numberIn('paged', 'page', LAST_PAGE), ...numberIn('posts_per_page', 'size', LARGEST_PAGE) };
};

/** What `eventDisplay`, `tribe_event_display` and the path may call a view, and what shows the same here. */
const DISPLAYS: Readonly<Record<string, View['name']>> = {
  list: 'list',
  photo: 'list',
  map: 'list',
  summary: 'list',
  past: 'past',
  month: 'month',
  week: 'month',
  day: 'day',
  today: 'day',
};

/** The view that path and query name. The plug-in prints `list/?eventDisplay=past` for past events; else the path wins. */
export function viewNamed(path: View | undefined, query: URLSearchParams): View['name'] {
  const said = DISPLAYS[(query.get('eventDisplay') || query.get('tribe_event_display'))?.trim() ?? ''];
  return path && (path.name !== 'list' || said !== 'past') ? path.name : (said ?? 'list');
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The view and the format at the end of a path. Undefined for a day or month that does not exist. */
function listedBy(
  { view, featured, page, feed }: Groups,
  hasRss: boolean,
): Pick<SiteAddress, 'view' | 'form'> | undefined {
  const form = feed === undefined ? 'page' : feed === 'ical' ? 'ics' : hasRss ? rssOf(feed.slice(5) || 'rss') : 'none';
  if ((view ?? featured ?? page) === undefined) return { form };
  const [word = 'list'] = view?.match(/^[a-z]+/) ?? [];
  const [, said] = /(\d.*)$/.exec(view ?? '') ?? [];
  if (said !== undefined && !isDateOf(said.length === MONTH_LENGTH ? 'month' : 'day', said)) return undefined;
  const date = word === 'week' ? said?.slice(0, MONTH_LENGTH) : said;
  const name = date === undefined ? DISPLAYS[word]! : date.length === MONTH_LENGTH ? 'month' : 'day';
  const shown = { name, page: Number(page ?? 1), featured: featured !== undefined };
  return { view: { ...shown, ...(date === undefined ? {} : { date }) }, form };
}

const MONTH_LENGTH = '2026-11'.length;

const rssOf = (word: string): 'rss' | 'none' => (RSS.includes(word) ? 'rss' : 'none');

/** The parameters that request iCalendar, whatever their values. */
const ICAL = ['ical', 'outlook-ical'];

const hasFeed = (query: URLSearchParams) => [...ICAL, 'feed'].some((name) => query.has(name));

/** The format that the query requests. Defaults to that of the path. */
function formBy(query: URLSearchParams, { form, record }: Pick<SiteAddress, 'form' | 'record'>): SiteAddress['form'] {
  if (form !== 'page') return form;
  if (ICAL.some((name) => query.has(name))) return 'ics';
  const feed = query.get('feed');
  if (feed === null) return form;
  return !record || WITH_RSS.includes(record.kind) ? rssOf(feed === 'feed' ? 'rss' : feed) : 'none';
}

/** The path of a view, relative to its list: the inverse of parsing. Empty for the default view. */
export function viewPath({ name, date, page, featured }: View): string {
  const behind = `${featured ? 'featured/' : ''}${page > 1 ? `page/${page}/` : ''}`;
  if (name === 'list') return page > 1 ? `list/${behind}` : behind;
  const start = name === 'month' && date ? `month/${date}` : (date ?? (name === 'day' ? 'today' : name));
  return `${start}/${behind}`;
}
