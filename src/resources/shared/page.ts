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
}

/** A page of a list. A page past the end is empty. */
export function pageOf<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, total: counted, applied = {} }: Listing & { applied?: Applied },
  { page, perPage }: PageRequest,
): Page<R> {
  const total = once(counted ?? (() => repository.count(filter, { index })));
  return {
    page,
    perPage,
    applied,
    items: once(() => repository.shown(filter, { sort, skip: (page - 1) * perPage, limit: perPage, index })),
    total,
    totalPages: async () => pageCount(await total(), perPage),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
