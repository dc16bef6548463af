/** A record of a list, and its place there. */
export interface Edge<R> {
  node: R;
  cursor: string;
  /** The distance of the record in kilometres, if the list is ordered by distance. */
  distanceKm?: number;
}

/** Part of a list. Everything is read on demand, and only once. */
export interface Connection<R> {
  edges(): Promise<Edge<R>[]>;
  /** Whether there is more after this part. */
  hasNextPage(): Promise<boolean>;
  /** Whether there is more before this part. */
  hasPreviousPage(): Promise<boolean>;
  total(): Promise<number>;
}
