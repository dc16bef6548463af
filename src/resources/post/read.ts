import type { Context } from '../../context.ts';
import { DomainError, type ErrorCode, type PostName } from '../../errors.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { mayEdit, mayRead, mayUpdate, viewerCan, viewerCanInGeneral } from '../../rules/access.ts';
import { notFound } from '../shared/find.ts';
import type { Guard } from '../shared/writes.ts';
import type { PostRecord } from './record.ts';

/** The error for a post that is not there: the general right applies to it. */
export const unknownPost = (kind: PostName, ref: RecordRef, { viewer }: Pick<Context, 'viewer'>): DomainError =>
  notFound(kind, ref, viewerCanInGeneral(viewer));

/** Who may write posts: creating takes the general edit right, the rest the right to the record, however it is addressed. */
export const POST_RIGHTS = { mayWrite: mayEdit, mayChange: mayUpdate } as const satisfies Partial<Guard<PostRecord>>;

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
