import type { Context } from '../../context.ts';
import { mayEdit } from '../../rules/access.ts';
import type { StatusFilter } from '../../rules/status.ts';
import type { Filter } from '../../store/port.ts';
import type { Repository } from '../repository.ts';
import { searchFilter } from '../text.ts';
import { namedByEvent, readable } from './filter.ts';
import type { PostRecord } from './record.ts';

/** What lists of venues and organizers are filtered by. */
export interface LinkedFilter {
  search?: string | null;
  event?: number | null;
  hasEvents?: boolean | null;
  onlyWithUpcoming?: boolean | null;
  status?: StatusFilter[] | null;
}

/** What an event says about what it is linked to. */
export interface LinkingEvent extends PostRecord {
  venues: number[];
  organizers: number[];
}

/** The list in an event that names the records of a kind. */
type InEvents = 'venues' | 'organizers';

/**
 * The parts of a store filter that a list of venues or organizers is asked for, and the index that finds them when it is
 * another than the list's. What events say counts as the caller sees events; for the public that is kept with the record.
 * @throws INVALID_FIELD when there is no such event
 */
export async function linkedFilter(
  { search, event, hasEvents, onlyWithUpcoming }: LinkedFilter,
  inEvents: InEvents,
  events: Repository<LinkingEvent>,
  ctx: Context,
): Promise<{ parts: Filter[]; index?: '_id_' }> {
  const parts: Filter[] = [];
  let byIds = event != null;
  if (event != null) parts.push(await namedByEvent(events, event, inEvents, 'event', ctx));
  if (search != null) parts.push(searchFilter(search, ctx.language));
  if (hasEvents != null) {
    const kept: Filter = hasEvents ? { publicEvents: { $gt: 0 } } : { publicEvents: 0 };
    const ids = await namedIds({}, inEvents, events, ctx);
    parts.push(ids ? { _id: hasEvents ? { $in: ids } : { $nin: ids } } : kept);
    byIds ||= ids !== undefined && hasEvents;
  }
  if (onlyWithUpcoming) {
    const ids = await namedIds({ startsAt: { $gte: ctx.now } }, inEvents, events, ctx);
    parts.push(ids ? { _id: { $in: ids } } : { lastPublicStart: { $gte: ctx.now } });
    byIds ||= ids !== undefined;
  }
  return { parts, ...(byIds ? { index: '_id_' } : {}) };
}

/** What the events that this caller sees name; undefined for a caller who sees no more than the public. */
async function namedIds(
  which: Filter,
  inEvents: InEvents,
  events: Repository<LinkingEvent>,
  { viewer }: Context,
): Promise<number[] | undefined> {
  if (!mayEdit(viewer)) return undefined;
  return events.distinct<number>(inEvents, { $and: [readable(viewer), { hideFromListings: false }, which] });
}
