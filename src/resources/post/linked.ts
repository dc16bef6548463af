import type { Language } from '../../rules/language.ts';
import type { Filter } from '../../store/port.ts';
import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import { keyedOrder } from '../shared/keyed-list.ts';
import type { Repository } from '../shared/repository.ts';
import { type Where, whereFilters } from '../shared/where.ts';
import type { LinkedKind } from './kind.ts';
import { LINKED_PARTS, type LinkedFilter, linkedFilter } from './linked-filter.ts';
import { type LinkedValues, namesakeInEvent, namesakeOf } from './namesake.ts';
import { createPublishDue, type PublishDue } from './publish-due.ts';
import { type LinkedRecord, NEWEST_FIRST } from './record.ts';
import { createPostService, type PostDeps, type PostService } from './service.ts';
import { type LinkedOrder, type LinkedWhere, linkedWhere } from './where-fields.ts';

/** The index of a connection where it is another than that of the states that are asked for. */
function connectionIndex(filters: readonly Filter[], by: LinkedOrder): string | undefined {
  if (filters.some(({ _id }) => Object(_id).$in)) return '_id_';
  if (filters.some(({ author }) => author !== undefined)) return 'of_author';
  return by === 'modified' || filters.some(({ modifiedAt }) => modifiedAt !== undefined) ? 'modified' : undefined;
}

/** What each order of connections compares before the id. */
const ORDERS: Readonly<Record<LinkedOrder, (language: Language) => string | undefined>> = {
  name: (language) => `sort.${language}`,
  published: () => 'publishedAt',
  modified: () => 'modifiedAt',
  created: () => undefined,
};

/**
 * What events link to. Creating updates the record that has this name already, if the caller may change it: what is
 * empty clears there. Inside an event another one that is published is linked as it is. What lies in the trash keeps the links of events, which show it no more.
 */
export type LinkedService<R, Input, Patch> = PostService<R, LinkedFilter, Input, Patch>;

export interface LinkedDeps<R extends LinkedRecord> extends Omit<PostDeps<R>, 'publishDue'> {
  /** Events are read through their repository only: their service makes records of this kind. */
  events: Repository<EventRecord>;
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents: PublishDue;
}

/** Posts with a name that events link to. */
export function createLinkedService<R extends LinkedRecord, Input extends LinkedValues, Patch extends LinkedValues>(
  kind: LinkedKind<R> & { inEvents: LinkList },
  { events, publishDueEvents, ...deps }: LinkedDeps<R>,
): LinkedService<R, Input, Patch> {
  const where = linkedWhere(kind.name);
  const publishOwn = createPublishDue({ ...deps, index: 'in_state' });
  return createPostService<R, LinkedFilter, LinkedValues>(
    kind,
    {
      namesake: (values, ctx) => namesakeOf(deps.repository, values, ctx),
      namesakeInEvent: (values, ctx) => namesakeInEvent(deps.repository, values, ctx),
      async listing({ asked, status }, ctx) {
        const { parts, index = status.index } = await linkedFilter(asked, { inEvents: kind.inEvents, events, ctx });
        return { filter: { $and: [status.filter, ...parts] }, sort: NEWEST_FIRST, index };
      },
      async connection({ where: asked, orderBy, status }, ctx) {
        const known = { inEvents: kind.inEvents, events, ctx };
        const filters = await whereFilters(
          asked as Where<LinkedWhere>,
          { table: where, parts: LINKED_PARTS, known },
          ctx,
        );
        const by = (orderBy?.field ?? 'published') as LinkedOrder;
        return {
          filter: { $and: [status.filter, ...filters] },
          index: connectionIndex(filters, by) ?? status.index,
          ...keyedOrder(by, { field: ORDERS[by](ctx.language), orderBy, otherwise: 'desc' }),
        };
      },
    },
    {
      ...deps,
      async publishDue(ctx) {
        await publishOwn(ctx);
        await publishDueEvents(ctx);
      },
    },
  );
}
