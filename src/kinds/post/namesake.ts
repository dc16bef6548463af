import { effectiveStatus, mayRead, mayUpdate, viewerCan } from '../../domain/access.ts';
import { lowerCase } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../shared/repository.ts';
import { refuseUnless } from '../shared/writes.ts';
import { recordOf } from './origin.ts';
import type { Html, LinkedRecord, Origin, PostRecord, Source } from './record.ts';
import type { PostValues } from './write.ts';

/** What linked kinds take besides their own fields. */
export interface LinkedValues extends PostValues {
  name?: string | null;
  description?: string | null;
  source?: Source | null;
}

/** An existing record that a name stands for. */
export interface Namesake<R, Values = LinkedValues> {
  record: R;
  /** What to write into it. If absent, nothing is written. */
  values?: Values;
}

/** The record that comes from there, and all that was sent for it. @throws FORBIDDEN if the caller may not change it */
export async function namesakeOfOrigin<R extends PostRecord, Values>(
  repository: Repository<R>,
  values: Values,
  origin: Origin,
  ctx: Context,
): Promise<Namesake<R, Values> | undefined> {
  const record = await recordOf(repository, origin);
  // The caller may not see it, but learns that the name is taken.
  if (!record || !mayRead(ctx.viewer, record, ctx.now)) return undefined;
  refuseUnless(mayUpdate(ctx.viewer, record), ctx, { viewerCan: viewerCan(ctx.viewer, record) });
  return { record, values };
}

/**
 * The oldest record with this name, in any language and ignoring case, that the caller may change. If a description is sent,
 * the record's description must match too, as written or as shown.
 */
export async function namesakeOf<R extends LinkedRecord>(
  repository: Repository<R>,
  values: LinkedValues,
  { viewer }: Pick<Context, 'viewer'>,
): Promise<Namesake<R> | undefined> {
  const { description } = values;
  const record = (await called(repository, values)).find(
    (each) => mayUpdate(viewer, each) && (description == null || isDescribed(each, lowerCase(description))),
  );
  return record && { record, values: writable(values) };
}

/**
 * The record that this name stands for inside an event (behaviour §0.34): the oldest one that the caller may change, or else
 * the oldest published one. A description that was sent does not count.
 */
export async function namesakeInEvent<R extends LinkedRecord>(
  repository: Repository<R>,
  values: LinkedValues,
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
): Promise<Namesake<R> | undefined> {
  const found = await called(repository, values);
  const own = found.find((each) => mayUpdate(viewer, each));
  if (own) return { record: own, values: writable(values) };
  const published = found.find((each) => effectiveStatus(each, now) === 'publish');
  return published && { record: published };
}

/** The records with this name, in any language and ignoring case, oldest first. */
const called = <R extends LinkedRecord>(repository: Repository<R>, { name }: LinkedValues): Promise<readonly R[]> =>
  repository.find({ names: lowerCase(name ?? ''), status: { $ne: 'trash' } }, { sort: [['_id', 1]] });

/** Name, author, status and dates of an existing record stay. */
const writable = ({
  author: _,
  publishedAt: __,
  date: ___,
  dateUtc: ____,
  status: _____,
  name: ______,
  ...others
}: LinkedValues) => others;

const isDescribed = (record: LinkedRecord, description: string) =>
  Object.values(record.text as Record<string, { description?: Html }>).some(({ description: said }) =>
    [said?.raw, said?.html].some((text) => text !== undefined && lowerCase(text) === description),
  );
