/** Which part of a list is asked for; both count from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

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
