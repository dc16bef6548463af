import type { EventRecord } from '../event/record.ts';
import type { LinkList } from '../event-links.ts';
import type { Repository } from '../shared/repository.ts';
import type { LinkedKind } from './kind.ts';
import { type LinkedFilter, linkedFilter } from './linked-filter.ts';
import { type LinkedValues, namesakeOf } from './namesake.ts';
import { createPublishDue, type PublishDue } from './publish-due.ts';
import { type LinkedRecord, NEWEST_FIRST } from './record.ts';
import { createPostService, type PostDeps, type PostService } from './service.ts';

/**
 * What events link to. Creating updates the record that has this name already, if the caller may change it: what is
 * empty clears there. What lies in the trash keeps the links of events, which show it no more.
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
  const publishOwn = createPublishDue({ ...deps, index: 'in_state' });
  return createPostService<R, LinkedFilter, LinkedValues>(
    kind,
    {
      namesake: (values, ctx) => namesakeOf(deps.repository, values, ctx),
      async listing({ asked, status }, ctx) {
        const { parts, index = status.index } = await linkedFilter(asked, { inEvents: kind.inEvents, events, ctx });
        return { filter: { $and: [status.filter, ...parts] }, sort: NEWEST_FIRST, index };
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
