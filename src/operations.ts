import type { Context } from './context.ts';
import type { PageInput } from './fields/paging.ts';
import type { RecordRef } from './fields/ref.ts';
import type { ConnectionInput } from './fields/slice.ts';
import type { Connection } from './rules/connection.ts';
import type { Language } from './rules/language.ts';
import type { Page } from './rules/paging.ts';

/** What becomes of several writes when one of them is refused: the others are done all the same, or none is. */
export type BatchMode = 'each' | 'all_or_nothing';

/** What writes records of a kind, whatever its input. */
export type Writing<R> = Pick<
  Operations<R, never, object, object>,
  'create' | 'update' | 'remove' | 'removeTranslation'
>;

/**
 * The operations on a kind of record: what its service offers, and what the doors call. Input is what a caller sent,
 * unchecked. Bad input is INVALID_FIELD or MISSING_FIELD with every problem, missing rights UNAUTHENTICATED or FORBIDDEN, and
 * CONFLICT a record that is not as `precondition` of the context says.
 */
export interface Operations<R, Filter, Input, Patch> {
  /** The records that match and that the caller may see, page by page. Absent numbers take their defaults. */
  list(filter: Filter, page: PageInput, ctx: Context): Promise<Page<R>>;
  /** The same records by keys, and no others than are asked for. */
  connection(asked: ConnectionInput, ctx: Context): Promise<Connection<R>>;
  /** One record. Besides: the errors of its kind for records that are not there, not public, or in the trash. */
  read(ref: RecordRef, ctx: Context): Promise<R>;
  create(input: Input, ctx: Context): Promise<R>;
  /** Changes what is there in `patch`; null clears what can be empty. */
  update(ref: RecordRef, patch: Patch, ctx: Context): Promise<R>;
  /** Gives the record as it was last. */
  remove(ref: RecordRef, ctx: Context): Promise<R>;
  /** Takes away what is said in one language. INVALID_FIELD naming `language` for the original and for none. */
  removeTranslation(ref: RecordRef, language: Language, ctx: Context): Promise<R>;
}
