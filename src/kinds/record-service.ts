import type { PageInput } from '../domain/fields/paging.ts';
import type { RecordRef } from '../domain/fields/ref.ts';
import type { ConnectionInput } from '../domain/fields/slice.ts';
import type { Language } from '../domain/language.ts';
import type { Page } from '../domain/paging.ts';
import type { Context } from './context.ts';
import type { Connection } from './shared/connection.ts';

/** What happens to a batch of writes if one is refused: the others still run, or none does. */
export type BatchMode = 'each' | 'all_or_nothing';

/** The write operations of a kind, whatever their input. */
export type Writing<R> = Pick<
  RecordService<R, never, object, object>,
  'create' | 'update' | 'remove' | 'removeTranslation'
>;

/** Which page of a list, and its order if not the default. */
type OrderedPage = PageInput & Pick<ConnectionInput, 'orderBy'>;

/**
 * The operations on a kind of record, offered by its service and called by the APIs. Input is unchecked. Bad input throws
 * INVALID_FIELD or MISSING_FIELD with every problem, missing rights throw UNAUTHENTICATED or FORBIDDEN, and a record that
 * does not meet the context's `precondition` throws CONFLICT.
 */
export interface RecordService<R, Filter, Input, Patch> {
  /** Matching records that the caller may see, page by page. Absent numbers take their defaults. */
  list(filter: Filter, page: OrderedPage, ctx: Context): Promise<Page<R>>;
  /** The same records by cursor, and only those requested. */
  connection(input: ConnectionInput, ctx: Context): Promise<Connection<R>>;
  /** One record. Also throws its kind's errors for records that are missing, not public, or in the trash. */
  read(ref: RecordRef, ctx: Context): Promise<R>;
  create(input: Input, ctx: Context): Promise<R>;
  /** Changes only the fields in `patch`. Null clears what can be empty. */
  update(ref: RecordRef, patch: Patch, ctx: Context): Promise<R>;
  /** Returns the last state of the record. `input` has the fields of the kind's `trashing`. */
  remove(ref: RecordRef, ctx: Context, input?: object): Promise<R>;
  /** Removes one translation. Throws INVALID_FIELD naming `language` for the original, or if there is none. */
  removeTranslation(ref: RecordRef, language: Language, ctx: Context): Promise<R>;
}
