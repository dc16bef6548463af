/** Which record an operation is about: exactly one of the two. */
export interface RecordRef {
  id?: number | null;
  slug?: string | null;
}
