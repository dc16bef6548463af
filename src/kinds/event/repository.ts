import type { Filter } from '../../data/port.ts';
import { EVENT_LINKS } from '../event-links.ts';
import { IN_EVENTS } from './record.ts';
import type { EventOrder } from './where-fields.ts';

/** The maximum number of values to look up one by one. With more, events are read in list order. */
const FEW = 100;

/** The fields that find events by a few values, narrowest first, each with its index. */
const FOUND_BY = [
  ...[['_id', '_id_'] as const, ['series', 'series'] as const, ['parent', 'below'] as const],
  ...EVENT_LINKS.map(({ inEvents, index }) => [inEvents, index] as const),
  ...[['tags', IN_EVENTS.tags] as const, ['categories', IN_EVENTS.categories] as const],
  ...[['author', 'of_author'] as const, ['facets', 'facet'] as const],
];

/** The fields that find events by a range of values. */
const FOUND_WITHIN = [
  ['lowestPrice', 'price'],
  ['modifiedAt', 'modified'],
] as const;

/**
 * The index of a list or connection of events: usually that of its narrowest filter, given all filters and the order.
 * `standard` is the index for its states. The database needs this hint because it reuses plans from earlier queries: a plan
 * that suits a venue with a thousand events reads all events for a venue with two.
 */
export function eventIndex(filters: readonly Filter[], standard: string, by: EventOrder = 'start'): string {
  const isFew = (condition: unknown) =>
    typeof condition === 'number' || (Object(condition).$in?.length ?? FEW + 1) <= FEW;
  const isRange = (condition: unknown) => ['$gt', '$gte', '$lt', '$lte'].some((bound) => bound in Object(condition));
  const found = FOUND_BY.find(([field]) => filters.some((filter) => isFew(filter[field])));
  if (found) return found[1];
  if (standard === 'of_author') return standard;
  if (filters.some(({ featured }) => featured === true)) return 'featured';
  const within = FOUND_WITHIN.find(([field]) => filters.some((filter) => isRange(filter[field])));
  return within?.[1] ?? (by === 'modified' ? 'modified' : standard);
}

/** Events requested by id come in order of publication (as in the reference). */
export const BY_PUBLICATION = [
  ['publishedAt', 1],
  ['_id', 1],
] as const;
