import type { Context } from '../../context.ts';
import type { PatchOf } from '../../fields/table.ts';
import { mayEdit } from '../../rules/access.ts';
import { searchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import { namedByEvent, unpublished } from '../shared/by-events.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';

import type { linkedFilters } from './fields.ts';

/** What lists of a kind that events link to are filtered by. */
export type LinkedFilter = PatchOf<typeof linkedFilters>;

/** Where the events say what they link to. */
interface InEvents {
  events: Repository<EventRecord>;
  /** The list of an event that names the records of a kind. */
  inEvents: LinkList;
}

/**
 * The parts of a store filter that a list of a linked kind is asked for, and the index that finds them when it is
 * another than the list's. What events say counts as the caller sees events: for the public it is kept with the record,
 * for who edits there are besides the events that are not published.
 * @throws INVALID_FIELD when there is no such event
 */
export async function linkedFilter(
  { search, event, hasEvents, onlyWithUpcoming }: LinkedFilter,
  where: InEvents,
  ctx: Context,
): Promise<{ parts: Filter[]; index?: '_id_' }> {
  const parts: Filter[] = [];
  const { now } = ctx;
  if (event != null) parts.push(await namedByEvent({ ...where, id: event, field: 'event' }, ctx));
  if (search != null) parts.push(searchFilter(searchTerms(search), ctx.language));
  if (hasEvents) parts.push(either({ publicEvents: { $gt: 0 } }, await namedBesides({}, where, ctx)));
  if (hasEvents === false) parts.push({ publicEvents: 0, _id: { $nin: await namedBesides({}, where, ctx) } });
  if (onlyWithUpcoming) {
    const besides = await namedBesides({ startsAt: { $gte: now } }, where, ctx);
    parts.push(either({ lastPublicStart: { $gte: now } }, besides));
  }
  return { parts, ...(event != null ? { index: '_id_' } : {}) };
}

const either = (kept: Filter, ids: readonly number[]): Filter =>
  ids.length ? { $or: [kept, { _id: { $in: ids } }] } : kept;

/** What events that are not published name, of those that this caller sees. */
async function namedBesides(which: Filter, { events, inEvents }: InEvents, { viewer }: Context): Promise<number[]> {
  if (!mayEdit(viewer)) return [];
  return events.distinct<number>(inEvents, { ...unpublished(viewer), hideFromListings: false, ...which });
}
