import type { Language } from '../../rules/language.ts';
import { searchTerms, withoutCommonWords } from '../../rules/text.ts';
import type { EventsWindow, WindowRequest } from '../../rules/window.ts';
import type { Filter } from '../../store/port.ts';
import { type ByList, byList, EVENT_LINKS } from '../event-links.ts';
import { type FilterParts, partsOf } from '../shared/filter-parts.ts';
import { searchFilter } from '../shared/text.ts';
import type { EventFilter, PlaceFilter } from './fields.ts';
import { IN_EVENTS } from './record.ts';
import type { EventOrder } from './where-fields.ts';

/** What of an events filter is answered by ids of other records, found before. */
export interface FoundIds {
  /** Those that the caller may see, of what events link to. */
  links?: Partial<ByList<readonly number[]>>;
  categories?: readonly number[];
  tags?: readonly number[];
  /** Venues one of which the event takes place at. */
  near?: readonly number[];
  /** Venues none of which it takes place at. */
  notAt?: readonly number[];
  /** The one category that is asked for, whose descendants `categories` has as well. */
  onlyCategory?: number;
}

/** What is known of a list beside its filters. */
interface Known {
  /** What the caller may see, in the states that are asked for. */
  visible: Filter;
  window: EventsWindow | undefined;
  found: FoundIds;
  language: Language;
}

/** The filters that make the window, the states and the places; the others ask for something themselves. */
type AskedBefore = keyof WindowRequest | keyof PlaceFilter | 'status';

const PARTS: FilterParts<Omit<EventFilter, AskedBefore>, Known> = {
  include: (ids) => ({ _id: { $in: ids } }),
  categories: (_, { found }) => ({ categories: { $in: found.categories ?? [] } }),
  tags: (_, { found }) => ({ tags: { $in: found.tags ?? [] } }),
  ...byList(
    ({ inEvents }) =>
      (_: unknown, { found }: Known): Filter => ({
        [inEvents]: { $in: found.links?.[inEvents] ?? [] },
      }),
  ),
  featured: (featured) => ({ featured }),
  postParent: (parent) => ({ parent }),
  search: (text, { language }) => searchFilter(withoutCommonWords(searchTerms(text)), language),
};

/** The store filter of a list of events. Hidden events are in no list, for nobody. Several of one kind mean any of them. */
export async function eventFilter(asked: EventFilter, known: Known): Promise<Filter> {
  const { visible, window, found } = known;
  const parts: Filter[] = [{ hideFromListings: false }, visible];
  if (window) parts.push(...windowFilter(window));
  if (found.near) parts.push({ venues: { $in: found.near } });
  if (found.notAt) parts.push({ venues: { $nin: found.notAt } });
  return { $and: [...parts, ...(await partsOf(PARTS, asked, known))] };
}

function windowFilter({ startsFrom, startsAfter, startsBefore, endsAfter, endsBefore }: EventsWindow): Filter[] {
  const parts: Filter[] = [];
  if (startsFrom !== undefined) parts.push({ startsAt: { $gte: startsFrom } });
  if (startsAfter !== undefined) parts.push({ startsAt: { $gt: startsAfter } });
  if (startsBefore !== undefined) parts.push({ startsAt: { $lt: startsBefore } });
  if (endsAfter !== undefined) parts.push({ endsAt: { $gt: endsAfter } });
  if (endsBefore !== undefined) parts.push({ endsAt: { $lt: endsBefore } });
  return parts;
}

/** Up to so many venues are looked up one by one; for more, events are read in the order of the list. */
const FEW_PLACES = 100;

/**
 * The index a list of events uses: that of what narrows it down most, as a rule. `standard` is the one for its states.
 * The database is told, since its own choice may come from what was asked for before: the plan that is good for a venue
 * with a thousand events reads all events for one with two.
 */
export function listIndex(asked: EventFilter, { categories, tags, near }: FoundIds, standard: string): string {
  if (asked.include) return '_id_';
  if (asked.postParent != null) return 'below';
  if (near && near.length <= FEW_PLACES) return IN_EVENTS.venues;
  const link = EVENT_LINKS.find(({ inEvents }) => asked[inEvents]);
  if (link) return link.index;
  if (tags) return IN_EVENTS.tags;
  if (categories) return IN_EVENTS.categories;
  return asked.featured && standard !== 'of_author' ? 'featured' : standard;
}

/** What finds events by one of a few values, the narrowest first, with the index that has it. */
const FOUND_BY = [['_id', '_id_'], ...Object.entries(IN_EVENTS), ['author', 'of_author'], ['facets', 'facet']] as const;

/** What finds them by a range of values. */
const FOUND_WITHIN = [
  ['lowestPrice', 'lowest_price'],
  ['modifiedAt', 'modified'],
] as const;

/** The index of a connection, by what all of its filters ask for, and its order. */
export function connectionIndex(filters: readonly Filter[], standard: string, by: EventOrder): string {
  const isFew = (condition: unknown) =>
    typeof condition === 'number' || (Object(condition).$in?.length ?? FEW_PLACES + 1) <= FEW_PLACES;
  const isRange = (condition: unknown) => Object(condition).$gt !== undefined || Object(condition).$gte !== undefined;
  const found = FOUND_BY.find(([field]) => filters.some((filter) => isFew(filter[field])));
  if (found) return found[1];
  if (standard === 'of_author') return standard;
  if (filters.some(({ featured }) => featured === true)) return 'featured';
  const within = FOUND_WITHIN.find(([field]) => filters.some((filter) => isRange(filter[field])));
  return within?.[1] ?? (by === 'modified' ? 'modified' : standard);
}

/** Events that were asked for by id come in the order in which they were published (as in the reference). */
export const BY_PUBLICATION = [
  ['publishedAt', 1],
  ['_id', 1],
] as const;
