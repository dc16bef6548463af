import { effectiveStatus } from '../../domain/access.ts';
import { codeOf, DomainError } from '../../domain/errors.ts';
import { message } from '../../domain/message.ts';
import { becomesPublic } from '../../domain/status.ts';
import { namesakeOfOrigin } from '../post/namesake.ts';
import { refuseTrashed, unknownPost } from '../post/read.ts';
import { createPostService, type PostDeps, type PostService } from '../post/service.ts';
import type { RecordService } from '../record-service.ts';
import type { MakeSeries } from '../series/make.ts';
import type { SeriesRecord } from '../series/record.ts';
import type { Scopes } from '../series/scopes.ts';
import type { Repository } from '../shared/repository.ts';
import type { Where } from '../shared/where.ts';
import type { TermRecord } from '../term/record.ts';
import { type Cities, createCities } from './cities.ts';
import { createDays, type Days } from './days.ts';
import { createDuplicates, type Duplicates } from './duplicates.ts';
import { type CountFacets, createFacetCounts } from './facet-counts.ts';
import type { EventInput, EventPatch } from './fields.ts';
import { isPlanned, type NewUid } from './identity.ts';
import { eventKind } from './kind.ts';
import { createLinking, type LinkDeps } from './linked-records.ts';
import { createEventListing } from './list.ts';
import { type EventRecord, IN_EVENTS } from './record.ts';
import { createRelated, type EventsOf, type Related } from './related.ts';
import { BY_PUBLICATION } from './repository.ts';
import type { TotalDeps } from './total.ts';
import type { EventWhere } from './where-fields.ts';
import { eventWriting, originOf } from './writing.ts';

/**
 * Events. With `tellsHidden`, reading may also throw NOT_AN_EVENT. New records inside an event's links are created together
 * with it, or not at all. An update that makes an event public publishes the linked drafts and pending records that the
 * caller may publish.
 */
export interface EventService
  extends RecordService<EventRecord, Where<EventWhere>, EventInput, EventPatch>,
    Pick<PostService<EventRecord, Where<EventWhere>, EventInput, EventPatch>, 'restore' | 'upsert'>,
    Duplicates {
  eventsOf: EventsOf;
  related: Related;
  cities: Cities;
  facets: CountFacets;
  days: Days;
}

interface EventDeps extends LinkDeps, PostDeps<EventRecord>, TotalDeps {
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
  newUid: NewUid;
  series: Repository<SeriesRecord>;
  makeSeries: MakeSeries;
  scopes: Scopes;
}

const IN_TRASH = codeOf('event', 'ALREADY_TRASHED');

export function createEventService(deps: EventDeps): EventService {
  const linking = createLinking(deps);
  const { connectionsBy, listing, ...service } = createPostService<
    EventRecord,
    Where<EventWhere>,
    EventPatch,
    EventInput
  >(
    eventKind,
    {
      async unknown(ref, ctx) {
        const unknown = unknownPost(eventKind.name, ref, ctx);
        // The other record may be hidden from the caller.
        if (!ctx.tellsHidden || !('id' in ref) || !(await ctx.loaders.isOtherPost(ref.id))) return unknown;
        const said = message('The record with ID {0} is not an event.', String(ref.id));
        return new DomainError('NOT_AN_EVENT', said, [], unknown.facts);
      },
      listing: createEventListing(deps),
      pageSort: ({ in: ids }) => (ids == null ? undefined : BY_PUBLICATION),
      ...eventWriting({ ...deps, linking }),
      namesake: (values, ctx) => namesakeOfOrigin(deps.repository, values, originOf(values) ?? {}, ctx),
      async complete({ before, after, sent, values, origin, made }, ctx) {
        if (before && becomesPublic(effectiveStatus(before, ctx.now), after.status)) await linking.publish(after, ctx);
        if (origin && after.series !== undefined) return deps.scopes.imported(after, ctx);
        if (!before && values.recurrence) {
          const first = await deps.makeSeries(after, values.recurrence, values.slug, ctx);
          deps.scopes.touchAll(first.series!, ctx);
          return first;
        }
        if (!before) return after;
        // Nobody would see whether it takes place.
        if (!origin && after.trashed && isPlanned(after) !== isPlanned(before)) refuseTrashed(before, ctx, IN_TRASH);
        if (before.series === undefined) return after;
        const linksOf = (event: EventRecord) => linking.link(values, event, ctx, made);
        return deps.scopes.write({ before, after, sent, values, linksOf }, ctx);
      },
    },
    deps,
  );
  const eventsOf: EventsOf = async ({ list, ids }, input, ctx) => {
    const members =
      list === 'categories'
        ? await deps.categoryService.withDescendantsEach(ids)
        : new Map(ids.map((id) => [id, [id]]));
    const index = list === 'author' ? 'of_author' : list === 'series' ? list : IN_EVENTS[list];
    return connectionsBy({ list, index, members }, input, ctx);
  };
  const { repository, linked } = deps;
  return {
    ...service,
    eventsOf,
    ...createDuplicates({ repository, venues: linked.venues.repository }),
    days: createDays({ repository, listing }),
    cities: createCities({ ...deps, venues: linked.venues.repository }),
    facets: createFacetCounts(deps),
    related: createRelated({ repository, categories: deps.categories, venues: linked.venues.repository, eventsOf }),
  };
}
