import { isDeepStrictEqual } from 'node:util';
import { mayPublish, mayUpdate } from '../../domain/access.ts';
import type { Context } from '../context.ts';
import type { PostKind } from '../define-kind.ts';
import type { Repository } from '../shared/repository.ts';
import type { PostRecord } from './record.ts';
import { prepareRecord, withPublication } from './write.ts';

const PUBLIC = { status: 'publish' } as const;

/**
 * Publishes those of these drafts and pending records that the caller may publish, like an update of each. All others stay
 * unchanged. Part of the caller's unit.
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
      // Written at once, so that the next record's search for a free slug sees this slug.
      if (isDeepStrictEqual(before.slug, after.slug)) alike.push([before, after]);
      else await repository.replace(before, after);
    }
    await repository.replaceAll(alike);
  };
