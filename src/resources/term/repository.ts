import type { ConnectionInput } from '../../fields/slice.ts';
import type { DefaultsOf, PatchOf } from '../../fields/table.ts';
import type { Language } from '../../rules/language.ts';
import type { Page, PageRequest } from '../../rules/paging.ts';
import { meantSlugs } from '../../rules/slug.ts';
import { literalTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import type { categoryFilters } from '../category/fields.ts';
import { type FilterParts, partsOf } from '../shared/filter-parts.ts';
import { type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import { type Asking, pageOf } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermOrder, termFilters } from './fields.ts';
import { orderFields, orderIndex, type TermRecord, type TermSort } from './record.ts';
import type { TermConnectionOrder, TermWhere } from './where-fields.ts';

/** What lists of terms are filtered and ordered by; only categories have a parent. */
export type TermFilter = PatchOf<typeof categoryFilters>;

const onlyIds = (refs: readonly string[]): number[] => refs.map(Number).filter((id) => Number.isSafeInteger(id));

interface Known {
  /** The terms of an event, when those are asked for: then empty ones show too. */
  linked: Filter | undefined;
  /** The ids of what `include` names, if it was sent. */
  included: readonly number[] | undefined;
  /** Terms that events carry which only this caller may see. */
  unpublishedTerms(): Promise<number[]>;
  language: Language;
}

/** The filters that make the order, and those that name an event; the others ask for something themselves. */
type AskedBefore = 'order' | 'orderby' | 'event' | 'post';

const PARTS: FilterParts<Omit<TermFilter, AskedBefore>, Known> = {
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
  slug: (slug) => ({ slugs: { $in: meantSlugs(slug) } }),
};

/** What a list holds, and the index that finds it. */
interface Matching {
  filter: Filter;
  index?: string;
}

/**
 * The store filter of a list of terms, and the index that finds them where it is not that of the order. Of `exclude` only
 * ids have an effect, and none of it beside `include` (as in the reference).
 */
export async function termFilter(asked: TermFilter, known: Known): Promise<Matching> {
  const { parent, slug } = asked;
  const { linked, included } = known;
  const parts = [...(linked ? [linked] : []), ...(await partsOf(PARTS, asked, known))];
  const index = slug != null ? 'slugs' : linked || included ? '_id_' : parent != null ? 'parent' : undefined;
  return { filter: parts.length ? { $and: parts } : {}, ...(index ? { index } : {}) };
}

/** What of a connection of terms is asked. */
export const TERM_PARTS: FilterParts<TermWhere, Pick<Known, 'unpublishedTerms' | 'language'>> = {
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

/** What a connection of terms holds. */
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
  { filter, index, included, language }: Matching & Pick<Known, 'included' | 'language'>,
  asked: TermFilter & DefaultsOf<typeof termFilters> & PageRequest & Asking,
): Page<TermRecord> {
  const { orderby, order } = asked;
  const direction = order === 'desc' ? -1 : 1;
  const by = ORDERS[orderby];
  const sort = orderFields(by, language).map((field) => [field, direction] as const);
  const page = pageOf(repository, { filter, sort, index: index ?? orderIndex(by, language) }, asked);
  return orderby === 'include' && included
    ? inOrderOf(page, included, () => repository.shown(filter, { index: '_id_', restsOn: asked.restsOn }))
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
