/** A record of a list, and where it stands there. */
export interface Edge<R> {
  node: R;
  cursor: string;
  /** Where the list is ordered by distance, how far the record is, in kilometres. */
  distanceKm?: number;
}

/** Part of a list. Everything is read when it is asked for, and once. */
export interface Connection<R> {
  edges(): Promise<Edge<R>[]>;
  /** Whether there is more behind this part. */
  hasNextPage(): Promise<boolean>;
  /** Whether there is more before this part. */
  hasPreviousPage(): Promise<boolean>;
  total(): Promise<number>;
}
