import type { Filter } from '../../data/port.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { DefaultsOf, PatchOf } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import type { Page, PageRequest } from '../../domain/paging.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { literalTerms } from '../../domain/text.ts';
import type { categoryKind } from '../category/kind.ts';
import { type FilterParts, partsOf } from '../shared/filter-parts.ts';
import { type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import { type Asking, pageOf } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermOrder, termFilters } from './fields.ts';
import { orderFields, orderIndex, type TermRecord, type TermSort } from './record.ts';
import type { TermConnectionOrder, TermWhere } from './where-fields.ts';

/** The filters and order of a list of terms. Only categories have a parent. */
export type TermFilter = PatchOf<(typeof categoryKind)['filters']>;

const onlyIds = (refs: readonly string[]): number[] => refs.map(Number).filter((id) => Number.isSafeInteger(id));

interface TermContext {
  /** Finds the terms of an event, if the request names one. Empty terms are shown then, too. */
  linked: Filter | undefined;
  /** The ids of the terms that `include` names, if it was sent. */
  included: readonly number[] | undefined;
  /** Returns the ids of terms on unpublished events that this caller may see. */
  unpublishedTerms(): Promise<number[]>;
  language: Language;
}

/** Filters that are handled elsewhere: those for the order, and those that name an event. */
type ResolvedBefore = 'order' | 'orderby' | 'event' | 'post';

const PARTS: FilterParts<Omit<TermFilter, ResolvedBefore>, TermContext> = {
  async hideEmpty(hide, { linked, unpublishedTerms }) {
    if (!hide || linked) return undefined;
    const carried: Filter = { countWithDescendants: { $gt: 0 } };
    const besides = await unpublishedTerms();
    return besides.length ? { $or: [carried, { _id: { $in: besides } }] } : carried;
  },
  search: (text, { language }) => searchFilter(literalTerms(text), language),
  include: (_, { included = [] }) => ({ _id: { $in: included } }),
  exclude(refs, { included }) {
    const excluded = onlyIds(refs);
    return excluded.length && !included ? { _id: { $nin: excluded } } : undefined;
  },
  parent: (parent) => ({ parent: parent === 0 ? { $exists: false } : parent }),
  slug: (slug) => ({ slugs: { $in: slugCandidates(slug) } }),
};

/** The filter of a list, and the index to use. */
interface Matching {
  filter: Filter;
  index?: string;
}

/**
 * The store filter of a list of terms, and the index to use if it is not that of the order. In `exclude` only ids have an effect,
 * and beside `include` it has none (as in the reference).
 */
export async function termFilter(request: TermFilter, context: TermContext): Promise<Matching> {
  const { parent, slug } = request;
  const { linked, included } = context;
  const parts = [...(linked ? [linked] : []), ...(await partsOf(PARTS, request, context))];
  const index = slug != null ? 'slugs' : linked || included ? '_id_' : parent != null ? 'parent' : undefined;
  return { filter: parts.length ? { $and: parts } : {}, ...(index ? { index } : {}) };
}

/** The filters of a connection of terms. */
export const TERM_PARTS: FilterParts<TermWhere, Pick<TermContext, 'unpublishedTerms' | 'language'>> = {
  in: (ids) => ({ _id: { $in: ids } }),
  notIn: (ids) => ({ _id: { $nin: ids } }),
  search: (text, { language }) => searchFilter(literalTerms(text), language),
  async hasEvents(has, { unpublishedTerms }) {
    const besides = await unpublishedTerms();
    if (!has) return { countWithDescendants: 0, _id: { $nin: besides } };
    return { $or: [{ countWithDescendants: { $gt: 0 } }, ...(besides.length ? [{ _id: { $in: besides } }] : [])] };
  },
  parentIn: (ids) => ({ parent: { $in: ids } }),
  isTop: (isTop) => ({ parent: { $exists: !isTop } }),
};

const CONNECTION_ORDERS: Readonly<Record<TermConnectionOrder, Exclude<TermSort, 'description' | 'parent'>>> = {
  name: 'name',
  slug: 'slug',
  count: 'count',
  created: 'id',
};

/** The filter, index and order of a connection of terms. */
export function termConnection(
  filters: Filter[],
  { orderBy, language }: { orderBy: ConnectionInput['orderBy']; language: Language },
): KeyedListing {
  const by = CONNECTION_ORDERS[(orderBy?.field ?? 'name') as TermConnectionOrder];
  const [field] = orderFields(by, language);
  const isByIds = filters.some(({ _id }) => Object(_id).$in);
  const isBelow = filters.some(({ parent }) => parent !== undefined);
  return {
    filter: { $and: filters },
    index: isByIds ? '_id_' : isBelow ? 'parent' : orderIndex(by, language),
    ...keyedOrder(by, { field: field === '_id' ? undefined : field, orderBy }),
  };
}

/** The sort that each order uses. */
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

/** A page of terms in the requested order. Ties go by id. */
export function termPage(
  repository: Repository<TermRecord>,
  { filter, index, included, language }: Matching & Pick<TermContext, 'included' | 'language'>,
  request: TermFilter & DefaultsOf<typeof termFilters> & PageRequest & Asking,
): Page<TermRecord> {
  const { orderby, order } = request;
  const direction = order === 'desc' ? -1 : 1;
  const by = ORDERS[orderby];
  const sort = orderFields(by, language).map((field) => [field, direction] as const);
  const page = pageOf(repository, { filter, sort, index: index ?? orderIndex(by, language) }, request);
  return orderby === 'include' && included
    ? inOrderOf(page, included, () => repository.shown(filter, { index: '_id_', restsOn: request.restsOn }))
    : page;
}

/** Orders a page as `include` does. That list is short, so all of its terms are read first. */
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
