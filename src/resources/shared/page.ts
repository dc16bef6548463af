import type { Context, Reads } from '../../context.ts';
import { giveUpWhenLate } from '../../request.ts';
import { once } from '../../rules/once-for.ts';
import { type Applied, type Page, type PageRequest, pageCount } from '../../rules/paging.ts';
import type { Filter, FindOptions } from '../../store/port.ts';
import type { Versioned } from './bodies.ts';
import type { Repository } from './repository.ts';

/** What a list holds, in which order, and the index that has it. */
export interface Listing {
  filter: Filter;
  sort: NonNullable<FindOptions['sort']>;
  index: string;
  /** How many records it holds, where that is known without counting them. */
  total?: () => Promise<number>;
  /** A filter besides that leaves the first `wanted` records in and most others out, where one is known. */
  narrowed?: (wanted: number) => Promise<Filter | undefined>;
}

/** For which request a list is read: that may be given up, and may be kept. */
export type Asking = Pick<Context, 'running'> & Pick<Reads, 'restsOn'>;

/** What of a request a list is read for. */
export const askingOf = ({ running, loaders: { restsOn } }: Pick<Context, 'running' | 'loaders'>): Asking => ({
  running,
  restsOn,
});

/** A page of a list, for a request that may be given up before it is read. A page past the end is empty. */
export function pageOf<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, total: counted, narrowed, applied = {} }: Listing & { applied?: Applied },
  { page, perPage, running, restsOn }: PageRequest & Asking,
): Page<R> {
  const total = once(async () => {
    giveUpWhenLate(running);
    return counted ? counted() : repository.count(filter, { index, restsOn });
  });
  return {
    page,
    perPage,
    applied,
    items: once(async () => {
      giveUpWhenLate(running);
      const how = { sort, skip: (page - 1) * perPage, limit: perPage, index, restsOn };
      const besides = await narrowed?.(page * perPage);
      const found = besides ? await repository.shown({ $and: [filter, besides] }, how) : [];
      // Somebody may have written between the two.
      return found.length === perPage ? found : repository.shown(filter, how);
    }),
    total,
    totalPages: async () => pageCount(await total(), perPage),
  };
}
