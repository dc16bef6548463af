import type { Filter } from '../../data/port.ts';
import { literalTerms } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { type EventCounts, type EventNumber, onlyThese } from '../counts/event-counts.ts';
import type { CustomOwner } from '../custom-fields/definitions.ts';
import { customFilter } from '../custom-fields/values.ts';
import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import { namedByEvent, namedByUnpublished } from '../shared/by-events.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { POST_PARTS, withSlugs } from './filter.ts';
import type { PostRecord } from './record.ts';
import type { LinkedWhere } from './where-fields.ts';

/** Where to find the events that link to records of a kind. */
interface InEvents {
  events: Repository<EventRecord>;
  /** The list of an event that names these records. */
  inEvents: LinkList;
}

/** What the filters of a list read. */
interface FilterContext extends InEvents {
  repository: Pick<Repository<PostRecord>, 'find'>;
  name: CustomOwner;
  numbers: EventCounts;
  ctx: Context;
}

/** The filters of a linked kind. Links count only from events that the caller may see: for editors, from unpublished ones too. */
export const LINKED_PARTS: FilterParts<LinkedWhere, FilterContext> = {
  ...POST_PARTS,
  slugIn: withSlugs,
  search: (text, { ctx }) => searchFilter(literalTerms(text), ctx.language),
  linkedBy: (id, { events, inEvents, ctx }) => namedByEvent({ events, inEvents, id, field: 'linkedBy' }, ctx),
  async hasEvents(has, context) {
    return named(context, { has, counts: ({ events }) => events > 0, besides: await unpublishedLinks({}, context) });
  },
  async hasUpcomingEvents(only, context) {
    const { now } = context.ctx;
    if (!only) return undefined;
    const besides = await unpublishedLinks({ startsAt: { $gte: now } }, context);
    return named(context, { has: true, counts: ({ last }) => last !== undefined && last >= now, besides });
  },
  customFields: (sent, { name, ctx }) => customFilter(name, sent, ctx),
};

/** The records whose numbers count, and those besides; without `has`, all others. */
async function named(
  { numbers, inEvents, ctx: { loaders } }: FilterContext,
  { has, counts, besides }: { has: boolean; counts(number: EventNumber): boolean; besides: readonly number[] },
) {
  const all = await numbers.all(inEvents, loaders.dependencies);
  const ids = new Set(besides);
  for (const [id, number] of all) if (counts(number)) ids.add(id);
  return onlyThese(ids, all.keys(), has);
}

/** The records linked by listed but unpublished events that the caller may see. */
const unpublishedLinks = (which: Filter, { inEvents, events, ctx: { viewer } }: FilterContext) =>
  namedByUnpublished({ events, inEvents, viewer }, { hideFromListings: false, ...which });
