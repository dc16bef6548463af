import type { Filter } from '../../data/port.ts';
import { mayEdit, type ReadScope, readScope, type Viewer } from '../../domain/access.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { slugCandidates } from '../../domain/slug.ts';
import type { Status, StatusFilter } from '../../domain/status.ts';
import type { Context } from '../context.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import type { Repository } from '../shared/repository.ts';
import { timeSpan } from '../shared/time-span.ts';
import type { PostRecord } from './record.ts';
import type { LinkedWhere } from './where-fields.ts';

/** Records this caller may see in lists. The trash must be requested by name. */
export function readable(viewer: Viewer | undefined): Filter {
  return { trashed: false, ...scoped(readScope(viewer)) };
}

/** Records this caller may read one by one: the rule of `mayRead` as a filter. */
export function visible({ viewer, now }: Pick<Context, 'viewer' | 'now'>): Filter {
  const scope = readScope(viewer);
  if (scope.everything) return {};
  const own = scope.ownOf === undefined ? [] : [{ author: scope.ownOf }];
  return { $or: [{ status: 'publish' }, { status: 'future', publishedAt: { $lte: now } }, ...own] };
}

function scoped(scope: ReadScope): Filter {
  if (scope.everything) return {};
  if (scope.ownOf === undefined) return { status: 'publish' };
  return { $or: [{ status: 'publish' }, { author: scope.ownOf }] };
}

/** Posts with one of these slugs, as a path or a filter has them: by their ids, which every list knows how to find. */
export async function withSlugs(
  slugs: readonly string[],
  { repository }: { repository: Pick<Repository<PostRecord>, 'find'> },
): Promise<Filter> {
  const found = await repository.find({ slugs: { $in: slugs.flatMap(slugCandidates) } }, { only: [], index: 'slugs' });
  return { _id: { $in: found.map(({ _id }) => _id) } };
}

/** Which states a list of posts shows. */
export interface ListedStatus {
  filter: Filter;
  /** The word that links show for it. */
  shown: string;
  /** The index that has these records in list order. Every kind of post has all three. */
  index: 'in_state' | 'not_in_trash' | 'of_author';
}

/**
 * The status filter of a list, limited to what the caller may read.
 * @throws INVALID_FIELD if a caller without the edit right asks for anything but `publish`.
 */
export function statusFilter(
  statuses: readonly StatusFilter[] | null | undefined,
  viewer: Viewer | undefined,
): ListedStatus {
  if (!statuses || statuses.includes('any')) {
    if (statuses) refuseWithoutEditRight(viewer);
    const may = mayEdit(viewer);
    return { filter: readable(viewer), shown: may ? 'any' : 'publish', index: may ? 'not_in_trash' : 'in_state' };
  }
  if (statuses.some((status) => status !== 'publish')) refuseWithoutEditRight(viewer);
  const wanted = statuses.filter((status): status is Status => status !== 'any' && status !== 'auto_draft');
  const shown = statuses.map((status) => status.replace('_', '-')).join(',');
  const scope = readScope(viewer);
  const trashed = wanted.includes('trash');
  const matching: Filter = {
    status: { $in: wanted },
    ...(trashed && wanted.length > 1 ? {} : { trashed }),
  };
  // Only authors see their unpublished records here. A plain author filter can use an index.
  const isOwn = !scope.everything && !wanted.includes('publish') && scope.ownOf !== undefined;
  const filter = isOwn ? { ...matching, author: scope.ownOf! } : { $and: [matching, scoped(scope)] };
  return { filter, shown, index: isOwn ? 'of_author' : 'in_state' };
}

/**
 * Narrows a list to records in these states.
 * @throws INVALID_FIELD if a caller without the edit right asks for anything but `publish`.
 */
function statesAmong(statuses: readonly StatusFilter[], viewer: Viewer | undefined): Filter | undefined {
  if (statuses.some((status) => status !== 'publish')) refuseWithoutEditRight(viewer);
  return statuses.includes('any') ? undefined : { status: { $in: statuses } };
}

type CommonWhere = Pick<LinkedWhere, 'in' | 'notIn' | 'author' | 'modifiedAfter' | 'modifiedBefore' | 'status'>;

/** The filters that the lists of all kinds of posts have. */
export const POST_PARTS: FilterParts<CommonWhere, { ctx: Context }> = {
  in: (ids) => ({ _id: { $in: ids } }),
  notIn: (ids) => ({ _id: { $nin: ids } }),
  author: (author) => ({ author }),
  modifiedAfter: (text, { ctx }) => ({ modifiedAt: { $gt: timeSpan(text, ctx.zone, ctx).last } }),
  modifiedBefore: (text, { ctx }) => ({ modifiedAt: { $lt: timeSpan(text, ctx.zone, ctx).first } }),
  status: (status, { ctx }) => statesAmong(status, ctx.viewer),
};

function refuseWithoutEditRight(viewer: Viewer | undefined) {
  if (mayEdit(viewer)) return;
  throw invalidField('status', 'invalid_status', 'Only publish may be asked for.');
}
