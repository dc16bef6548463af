import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Operations } from '../../operations.ts';
import { effectiveStatus } from '../../rules/access.ts';
import { becomesPublic } from '../../rules/status.ts';
import type { EventCounts } from '../event-counts.ts';
import { pageOfPost } from '../post/address.ts';
import { unknownPost } from '../post/read.ts';
import { createPostService, type PostDeps, type PostHooks, type PostService } from '../post/service.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from '../term/record.ts';
import { type Cities, createCities } from './cities.ts';
import type { AskedEvents, EventFilter, EventInput, EventPatch } from './fields.ts';
import { eventKind } from './kind.ts';
import { createLinking, type LinkDeps } from './links.ts';
import { createEventConnection, createEventListing, createResolveFilterIds } from './list.ts';
import { mendedEvent } from './mend.ts';
import { type EventRecord, IN_EVENTS } from './record.ts';
import { createRelated, type EventsOf, type Related } from './related.ts';
import type { FoundIds } from './repository.ts';
import { eventTimes } from './times.ts';
import type { TotalDeps } from './total.ts';

/**
 * Events. Where hidden records are told (`tellsHidden`), reading throws NOT_AN_EVENT besides. Records inside of the links of
 * an event are made with it, or nothing is. An update that makes an event public publishes the drafts and pending ones that
 * it links, of those that the caller may publish.
 */
export interface EventService
  extends Operations<EventRecord, EventFilter, EventInput, EventPatch>,
    Pick<PostService<EventRecord, EventFilter, EventInput, EventPatch>, 'restore'> {
  eventsOf: EventsOf;
  related: Related;
  cities: Cities;
}

export interface EventDeps extends LinkDeps, PostDeps<EventRecord>, TotalDeps {
  counts: EventCounts;
  categories: Repository<TermRecord>;
}

export function createEventService(deps: EventDeps): EventService {
  const linking = createLinking(deps);
  const { connectionsBy, ...service } = createPostService<EventRecord, AskedEvents, EventPatch, EventInput, FoundIds>(
    eventKind,
    {
      async unknown(ref, ctx) {
        const unknown = unknownPost(eventKind.name, ref, ctx);
        // The other record may be one that the caller may not see.
        if (!ctx.tellsHidden || !('id' in ref) || !(await ctx.loaders.isOtherPost(ref.id))) return unknown;
        return new DomainError('NOT_AN_EVENT', `The record with ID ${ref.id} is not an event.`, [], unknown.facts);
      },
      resolveFilterIds: createResolveFilterIds(deps),
      listing: createEventListing(deps),
      connection: createEventConnection(deps) as PostHooks<
        EventRecord,
        AskedEvents,
        EventPatch,
        FoundIds
      >['connection'],
      problems: linking.problems,
      withoutEchoedValues,
      computed: eventTimes,
      link: linking.link,
      mend: mendedEvent,
      async beforeStoring(before, after, ctx) {
        if (before && becomesPublic(effectiveStatus(before, ctx.now), after.status)) await linking.publish(after, ctx);
      },
      afterStoring: deps.counts.recount,
    },
    deps,
  );
  const eventsOf: EventsOf = async ({ list, ids }, asked, ctx) => {
    const members =
      list === 'categories'
        ? await deps.categoryService.withDescendantsEach(ids)
        : new Map(ids.map((id) => [id, [id]]));
    const index = list === 'author' ? 'of_author' : IN_EVENTS[list];
    return connectionsBy({ list, index, members }, asked, ctx);
  };
  const { repository, linked } = deps;
  return {
    ...service,
    eventsOf,
    cities: createCities({ ...deps, venues: linked.venues.repository }),
    related: createRelated({ repository, categories: deps.categories, venues: linked.venues.repository, eventsOf }),
  };
}

/** Sending back what was read changes nothing: a price or an address as the event shows it is as good as not sent. */
function withoutEchoedValues(record: EventRecord, patch: EventPatch, ctx: Context): EventPatch {
  const { cost, website, ...rest } = patch;
  const page = pageOfPost('event', record, ctx);
  return {
    ...rest,
    ...(cost === undefined || cost === (record.cost?.text ?? '') ? {} : { cost }),
    ...(website === undefined || (website === page && !record.website) ? {} : { website }),
  };
}
