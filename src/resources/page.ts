import { type Applied, type Page, type PageRequest, pageCount } from '../rules/paging.ts';
import type { Filter, FindOptions } from '../store/port.ts';
import type { Repository } from './repository.ts';

/** A page of what matches, in this order. A page past the end is empty. */
export function pageOf<R extends { _id: number }>(
  repository: Repository<R>,
  filter: Filter,
  sort: NonNullable<FindOptions['sort']>,
  { page, perPage }: PageRequest,
  applied: Applied = {},
): Page<R> {
  const total = once(() => repository.count(filter));
  return {
    page,
    perPage,
    applied,
    items: once(() => repository.find(filter, { sort, skip: (page - 1) * perPage, limit: perPage })),
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
