import type { Problem } from '../errors.ts';

/** Items on a page when the request does not say (specification §8). */
export const DEFAULT_PER_PAGE = 10;

/** More than this many items a page is answered with this many (as in the reference). */
export const MAX_PER_PAGE = 50;

/** Which part of a list is asked for; both count from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** Which page is asked for, with the defaults and the upper limit. */
export const pageRequest = (page: number | null | undefined, perPage: number | null | undefined): PageRequest => ({
  page: page ?? 1,
  perPage: Math.min(perPage ?? DEFAULT_PER_PAGE, MAX_PER_PAGE),
});

/** What is wrong with the numbers of a page: none of them is below 1. */
export const pageProblems = (request: PageRequest): Problem[] =>
  (['page', 'perPage'] as const)
    .filter((field) => request[field] < 1)
    .map((field) => ({ field, code: 'invalid_number', message: 'Must be a whole number above 0.' }));

/** How many pages there are; 0 when there is nothing. */
export const pageCount = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** What a list was asked for in effect, defaults included. Texts as links show them. */
export interface Applied {
  status?: string;
  /** `YYYY-MM-DD HH:MM:SS` in the site's zone. */
  startDate?: string;
  endDate?: string;
}

/** One page of a list. Records and total are read when they are asked for, side by side, and once. */
export interface Page<R> extends PageRequest {
  applied: Applied;
  items(): Promise<R[]>;
  total(): Promise<number>;
  totalPages(): Promise<number>;
}
