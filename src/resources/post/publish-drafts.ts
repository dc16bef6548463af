import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import { mayPublish, mayUpdate } from '../../rules/access.ts';
import type { Repository } from '../shared/repository.ts';
import type { PostKind } from './kind.ts';
import type { PostRecord } from './record.ts';
import { prepareRecord, withPublication } from './write.ts';

const PUBLIC = { status: 'publish' } as const;

/**
 * Publishes the drafts and pending records among these that the caller may publish, as if each were updated to be public;
 * all others stay as they are. Part of the caller's unit.
 */
export type PublishDrafts = (ids: readonly number[], ctx: Context) => Promise<void>;

export const createPublishDrafts =
  <R extends PostRecord>(kind: PostKind<R>, repository: Repository<R>): PublishDrafts =>
  async (ids, ctx) => {
    if (!ids.length || !mayPublish(ctx.viewer)) return;
    const drafts = await repository.find(
      { _id: { $in: ids }, status: { $in: ['draft', 'pending'] } },
      { sort: [['_id', 1]], index: '_id_' },
    );
    const alike: [before: R, after: R][] = [];
    for (const before of drafts.filter((record) => mayUpdate(ctx.viewer, record))) {
      const published = withPublication(before, PUBLIC, ctx);
      const after = await prepareRecord({ kind, repository }, { record: published, values: PUBLIC, before }, ctx);
      // The next one looks for a free slug where this one's lies already.
      if (isDeepStrictEqual(before.slug, after.slug)) alike.push([before, after]);
      else await repository.replace(before, after);
    }
    await repository.replaceAll(alike);
  };
