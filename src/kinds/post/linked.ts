import type { Filter } from '../../data/port.ts';
import type { Language } from '../../domain/language.ts';
import type { EventCounts } from '../counts/event-counts.ts';
import type { CustomOwner } from '../custom-fields/definitions.ts';
import type { LinkedKind } from '../define-kind.ts';
import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import { keyedOrder } from '../shared/keyed-list.ts';
import type { Repository } from '../shared/repository.ts';
import { type Where, whereFilters } from '../shared/where.ts';
import { LINKED_PARTS } from './linked-filter.ts';
import { type LinkedValues, namesakeInEvent, namesakeOf, namesakeOfOrigin } from './namesake.ts';
import { type LinkedRecord, linkedIndex } from './record.ts';
import { createPostService, type PostDeps, type PostService } from './service.ts';
import type { LinkedOrder, LinkedWhere } from './where-fields.ts';

/** Records named by more ids than this are read in list order. */
const FEW = 100;

/** The index of a connection, if it differs from that of the requested states. */
function connectionIndex(filters: readonly Filter[], by: LinkedOrder): string | undefined {
  if (filters.some(({ _id }) => Object(_id).$in?.length <= FEW)) return '_id_';
  if (filters.some(({ author }) => author !== undefined)) return linkedIndex('of_author');
  if (filters.some(({ facets }) => facets !== undefined)) return 'facet';
  return by === 'modified' || filters.some(({ modifiedAt }) => modifiedAt !== undefined) ? 'modified' : undefined;
}

/** What each order of connections compares before the id. */
const LINKED_SORT_FIELDS: Readonly<Record<LinkedOrder, (language: Language) => string | undefined>> = {
  name: (language) => `sort.${language}`,
  published: () => 'publishedAt',
  modified: () => 'modifiedAt',
  created: () => undefined,
};

/**
 * Records that events link to. Creating updates the record that already has this name, if the caller may change it; empty
 * values clear its fields. Inside an event, a published record that the caller may not change is linked unchanged. A record
 * in the trash keeps its links from events, but they no longer show it.
 */
export type LinkedService<R, Input, Patch> = PostService<R, Where<LinkedWhere>, Input, Patch>;

interface LinkedDeps<R extends LinkedRecord> extends PostDeps<R> {
  /** Events are only read through their repository, because their service creates records of this kind. */
  events: Repository<EventRecord>;
  numbers: EventCounts;
}

/** Posts with a name that events link to. */
export function createLinkedService<R extends LinkedRecord, Input extends LinkedValues, Patch extends LinkedValues>(
  kind: LinkedKind<R> & { inEvents: LinkList },
  { events, numbers, ...deps }: LinkedDeps<R>,
): LinkedService<R, Input, Patch> {
  return createPostService<R, Where<LinkedWhere>, LinkedValues>(
    kind,
    {
      origin: ({ source }) => (source ? { source } : undefined),
      namesake: (values, ctx) =>
        values.source
          ? namesakeOfOrigin(deps.repository, values, { source: values.source }, ctx)
          : namesakeOf(deps.repository, values, ctx),
      namesakeInEvent: (values, ctx) => namesakeInEvent(deps.repository, values, ctx),
      async listing({ where, orderBy, status }, ctx) {
        const context = {
          name: kind.name as CustomOwner,
          inEvents: kind.inEvents,
          repository: deps.repository,
          events,
          numbers,
          ctx,
        };
        const filters = await whereFilters(where, LINKED_PARTS, context);
        const by = (orderBy?.field ?? 'published') as LinkedOrder;
        return {
          filter: { $and: [status.filter, ...filters] },
          index: connectionIndex(filters, by) ?? linkedIndex(status.index),
          ...keyedOrder(by, { field: LINKED_SORT_FIELDS[by](ctx.language), orderBy, otherwise: 'desc' }),
        };
      },
    },
    deps,
  );
}
