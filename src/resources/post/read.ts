import type { Context } from '../../context.ts';
import { DomainError, type ErrorCode, type FoundKind, notFoundCode } from '../../errors.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { mayEdit, mayRead, mayUpdate, type ViewerCan, viewerCan, viewerCanInGeneral } from '../../rules/access.ts';
import type { Finder } from '../repository.ts';
import type { Guard } from '../writes.ts';
import { refKeys } from './filter.ts';
import type { PostRecord } from './record.ts';

/** The record that is meant. Says nothing about whether the caller may see it. @throws what `unknown` gives, without one */
export async function findRecord<R>(
  among: Finder<R>,
  ref: RecordRef,
  unknown: () => DomainError | Promise<DomainError>,
): Promise<R> {
  for (const key of refKeys(ref)) {
    const record = await among.one(key);
    if (record) return record;
  }
  throw await unknown();
}

/** The error for a record that is not there. `can` is what the caller may do to records of its kind in general. */
export function notFound(kind: FoundKind, { id }: RecordRef, can: ViewerCan): DomainError {
  const address = id == null ? 'this slug' : `ID ${id}`;
  return new DomainError(notFoundCode(kind), `There is no ${kind} with ${address}.`, [], { viewerCan: can });
}

/** The same for a post, to which the general right applies. */
export const unknownPost = (kind: FoundKind, ref: RecordRef, { viewer }: Pick<Context, 'viewer'>): DomainError =>
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
