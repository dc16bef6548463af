import type { Context } from '../../context.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { mayRead, type ViewerCan, viewerCan, viewerCanInGeneral } from '../../rules/access.ts';
import type { Repository } from '../repository.ts';
import { refFilters } from './filter.ts';
import type { PostRecord } from './record.ts';

/** The record that is meant. Says nothing about whether the caller may see it. @throws INVALID_FIELD naming id or slug. */
export async function findRecord<R extends { _id: number }>(
  repository: Repository<R>,
  ref: RecordRef,
  ctx: Context,
  unknown: (ref: RecordRef, ctx: Context) => DomainError | Promise<DomainError> = unknownPost,
): Promise<R> {
  for (const filter of refFilters(ref)) {
    const record = await repository.one(filter);
    if (record) return record;
  }
  throw await unknown(ref, ctx);
}

/** The error for a record that is not there: the part of the address that names it is not valid. */
export function unknownRecord(ref: RecordRef, can: ViewerCan): DomainError {
  const field = ref.id == null ? 'slug' : 'id';
  const problem = { field, code: 'unknown', message: `There is no record with this ${field}.` };
  return new DomainError('INVALID_FIELD', `Not accepted: ${field}.`, [problem], { viewerCan: can });
}

/** The same for a post, to which the general right applies. */
export const unknownPost = (ref: RecordRef, { viewer }: Pick<Context, 'viewer'>): DomainError =>
  unknownRecord(ref, viewerCanInGeneral(viewer));

/** @throws the given error when the caller may not see the record. */
export function refuseReading(record: PostRecord, ctx: Context, code: ErrorCode): void {
  if (mayRead(ctx.viewer, record, ctx.now)) return;
  throw new DomainError(code, 'This record is not public.', [], { viewerCan: viewerCan(ctx.viewer, record) });
}

/** @throws the given error when the record lies in the trash already. */
export function refuseTrashed(record: PostRecord, ctx: Context, code: ErrorCode): void {
  if (record.status !== 'trash') return;
  throw new DomainError(code, 'This record is in the trash already.', [], { viewerCan: viewerCan(ctx.viewer, record) });
}
