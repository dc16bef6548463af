import type { Filter } from '../../data/port.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { Language } from '../../domain/language.ts';
import type { Page, PageRequest } from '../../domain/paging.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { literalTerms } from '../../domain/text.ts';
import type { Instant } from '../../domain/time.ts';
import { inParts } from '../../domain/values.ts';
import type { FilterParts } from '../shared/filter-parts.ts';
import { type Band, type KeyedListing, keyedOrder } from '../shared/keyed-list.ts';
import { type Ordered, pageOf, type ReadContext } from '../shared/page.ts';
import type { RankedListing } from '../shared/ranked-connection.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import { orderFields, orderIndex, type TermRecord, type TermSort } from './record.ts';
import type { TermLinking } from './references.ts';
import { ONLY_OF_PAGES, type TermOrder, type TermWhere } from './where-fields.ts';

/** What the filters of a list of terms read, and what they report back. */
export interface TermContext {
  repository: Repository<TermRecord>;
  language: Language;
  isPage: boolean;
  /** Whether a missing term is a problem. It is for pages, as in REST. */
  refusesUnknown: boolean;
  problems: Problem[];
  /** The ids that `in` names, in its order. */
  listed?: readonly number[];
  now: Instant;
  /** Returns the ids of the terms that texts name. */
  resolve: TermLinking['resolve'];
  /** Finds the terms of an event. */
  linkedBy(event: number): Promise<Filter>;
  /**
   * Finds terms with events, their own or those of terms below them, that this caller may see and that start from a moment on;
   * or all others.
   */
  withEvents(has: boolean, from?: Instant): Promise<Filter>;
  /** All terms by how many public events carry them, the fewest first, then by id. */
  byCount(): Promise<readonly { id: number; count: number }[]>;
}

/** The ids of the named terms. Notes a problem if a page names one that is not there. */
async function idsOf(field: 'in' | 'notIn', refs: readonly string[], context: TermContext) {
  const found = await context.resolve(refs);
  const ids = found.filter((id) => id !== undefined);
  if (context.refusesUnknown && ids.length < found.length)
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
  hasEvents: (has, { withEvents }) => withEvents(has),
  hasUpcomingEvents: (only, { withEvents, now }) => (only ? withEvents(true, now) : undefined),
  async parentIn(ids, { repository, refusesUnknown, problems }) {
    if (refusesUnknown && (await repository.byIds(ids)).length < new Set(ids).size)
      problems.push(problem('parentIn', 'unknown', 'There is no {0} with this id.', { word: 'category' }));
    return { parent: { $in: ids } };
  },
  isTop: (isTop) => ({ parent: { $exists: !isTop } }),
};

type Part = Parameters<NonNullable<Ordered<TermRecord>['readPart']>>[0];

/** What each order compares. */
const TERM_SORTS: Readonly<Record<TermOrder, TermSort | 'count'>> = {
  name: 'name',
  slug: 'slug',
  count: 'count',
  created: 'id',
  description: 'description',
  parent: 'parent',
  listed: 'id',
};

/** Terms named by more ids than this are read in list order. */
const FEW = 100;

/** How many terms one query looks for in the order of counts. */
const BAND = 500;

/** The terms of a list in the order of their counts, which only the process knows. */
function bandsOf(counted: readonly { id: number; count: number }[], filter: Filter): Band[] {
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  const of = (term: object) => counts.get((term as TermRecord)._id)!;
  return [...inParts(counted, BAND)].map((part) => ({
    filter: { $and: [filter, { _id: { $in: part.map(({ id }) => id) } }] },
    index: '_id_',
    lowest: part[0]!.count,
    highest: part.at(-1)!.count,
    rank: { of, only: [] },
  }));
}

/** The filter, index and order of a list of terms. @throws INVALID_FIELD naming `orderBy` for an order that only pages have */
export async function termListing(
  filters: Filter[],
  { orderBy }: Pick<ConnectionInput, 'orderBy'>,
  { language, isPage, byCount }: TermContext,
): Promise<KeyedListing> {
  const order = (orderBy?.field ?? 'name') as TermOrder;
  if (!isPage && ONLY_OF_PAGES.includes(order)) {
    throw invalidField('orderBy', 'at_odds', 'Must be an order that this list has.');
  }
  const by = TERM_SORTS[order];
  const filter = { $and: filters };
  if (by === 'count') {
    const listing = { filter, index: orderIndex('id', language), ...keyedOrder(by, { field: undefined, orderBy }) };
    return { ...listing, bands: bandsOf(await byCount(), filter) };
  }
  const [field] = orderFields(by, language);
  const names = (key: string) => filters.some((filter) => Object(filter[key]).$in?.length <= FEW);
  const isBelow = filters.some(({ parent }) => parent !== undefined);
  const index = names('slugs') ? 'slugs' : names('_id') ? '_id_' : orderIndex(isBelow ? 'parent' : by, language);
  return {
    filter,
    index,
    ...keyedOrder(by, { field: field === '_id' ? undefined : field, orderBy }),
  };
}

/** A page of terms in the requested order. */
export function termPage(
  listing: KeyedListing,
  orderBy: ConnectionInput['orderBy'],
  { repository, listed }: TermContext,
  request: PageRequest & ReadContext,
): Page<TermRecord> {
  const { bands } = listing;
  const ranked = bands && ((part: Part) => rankedPart(repository, { ...listing, bands }, part));
  const page = pageOf(repository, { ...listing, ...(ranked && { readPart: ranked }) }, request);
  if (orderBy?.field !== 'listed' || !listed) return page;
  const from = (page.page - 1) * page.perPage;
  return {
    ...page,
    // The list that `in` names is short, so all of its terms are read.
    async items() {
      const all = await repository.shown(listing.filter, { index: '_id_', dependencies: request.dependencies });
      return inOrderOf(all, listed).slice(from, from + page.perPage);
    },
  };
}

/** A part of a list in the order of counts. Only ids are read of the terms before it. */
async function rankedPart(
  repository: Repository<TermRecord>,
  { bands, sort }: RankedListing,
  { skip, limit, dependencies }: Part,
) {
  const ids: number[] = [];
  const direction = sort[0]![1];
  for (const { filter, index, rank } of direction === -1 ? bands.toReversed() : bands) {
    if (ids.length >= skip + limit) break;
    const found = (await repository.find(filter, { only: [], index, dependencies })).map((term) => [
      rank!.of(term),
      term._id,
    ]);
    found.sort(([one, a], [other, b]) => direction * (one! - other! || a! - b!));
    ids.push(...found.map(([, id]) => id!));
  }
  return inOrderOf(
    await repository.shown({ _id: { $in: ids.slice(skip, skip + limit) } }, { index: '_id_', dependencies }),
    ids,
  );
}

const inOrderOf = (terms: readonly TermRecord[], ids: readonly number[]) =>
  terms.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
