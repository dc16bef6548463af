import type { Versioned } from '../../cache/records.ts';
import type { Filter, FindOptions } from '../../data/port.ts';
import { once } from '../../domain/once-for.ts';
import { type Applied, type Page, type PageRequest, pageCount } from '../../domain/paging.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Context, Reads } from '../context.ts';
import type { Repository } from './repository.ts';

/** A list whose order the store does not know reads its parts by itself. */
export interface Ordered<R> {
  readPart?(part: { skip: number; limit: number } & Pick<ReadContext, 'dependencies'>): Promise<R[]>;
}

/** The filter, order and index of a list. */
export interface Listing {
  filter: Filter;
  sort: NonNullable<FindOptions['sort']>;
  index: string;
  /** How many records it holds, if known without counting. */
  total?: () => Promise<number>;
  /** An extra filter that keeps the first `wanted` records and drops most others, if there is one. */
  narrowed?: (wanted: number) => Promise<Filter | undefined>;
}

/** The request that reads a list. It may be abandoned, and its answer may be cached. */
export type ReadContext = Pick<Context, 'running'> & Pick<Reads, 'dependencies'>;

/** The parts of a context that reading a list needs. */
export const readContextOf = ({
  running,
  loaders: { dependencies },
}: Pick<Context, 'running' | 'loaders'>): ReadContext => ({
  running,
  dependencies,
});

/** Counts a list, once, unless its number is known. */
export const countOf = (
  repository: Pick<Repository<Versioned>, 'count'>,
  { filter, index, total }: Pick<Listing, 'filter' | 'index' | 'total'>,
  { running, dependencies }: ReadContext,
): (() => Promise<number>) =>
  once(async () => {
    giveUpWhenLate(running);
    return total ? total() : repository.count(filter, { index, dependencies });
  });

/** A page of a list. The request may be abandoned before the page is read. A page past the end is empty. */
export function pageOf<R extends Versioned>(
  repository: Repository<R>,
  {
    filter,
    sort,
    index,
    total: counted,
    narrowed,
    readPart,
    applied = {},
  }: Listing & Ordered<R> & { applied?: Applied },
  { page, perPage, running, dependencies }: PageRequest & ReadContext,
): Page<R> {
  const total = countOf(repository, { filter, index, total: counted }, { running, dependencies });
  return {
    page,
    perPage,
    applied,
    items: once(async () => {
      giveUpWhenLate(running);
      const part = { skip: (page - 1) * perPage, limit: perPage, dependencies };
      if (readPart) return readPart(part);
      const how = { sort, index, ...part };
      const besides = await narrowed?.(page * perPage);
      const found = besides ? await repository.shown({ $and: [filter, besides] }, how) : [];
      // A write may have come between the two queries.
      return found.length === perPage ? found : repository.shown(filter, how);
    }),
    total,
    totalPages: async () => pageCount(await total(), perPage),
    async hasNextPage() {
      giveUpWhenLate(running);
      const next = { sort, skip: page * perPage, limit: 1, only: [], index, dependencies };
      return (await repository.find(filter, next)).length > 0;
    },
  };
}
