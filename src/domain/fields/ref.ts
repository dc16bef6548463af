import { invalid } from './examine.ts';
import { excess, INPUT_LIMITS } from './limits.ts';

/**
 * The record that an operation is about. An id of 0 names none; then `said` is what the client sent instead, or
 * `sent` is what it sent as the id. A slug from an address may be a former one. A link may also say a name in place of a slug.
 */
export type RecordRef =
  | { id: number; said?: 'id' | 'address'; sent?: string }
  | { slug: string; isAddress?: true; isName?: true };

/** @throws INVALID_FIELD when its slug is longer than a line */
export function refuseBadRef(ref: RecordRef): void {
  const long = 'slug' in ref ? excess(INPUT_LIMITS.line, ref.slug) : undefined;
  if (long) throw invalid([{ field: 'isAddress' in ref ? 'url' : 'slug', inRef: true, ...long.fault }]);
}
