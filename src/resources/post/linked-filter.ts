import type { Context } from '../../context.ts';
import type { PatchOf } from '../../fields/table.ts';
import { literalTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import { namedByEvent, namedByUnpublished } from '../shared/by-events.ts';
import { type FilterParts, partsOf } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { timeSpan } from '../shared/time-span.ts';
import type { linkedFilters } from './fields.ts';
import { statesAmong } from './filter.ts';
import type { LinkedWhere } from './where-fields.ts';

/** What lists of a kind that events link to are filtered by. */
export type LinkedFilter = PatchOf<typeof linkedFilters>;

/** Where the events say what they link to. */
interface InEvents {
  events: Repository<EventRecord>;
  /** The list of an event that names the records of a kind. */
  inEvents: LinkList;
}

/** What the filters of a list look at. */
interface Known extends InEvents {
  ctx: Context;
}

/** States are asked for before. */
const PARTS: FilterParts<Omit<LinkedFilter, 'status'>, Known> = {
  event: (id, { events, inEvents, ctx }) => namedByEvent({ events, inEvents, id, field: 'event' }, ctx),
  search: (text, { ctx }) => searchFilter(literalTerms(text), ctx.language),
  async hasEvents(has, known) {
    const besides = await unpublishedLinks({}, known);
    return has ? either({ publicEvents: { $gt: 0 } }, besides) : { publicEvents: 0, _id: { $nin: besides } };
  },
  async onlyWithUpcoming(only, known) {
    const { now } = known.ctx;
    if (!only) return undefined;
    return either({ lastPublicStart: { $gte: now } }, await unpublishedLinks({ startsAt: { $gte: now } }, known));
  },
};

/** The parts of a connection. */
export const LINKED_PARTS: FilterParts<LinkedWhere, Known> = {
  in: (ids) => ({ _id: { $in: ids } }),
  notIn: (ids) => ({ _id: { $nin: ids } }),
  search: (text, known) => PARTS.search(text, known, {}),
  hasEvents: (has, known) => PARTS.hasEvents(has, known, {}),
  hasUpcomingEvents: (has, known) => PARTS.onlyWithUpcoming(has, known, {}),
  author: (author) => ({ author }),
  modifiedAfter: (text, { ctx }) => ({ modifiedAt: { $gt: timeSpan(text, ctx.zone, ctx).last } }),
  status: (status, { ctx }) => statesAmong(status, ctx.viewer),
};

/**
 * The parts of a store filter that a list of a linked kind is asked for, and the index that finds them when it is
 * another than the list's. What events say counts as the caller sees events: for the public it is kept with the record,
 * for who edits there are besides the events that are not published.
 * @throws INVALID_FIELD when there is no such event
 */
export const linkedFilter = async (
  asked: LinkedFilter,
  known: Known,
): Promise<{ parts: Filter[]; index?: '_id_' }> => ({
  parts: await partsOf(PARTS, asked, known),
  ...(asked.event == null ? {} : { index: '_id_' }),
});

const either = (kept: Filter, ids: readonly number[]): Filter =>
  ids.length ? { $or: [kept, { _id: { $in: ids } }] } : kept;

/** What events that are not published name in lists, of those that this caller sees. */
const unpublishedLinks = (which: Filter, { inEvents, events, ctx: { viewer } }: Known): Promise<number[]> =>
  namedByUnpublished({ events, inEvents, viewer }, { hideFromListings: false, ...which });
