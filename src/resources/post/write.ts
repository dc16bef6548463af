import type { Context } from '../../context.ts';
import type { Surroundings } from '../../fields/kind.ts';
import { mayPublish } from '../../rules/access.ts';
import { sentSlug } from '../../rules/slug.ts';
import { type Status, scaledStatus, settledStatus } from '../../rules/status.ts';
import { type Instant, readTime } from '../../rules/time.ts';
import type { Repository } from '../repository.ts';
import { type PostKind, type PostRecord, withDerived } from './record.ts';
import { restoredSlugs, settledSlugs, trashedSlugs } from './slugs.ts';

/** The fields every post has besides those of its kind. */
export interface PostValues {
  author?: number | null;
  date?: string | null;
  dateUtc?: string | null;
  status?: Status | null;
  slug?: string | null;
}

/** The publication date that was sent, if one was: `date` in the given zone, `dateUtc` in UTC. They are one moment. */
export function sentDate({ date, dateUtc }: PostValues, { zone, now }: Surroundings): Instant | undefined {
  if (date != null) return readTime(date, zone, now)?.at;
  if (dateUtc != null) return readTime(dateUtc, 'UTC', now)?.at;
  return undefined;
}

/** The beginnings of a new record: who wrote it, when, in which language, in which state. */
export function newPost(
  id: number,
  values: PostValues,
  surroundings: Surroundings,
  ctx: Pick<Context, 'viewer' | 'now' | 'language'>,
) {
  const sent = sentDate(values, surroundings);
  const publishedAt = sent ?? ctx.now;
  const status = scaledStatus(values.status ?? undefined, mayPublish(ctx.viewer));
  return {
    _id: id,
    author: values.author ?? ctx.viewer?.id ?? 1,
    status: settledStatus(status, publishedAt, ctx.now),
    publishedAt,
    modifiedAt: ctx.now,
    ...(sent === undefined ? {} : { dated: true as const }),
    original: ctx.language,
    text: {},
    trashed: status === 'trash',
    slug: {},
    names: [],
    search: { en: '', ko: '', es: '' },
    sort: { en: '', ko: '', es: '' },
  };
}

/** The record with author, date and status as sent; what is not sent stays. */
export function withPublication<R extends PostRecord>(
  record: R,
  values: PostValues,
  where: Surroundings,
  ctx: Pick<Context, 'viewer' | 'now'>,
): R {
  const sent = changedDate(record, values, where);
  const status = values.status == null ? record.status : scaledStatus(values.status, mayPublish(ctx.viewer));
  const first = sent === undefined && !record.dated && isDraft(record.status) && !isDraft(status) && status !== 'trash';
  const publishedAt = sent ?? (first ? ctx.now : record.publishedAt);
  return {
    ...record,
    author: values.author ?? record.author,
    publishedAt,
    ...(sent === undefined ? {} : { dated: true as const }),
    status: settledStatus(status, publishedAt, ctx.now),
    modifiedAt: ctx.now,
  };
}

/** Sending back the date that is shown, in whole seconds, sends none. */
function changedDate(record: PostRecord, values: PostValues, where: Surroundings): Instant | undefined {
  const sent = sentDate(values, where);
  const seconds = (at: Instant): number => Math.floor(at / 1000);
  return sent !== undefined && seconds(sent) === seconds(record.publishedAt) ? undefined : sent;
}

const isDraft = (status: Status): boolean => status === 'draft' || status === 'pending';

/**
 * The record ready to be stored, with its slugs and everything else that follows from its texts and its status.
 * `before` is the record as it is stored, if it is: going into the trash and coming back change the slugs.
 */
export async function settled<R extends PostRecord>(
  kind: PostKind<R>,
  repository: Repository<R>,
  record: R,
  values: PostValues,
  ctx: Context,
  before?: R,
): Promise<R> {
  const trashed = record.status === 'trash';
  const wasTrashed = before?.status === 'trash';
  if (before && trashed && !wasTrashed) {
    const slug = await trashedSlugs(repository, record);
    return withDerived(kind, { ...record, slug, statusBeforeTrash: before.status });
  }
  const { statusBeforeTrash: _, ...alive } = record;
  let next = trashed ? record : (alive as R);
  if (wasTrashed && !trashed) next = { ...next, slug: await restoredSlugs(kind, repository, next) };
  const given = values.slug == null ? undefined : { language: ctx.language, slug: sentSlug(values.slug) };
  if (values.slug === null) next = { ...next, slug: without(next.slug, ctx) };
  const slug = await settledSlugs(kind, repository, next, given?.slug ? { ...given, slug: given.slug } : undefined);
  return withDerived(kind, { ...next, slug });
}

const without = (slugs: PostRecord['slug'], { language }: Context): PostRecord['slug'] =>
  Object.fromEntries(Object.entries(slugs).filter(([each]) => each !== language));
