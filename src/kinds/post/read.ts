import { mayEdit, mayRead, mayUpdate, viewerCan, viewerCanInGeneral } from '../../domain/access.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { Context } from '../context.ts';
import { notFound } from '../shared/find.ts';
import type { Guard } from '../shared/writes.ts';
import type { PostRecord } from './record.ts';

/** The error for a missing post. It reports the caller's general rights. */
export const unknownPost = (kind: string, ref: RecordRef, { viewer }: Pick<Context, 'viewer'>): DomainError =>
  notFound(kind, ref, viewerCanInGeneral(viewer));

/** Who may write posts. Creating needs the general edit right, everything else the right to the record. */
export const POST_RIGHTS = { mayWrite: mayEdit, mayChange: mayUpdate } as const satisfies Partial<Guard<PostRecord>>;

/** @throws the given error if the caller may not see the record. */
export function refuseReading(record: PostRecord, ctx: Context, code: ErrorCode): void {
  if (mayRead(ctx.viewer, record, ctx.now)) return;
  throw new DomainError(code, 'This record is not public.', [], { viewerCan: viewerCan(ctx.viewer, record) });
}

/** @throws the given error if the record is already in the trash. */
export function refuseTrashed(record: PostRecord, ctx: Context, code: ErrorCode): void {
  if (record.status !== 'trash') return;
  throw new DomainError(code, 'This record is in the trash already.', [], { viewerCan: viewerCan(ctx.viewer, record) });
}
