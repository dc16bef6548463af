import type { Filter } from '../../data/port.ts';
import type { Problem } from '../../domain/errors.ts';
import { invalid } from '../../domain/fields/examine.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { Language } from '../../domain/language.ts';
import type { Page, PageRequest } from '../../domain/paging.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { literalTerms } from '../../domain/text.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import { type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import { type Asking, pageOf } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermLinking } from './links.ts';
import { orderFields, orderIndex, type TermRecord, type TermSort } from './record.ts';
import { ONLY_OF_PAGES, type TermOrder, type TermWhere } from './where-fields.ts';

/** What the filters of a list of terms read, and what they report back. */
export interface TermContext {
  repository: Repository<TermRecord>;
  language: Language;
  /** Whether a missing term is a problem. It is for pages, as in REST. */
  isPage: boolean;
  problems: Problem[];
  /** The ids that `in` names, in its order. */
  listed?: readonly number[];
  /** Returns the ids of the terms that texts name. */
  resolve: TermLinking['resolve'];
  /** Finds the terms of an event. */
  linkedBy(event: number): Promise<Filter>;
  /** Returns the ids of terms on unpublished events that this caller may see. */
  unpublishedTerms(): Promise<number[]>;
}

/** The ids of the named terms. Notes a problem if a page names one that is not there. */
async function idsOf(field: 'in' | 'notIn', refs: readonly string[], context: TermContext): Promise<number[]> {
  const found = await context.resolve(refs);
  const ids = found.filter((id) => id !== undefined);
  if (context.isPage && ids.length < found.length)
    context.problems.push({ field, code: 'unknown', message: 'Names a term that is not there.' });
  return ids;
}

/** The filters of a list of terms. */
export const TERM_PARTS: FilterParts<TermWhere, TermContext> = {
  async in(refs, context) {
    const ids = await idsOf('in', refs, context);
    context.listed ??= ids;
    return { _id: { $in: ids } };
  },
  notIn: async (refs, context) => ({ _id: { $nin: await idsOf('notIn', refs, context) } }),
  slug: (slug) => ({ slugs: { $in: slugCandidates(slug) } }),
  linkedBy: (event, { linkedBy }) => linkedBy(event),
  search: (text, { language }) => searchFilter(literalTerms(text), language),
  async hasEvents(has, { unpublishedTerms }) {
    const besides = await unpublishedTerms();
    if (!has) return { countWithDescendants: 0, _id: { $nin: besides } };
    const carried: Filter = { countWithDescendants: { $gt: 0 } };
    return besides.length ? { $or: [carried, { _id: { $in: besides } }] } : carried;
  },
  async parentIn(ids, { repository, isPage, problems }) {
    if (isPage && (await repository.byIds(ids)).length < new Set(ids).size)
      problems.push({ field: 'parentIn', code: 'unknown', message: 'There is no category with this id.' });
    return { parent: { $in: ids } };
  },
  isTop: (isTop) => ({ parent: { $exists: !isTop } }),
};

/** What each order compares. */
const ORDERS: Readonly<Record<TermOrder, TermSort>> = {
  name: 'name',
  slug: 'slug',
  count: 'count',
  created: 'id',
  description: 'description',
  parent: 'parent',
  listed: 'id',
};

/** The filter, index and order of a list of terms. @throws INVALID_FIELD naming `orderBy` for an order that only pages have */
export function termListing(
  filters: Filter[],
  { orderBy }: Pick<ConnectionInput, 'orderBy'>,
  { language, isPage }: TermContext,
): KeyedListing {
  const order = (orderBy?.field ?? 'name') as TermOrder;
  if (!isPage && ONLY_OF_PAGES.includes(order)) {
    const message = 'Must not be an order that only pages have.';
    throw invalid([{ field: 'orderBy', code: 'at_odds', message }]);
  }
  const by = ORDERS[order];
  const [field] = orderFields(by, language);
  const names = (key: string): boolean => filters.some((filter) => Object(filter[key]).$in);
  const isBelow = filters.some(({ parent }) => parent !== undefined);
  const index = names('slugs') ? 'slugs' : names('_id') ? '_id_' : isBelow ? 'parent' : orderIndex(by, language);
  return {
    filter: { $and: filters },
    index,
    ...keyedOrder(by, { field: field === '_id' ? undefined : field, orderBy }),
  };
}

/** A page of terms in the requested order. */
export function termPage(
  listing: KeyedListing,
  orderBy: ConnectionInput['orderBy'],
  { repository, listed }: TermContext,
  request: PageRequest & Asking,
): Page<TermRecord> {
  const page = pageOf(repository, listing, request);
  const all = () => repository.shown(listing.filter, { index: '_id_', restsOn: request.restsOn });
  return orderBy?.field === 'listed' && listed ? inOrderOf(page, listed, all) : page;
}

/** Orders a page as `in` does. That list is short, so all of its terms are read first. */
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
