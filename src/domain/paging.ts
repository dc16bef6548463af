/** The requested part of a list. Both numbers count from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** How many pages there are; 0 when there is nothing. */
export const pageCount = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** The filters that a list applied, defaults included, as links show them. */
export interface Applied {
  status?: string;
}

/** One page of a list. Records and total are read on demand, in parallel, and only once. */
export interface Page<R> extends PageRequest {
  applied: Applied;
  items(): Promise<R[]>;
  total(): Promise<number>;
  totalPages(): Promise<number>;
  /** Whether there is something after this page, found without counting. */
  hasNextPage(): Promise<boolean>;
}
