import { dateOf, dayAfter, isDateOf } from '../../domain/days.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Language, Spoken } from '../../domain/language.ts';
import { readTime, toInstant, toWall } from '../../domain/time.ts';
import { type Incoming, isReading } from '../../http/exchange.ts';
import {
  type Addresses,
  pagingIn,
  type SiteAddress,
  spokenPath,
  type View,
  viewNamed,
  viewPath,
} from '../../kinds/addresses.ts';
import type { Links } from '../../kinds/record-urls.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { type Choice, chosenIn, isOn } from './choices.ts';
import { type Filters, filtersIn } from './filters.ts';

/** A requested page. The root of the site shows the list of all events, with more below it. */
export interface PageAddress extends Pick<SiteAddress, 'record' | 'view' | 'moved'> {
  /** What follows the address of the record, or of all events: `month/2026-11/`. */
  suffix: string;
  isJson: boolean;
  isHome: boolean;
  /** A series, by its slug, percent-encoded as received, and which of its dates. */
  series?: { slug: string; view: View };
}

/** What the address of a page says. */
export interface Addressed {
  /** The page or feed that a request reads, of a record or of a list. */
  address?: SiteAddress;
  page?: PageAddress;
  language: Language;
  /** The language that the address names. */
  segment: Language | undefined;
  links: Links;
  /** Pages are the same for everybody. */
  viewer: undefined;
}

/** The requested page, if it is one of ours, and its language. */
export const pageAddressStep =
  (standard: Language, linksOf: (spoken: Spoken) => Links, addresses: Addresses) =>
  ({ method, url }: Incoming): Addressed => {
    const reads = isReading({ method });
    const address = reads ? addresses.read(url) : undefined;
    // `spokenPath` finds a language only if a slash follows it, so `/ko` needs one.
    const { segment, path } = spokenPath(url.pathname.replace(/^\/[a-z]+$/, '$&/'));
    const other = reads ? (path === '/' ? HOME : seriesAt(path)) : undefined;
    const page = address ? pageAt(address, path.slice(addresses.events.length + 2)) : other;
    return {
      ...(address ? { address } : {}),
      ...(page ? { page } : {}),
      language: segment ?? standard,
      segment,
      links: linksOf({ segment }),
      viewer: undefined,
    };
  };

const HOME: PageAddress = { suffix: '', isJson: false, isHome: true };

const SERIES = /^\/series\/(?<slug>[^/]+)(?:\/(?<name>list|past))?(?:\/page\/(?<page>[1-9]\d{0,6}))?\/?$/;

function seriesAt(path: string): PageAddress | undefined {
  const { slug, name = 'list', page = 1 } = SERIES.exec(path)?.groups ?? {};
  if (slug === undefined) return undefined;
  const view = { ...FIRST, name: name as 'list' | 'past', page: Number(page) };
  return { suffix: '', isJson: false, isHome: false, series: { slug, view } };
}

/** `behind` is the part of the path that follows the address of all events. */
function pageAt({ record, view, form, moved }: SiteAddress, behind: string): PageAddress | undefined {
  if (form !== 'page' && form !== 'json') return undefined;
  const suffix = view ? (record?.behind ?? behind).replace(/\/?$/, '/') : '';
  return {
    ...(record && { record }),
    ...(view && { view }),
    suffix,
    isJson: form === 'json',
    isHome: false,
    ...(moved !== undefined && { moved }),
  };
}

/** The view at an address that names none. */
const FIRST: View = { name: 'list', page: 1, featured: false };

/** The query parameters of a view. */
export interface ViewQuery {
  /** The words to search for. */
  search: string | undefined;
  /** A list shows events from this day on. A list of past events shows those before it. */
  from: string | undefined;
  /** What narrows every view. */
  chosen: readonly Choice[];
  /** The records and the city that narrow it. */
  filters: Filters;
  /** How many events a page has, if the address says it. */
  size: number | undefined;
}

/** What no address narrows. */
export const PLAIN: ViewQuery = { search: undefined, from: undefined, chosen: [], filters: [], size: undefined };

/** The parameters of a date, the newer one first. */
const DATES = ['tribe-bar-date', 'eventDate'] as const;

type Clock = Pick<ResolverContext, 'zone' | 'now'>;

/** The day of a date as REST takes dates, or as some countries write it. */
function dayIn(text: string, { zone, now }: Clock) {
  const day = readTime(text, zone, now)?.wall.slice(0, 10) ?? dateOf(text);
  return day !== undefined && isDateOf('day', day) ? day : undefined;
}

/** The day on which the request is answered, in the zone of the site. */
export const todayIn = ({ now, zone }: Clock): string => toWall(now, zone).slice(0, 10);

/** An answer that tells today from other days changes at midnight. */
export function changesAtMidnight({ freshness, ...clock }: Clock & Pick<ResolverContext, 'freshness'>): void {
  const tomorrow = toInstant(`${dayAfter(todayIn(clock))} 00:00:00`, clock.zone);
  freshness.until = Math.min(freshness.until, tomorrow);
}

/**
 * Reads the view from path and query together, like the plug-in: `tribe-bar-date` and `eventDate` are a day, `paged` is the
 * number of a page, and `eventDisplay` is the view if the path names none. `s` and `tribe-bar-search` are words to search for.
 * What is no date or no number counts as not sent.
 * @throws NO_ROUTE for a second page of a month
 */
export function readQuery(
  path: View | undefined,
  { searchParams }: URL,
  clock: Clock,
): { view: View; query: ViewQuery } {
  const said = (name: string) => searchParams.get(name)?.trim() || undefined;
  const [from] = DATES.flatMap((name) => dayIn(said(name) ?? '', clock) ?? []);
  const name = viewNamed(path, searchParams);
  const named = path ?? FIRST;
  const { page = named.page, size } = pagingIn(searchParams);
  if (name === 'month' && page > 1) throw new DomainError('NO_ROUTE', 'There is no such page.');
  const view: View = {
    ...named,
    name,
    page,
    featured: named.featured || isOn(searchParams, 'featured'),
    ...(from && name === 'month' && { date: from.slice(0, 7) }),
    ...(from && name === 'day' && { date: from }),
  };
  const search = said('s') ?? said('tribe-bar-search');
  return { view, query: { search, from, chosen: chosenIn(searchParams), filters: filtersIn(searchParams), size } };
}

/** The first day of a date, which is a month or a day. */
export const dayOf = (date: string): string => (date.length === 7 ? `${date}-01` : date);

/** What an address says besides the view, by its parameters. */
export const parametersOf = ({ search, from, chosen = [], filters = [], size }: Partial<ViewQuery>) => ({
  ...(search && { s: search }),
  ...(from && { 'tribe-bar-date': from }),
  ...Object.fromEntries(filters.map(({ name, values }) => [name, values.join(',')])),
  ...(size && { posts_per_page: String(size) }),
  ...Object.fromEntries(chosen.map((name) => [name, '1'])),
});

/** The address of a view below `base`. Its query keeps the words of a search, the day of a list, what narrows it, and `embed` in a frame. */
export function viewHref(
  base: string,
  view: Partial<View>,
  { embedded, ...asked }: Partial<ViewQuery> & { embedded: boolean },
): string {
  const query = new URLSearchParams({ ...parametersOf(asked), ...(embedded && { embed: '1' }) })
    .toString()
    .replaceAll('%2C', ',');
  return `${base}${viewPath({ ...FIRST, ...view })}${query && `?${query}`}` || './';
}
