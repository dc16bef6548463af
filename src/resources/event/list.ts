import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { invalid } from '../../fields/examine.ts';
import type { Applied } from '../../rules/paging.ts';
import { eventsWindow } from '../../rules/window.ts';
import { EVENT_LINKS } from '../event-links.ts';
import type { Asked } from '../post/service.ts';
import type { Versioned } from '../shared/bodies.ts';
import type { Listing } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import type { AskedEvents } from './fields.ts';
import type { LinkDeps } from './links.ts';
import { venuesNear } from './places.ts';
import { BY_START, type EventRecord } from './record.ts';
import { BY_PUBLICATION, eventFilter, type FoundIds, listIndex } from './repository.ts';
import { type TotalDeps, totalOf } from './total.ts';

interface ResolveDeps extends LinkDeps {
  repository: Repository<EventRecord>;
}

/** Finds the ids that the texts, ids and places of a filter mean. @throws INVALID_FIELD naming every parameter that names nothing */
export const createResolveFilterIds =
  ({ repository, linked, categoryService, tagService }: ResolveDeps) =>
  async (asked: AskedEvents, ctx: Context): Promise<FoundIds> => {
    const problems: Problem[] = [];
    const refuse = (field: string, missing: boolean) => {
      if (missing) problems.push({ field, code: 'unknown', message: 'Names a record that is not there.' });
    };
    const refuseMissing = async (field: string, among: Pick<Repository<Versioned>, 'byIds'>, ids: readonly number[]) =>
      refuse(field, (await among.byIds(ids)).length < new Set(ids).size);
    const categories = asked.categories && (await categoryService.resolve(asked.categories));
    const tags = asked.tags && (await tagService.resolve(asked.tags));
    refuse('categories', categories?.includes(undefined) ?? false);
    refuse('tags', tags?.includes(undefined) ?? false);
    for (const { inEvents } of EVENT_LINKS)
      await refuseMissing(inEvents, linked[inEvents].repository, asked[inEvents] ?? []);
    await refuseMissing('postParent', repository, asked.postParent == null ? [] : [asked.postParent]);
    if (problems.length) throw invalid(problems);
    const [onlyCategory, ...others] = new Set(categories);
    return {
      ...(categories ? { categories: await categoryService.withDescendants(categories as number[]) } : {}),
      ...(onlyCategory !== undefined && others.length === 0 ? { onlyCategory } : {}),
      ...(tags ? { tags: tags as number[] } : {}),
      ...(await venuesNear(asked, linked.venues.repository, ctx)),
    };
  };

/** What a list of events holds, and the window in time that it shows. */
export const createEventListing =
  (deps: TotalDeps) =>
  async (
    { asked, found, status }: Asked<AskedEvents, FoundIds>,
    { zone, now, language, basis, loaders }: Context,
  ): Promise<Listing & { applied?: Applied }> => {
    const window = asked.include ? undefined : eventsWindow(asked, zone, now);
    if (window) {
      basis.until = Math.min(basis.until, window.until ?? Number.POSITIVE_INFINITY);
      basis.moving = [...basis.moving, ...window.moving];
    }
    const filter = await eventFilter(asked, { visible: status.filter, window, found, language });
    const index = listIndex(asked, found, status.index);
    const counted = totalOf(deps, { filter, index, onlyCategory: found.onlyCategory, revision: loaders.standing });
    return {
      filter,
      sort: window ? BY_START : BY_PUBLICATION,
      index,
      ...(window ? { ...counted, applied: window.shown } : { total: counted.total }),
    };
  };
