import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import { mayEdit, type ReadScope, readScope, type Viewer } from '../../rules/access.ts';
import type { Status, StatusFilter } from '../../rules/status.ts';
import type { Filter } from '../../store/port.ts';

/** Records this caller may see in lists; the trash is asked for by name. */
export function readable(viewer: Viewer | undefined): Filter {
  return { trashed: false, ...scoped(readScope(viewer)) };
}

/** Records this caller may see one by one: the rule of `mayRead` as a filter. */
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

/** What a list of posts shows by their state. */
export interface ListedStatus {
  filter: Filter;
  /** The word that links show for it. */
  shown: string;
  /** The index in which these records lie in the order of lists: every kind of post has one of each name. */
  index: 'in_state' | 'not_in_trash' | 'of_author';
}

/**
 * The status filter of a list under the caller's read rule.
 * @throws INVALID_FIELD when a caller without the edit right asks for anything but `publish`.
 */
export function statusFilter(
  asked: readonly StatusFilter[] | null | undefined,
  viewer: Viewer | undefined,
): ListedStatus {
  if (!asked || asked.includes('any')) {
    if (asked) refuseWithoutEditRight(viewer);
    const may = mayEdit(viewer);
    return { filter: readable(viewer), shown: may ? 'any' : 'publish', index: may ? 'not_in_trash' : 'in_state' };
  }
  if (asked.some((status) => status !== 'publish')) refuseWithoutEditRight(viewer);
  const wanted = asked.filter((status): status is Status => status !== 'any' && status !== 'auto_draft');
  const shown = asked.map((status) => status.replace('_', '-')).join(',');
  const scope = readScope(viewer);
  const trashed = wanted.includes('trash');
  const matching: Filter = {
    status: { $in: wanted },
    ...(trashed && wanted.length > 1 ? {} : { trashed }),
  };
  // What is not public is seen by its author only: said plainly, an index finds it.
  const own = !scope.everything && !wanted.includes('publish') && scope.ownOf !== undefined;
  const filter = own ? { ...matching, author: scope.ownOf! } : { $and: [matching, scoped(scope)] };
  return { filter, shown, index: own ? 'of_author' : 'in_state' };
}

/**
 * What records in these states have, of those that a list shows.
 * @throws INVALID_FIELD when a caller without the edit right asks for anything but `publish`.
 */
export function statesAmong(asked: readonly StatusFilter[], viewer: Viewer | undefined): Filter | undefined {
  if (asked.some((status) => status !== 'publish')) refuseWithoutEditRight(viewer);
  return asked.includes('any') ? undefined : { status: { $in: asked } };
}

function refuseWithoutEditRight(viewer: Viewer | undefined): void {
  if (mayEdit(viewer)) return;
  throw invalid([{ field: 'status', code: 'invalid_status', message: 'Only publish may be asked for.' }]);
}
