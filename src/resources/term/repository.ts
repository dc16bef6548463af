import type { Context } from '../../context.ts';
import type { DefaultsOf, PatchOf } from '../../fields/table.ts';
import type { Page, PageRequest } from '../../rules/paging.ts';
import { meantSlugs } from '../../rules/slug.ts';
import { searchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import { pageOf } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermOrder, termFilters } from './fields.ts';
import { orderFields, orderIndex, type TermRecord, type TermSort } from './record.ts';

/** What lists of terms are filtered and ordered by. */
export interface TermFilter extends PatchOf<typeof termFilters> {
  /** Of categories. */
  parent?: number | null;
}

const onlyIds = (refs: readonly string[]): number[] => refs.map(Number).filter((id) => Number.isSafeInteger(id));

/**
 * The store filter of a list of terms. Of `include` and `exclude` only ids have an effect, and `exclude` none beside
 * `include` (as in the reference). `linked` are the terms of an event: then empty ones show too. With the filter goes the
 * index that finds them, where it is not that of the order.
 */
export async function termFilter(
  { search, include, exclude, hideEmpty, parent, slug }: TermFilter,
  linked: Filter | undefined,
  carriedBesides: () => Promise<number[]>,
  { language }: Context,
): Promise<{ filter: Filter; index?: string }> {
  const parts: Filter[] = [];
  if (linked) parts.push(linked);
  else if (hideEmpty) {
    const kept: Filter = { countWithDescendants: { $gt: 0 } };
    const besides = await carriedBesides();
    parts.push(besides.length ? { $or: [kept, { _id: { $in: besides } }] } : kept);
  }
  if (search != null) parts.push(searchFilter(searchTerms(search), language));
  const included = onlyIds(include ?? []);
  const excluded = onlyIds(exclude ?? []);
  if (included.length) parts.push({ _id: { $in: included } });
  else if (excluded.length) parts.push({ _id: { $nin: excluded } });
  if (parent != null) parts.push({ parent: parent === 0 ? { $exists: false } : parent });
  if (slug != null) parts.push({ slugs: { $in: meantSlugs(slug) } });
  const index = slug != null ? 'slugs' : linked || included.length ? '_id_' : parent != null ? 'by_parent' : undefined;
  return { filter: parts.length ? { $and: parts } : {}, ...(index ? { index } : {}) };
}

/** What each order compares. */
const ORDERS: Record<TermOrder, TermSort> = {
  name: 'name',
  slug: 'slug',
  count: 'count',
  description: 'description',
  parent: 'parent',
  id: 'id',
  term_id: 'id',
  none: 'id',
  include: 'id',
  term_group: 'name',
  include_slugs: 'name',
};

/** A page of terms in the order that was asked for, ties by id. */
export function termPage(
  repository: Repository<TermRecord>,
  { filter, index }: { filter: Filter; index?: string },
  asked: TermFilter & DefaultsOf<typeof termFilters> & PageRequest,
  { language }: Context,
): Page<TermRecord> {
  const { orderby, order, include } = asked;
  const direction = order === 'desc' ? -1 : 1;
  const by = ORDERS[orderby];
  const sort = orderFields(by, language).map((field) => [field, direction] as const);
  const page = pageOf(repository, { filter, sort, index: index ?? orderIndex(by, language) }, asked);
  return orderby === 'include' && include
    ? inOrderOf(page, onlyIds(include), () => repository.shown(filter, { index: '_id_' }))
    : page;
}

/** The list the caller gave is short: its order is taken from it after reading all of it. */
function inOrderOf(page: Page<TermRecord>, ids: readonly number[], all: () => Promise<TermRecord[]>): Page<TermRecord> {
  const from = (page.page - 1) * page.perPage;
  return {
    ...page,
    async items() {
      const terms = await all();
      return terms.sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)).slice(from, from + page.perPage);
    },
  };
}
