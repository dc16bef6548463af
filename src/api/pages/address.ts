import { dateOf } from '../../domain/days.ts';
import { DomainError } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { Language, Spoken } from '../../domain/language.ts';
import { type Incoming, isReading } from '../../http/exchange.ts';
import { type Addresses, type SiteAddress, spokenPath, type View, viewNamed, viewPath } from '../../kinds/addresses.ts';
import type { Links } from '../../kinds/record-urls.ts';
import { type Choice, chosenIn, isOn } from './choices.ts';

/** A requested page. The root of the site shows the list of all events, with more below it. */
export interface PageAddress extends Pick<SiteAddress, 'record' | 'view' | 'moved'> {
  /** What follows the address of the record, or of all events: `month/2026-11/`. */
  rest: string;
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

const HOME: PageAddress = { rest: '', isJson: false, isHome: true };

const SERIES = /^\/series\/(?<slug>[^/]+)(?:\/(?<name>list|past))?(?:\/page\/(?<page>[1-9]\d{0,6}))?\/?$/;

function seriesAt(path: string): PageAddress | undefined {
  const { slug, name = 'list', page = 1 } = SERIES.exec(path)?.groups ?? {};
  if (slug === undefined) return undefined;
  const view = { ...FIRST, name: name as 'list' | 'past', page: Number(page) };
  return { rest: '', isJson: false, isHome: false, series: { slug, view } };
}

/** `behind` is the part of the path that follows the address of all events. */
function pageAt({ record, view, form, moved }: SiteAddress, behind: string): PageAddress | undefined {
  if (form !== 'page' && form !== 'json') return undefined;
  const rest = view ? (record?.behind ?? behind).replace(/\/?$/, '/') : '';
  return {
    ...(record && { record }),
    ...(view && { view }),
    rest,
    isJson: form === 'json',
    isHome: false,
    ...(moved !== undefined && { moved }),
  };
}

/** The view at an address that names none. */
export const FIRST: View = { name: 'list', page: 1, featured: false };

/** The query parameters of a view. */
export interface ViewQuery {
  /** The words to search for. */
  search: string | undefined;
  /** A list shows events from this day on. A list of past events shows those before it. */
  from: string | undefined;
  /** What narrows every view. */
  chosen: readonly Choice[];
}

/** The parameters of a date, the newer one first. */
const DATES = ['tribe-bar-date', 'eventDate'] as const;

/**
 * Reads the view from path and query together, like the plug-in: `tribe-bar-date` and `eventDate` are a month or a day, and
 * `eventDisplay` is the view if the path names none. `s` and `tribe-bar-search` are words to search for.
 * @throws INVALID_FIELD with the parameter of a date that is not one, NO_ROUTE for a second page of a month
 */
export function readQuery(path: View | undefined, { searchParams }: URL): { view: View; query: ViewQuery } {
  const said = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
  const field = DATES.find(said) ?? DATES[0];
  const text = said(field);
  const date = text && dateOf(text);
  if (text && !date) throw invalidField(field, 'invalid_date', 'Must be a day, as in 2037-03-06.');
  const name = viewNamed(path, searchParams);
  const rest = path ?? FIRST;
  if (name === 'month' && rest.page > 1) throw new DomainError('NO_ROUTE', 'There is no such page.');
  const view: View = {
    ...rest,
    name,
    featured: rest.featured || isOn(searchParams, 'featured'),
    ...(date && name === 'month' && { date: date.slice(0, 7) }),
    ...(date && name === 'day' && { date: dayOf(date) }),
  };
  const search = said('s') ?? said('tribe-bar-search');
  return { view, query: { search, from: date && dayOf(date), chosen: chosenIn(searchParams) } };
}

/** The first day of a date, which is a month or a day. */
export const dayOf = (date: string): string => (date.length === 7 ? `${date}-01` : date);

/** The address of a view below `base`. Its query keeps the words of a search, the day of a list, what narrows it, and `embed` in a frame. */
export function viewHref(
  base: string,
  view: Partial<View>,
  { search, from, chosen = [], embedded }: Partial<ViewQuery> & { embedded: boolean },
): string {
  const query = new URLSearchParams({
    ...(search && { s: search }),
    ...(from && { 'tribe-bar-date': from }),
    ...Object.fromEntries(chosen.map((name) => [name, '1'])),
    ...(embedded && { embed: '1' }),
  }).toString();
  return `${base}${viewPath({ ...FIRST, ...view })}${query && `?${query}`}` || './';
}
