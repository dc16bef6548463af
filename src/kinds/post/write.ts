import { mayPublish, readersOf } from '../../domain/access.ts';
import type { CustomInput } from '../../domain/fields/custom-inputs.ts';
import { invalid } from '../../domain/fields/examine.ts';
import type { Surroundings } from '../../domain/fields/kind.ts';
import { slugIn } from '../../domain/language.ts';
import { dateProblems, publicationOf, requestedDate, type SentDates } from '../../domain/publication.ts';
import { type Status, scaledStatus, statusAt } from '../../domain/status.ts';
import type { Instant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import type { SentImage } from '../image/service.ts';
import { withFormerSlugs } from '../shared/former-slugs.ts';
import { withDerived } from './derived.ts';
import type { PostRecord } from './record.ts';
import { assignSlugs, type Posts, restoredSlugs, trashedSlugs } from './slugs.ts';

/** What every post takes besides its kind's own fields. */
export interface PostValues extends SentDates, SentImage {
  author?: number | null;
  status?: Status | null;
  /** In stored form. */
  slug?: string | null;
  customFields?: CustomInput[] | null;
}

/** The publication date that was sent, if any. The date that the record shows counts as not sent. @throws INVALID_FIELD */
function sentDate(values: PostValues, { zone, now }: Surroundings, shown?: Instant): Instant | undefined {
  const clock = { zone, now, shown };
  const problems = dateProblems(values, clock);
  if (problems.length) throw invalid(problems);
  return requestedDate(values, clock) as Instant | undefined;
}

/** A new record with its author, date, language and status. */
export function newPost(id: number, values: PostValues, ctx: Pick<Context, 'viewer' | 'now' | 'zone' | 'language'>) {
  const status = scaledStatus(values.status ?? undefined, mayPublish(ctx.viewer));
  const blank = { status: 'draft', publishedAt: ctx.now, modifiedAt: ctx.now } as const;
  const publication = publicationOf(blank, { status, sent: sentDate(values, ctx), now: ctx.now });
  return {
    _id: id,
    version: 1,
    author: values.author ?? ctx.viewer?.id ?? 1,
    ...publication,
    status: statusAt(status, publication.publishedAt, ctx.now),
    createdAt: ctx.now,
    modifiedAt: ctx.now,
    original: ctx.language,
    text: {},
    trashed: status === 'trash',
    slug: {},
    names: [],
    search: { en: '', ko: '', es: '' },
    sort: { en: '', ko: '', es: '' },
  };
}

/**
 * The record with author, date and status as sent. What is not sent stays.
 * @throws INVALID_FIELD naming the dates that differ from the record's, if they mean different moments or lie outside the
 * years 1 to 9999.
 */
export function withPublication<R extends PostRecord>(
  record: R,
  values: PostValues,
  ctx: Pick<Context, 'viewer' | 'now' | 'zone'>,
): R {
  const sent = sentDate(values, ctx, record.publishedAt);
  const status = values.status == null ? record.status : scaledStatus(values.status, mayPublish(ctx.viewer));
  const publication = publicationOf(record, { status, sent, now: ctx.now });
  return {
    ...record,
    author: values.author ?? record.author,
    ...publication,
    status: statusAt(status, publication.publishedAt, ctx.now),
    modifiedAt: ctx.now,
  };
}

/**
 * The record ready to be stored, with its slugs and everything else derived from its texts and status. `before` is the
 * stored record, if there is one. Moving into and out of the trash changes the slugs.
 */
export async function prepareRecord<R extends PostRecord>(
  posts: Posts<R>,
  { record, values, before }: { record: R; values: PostValues; before?: R },
  ctx: Context,
): Promise<R> {
  const trashed = record.status === 'trash';
  const wasTrashed = before?.status === 'trash';
  if (before && trashed && !wasTrashed) {
    const slug = await trashedSlugs(posts, record);
    return withDerived(posts.kind, { ...record, slug, statusBeforeTrash: before.status });
  }
  const { statusBeforeTrash: _, ...alive } = record;
  let next = trashed ? record : (alive as R);
  if (wasTrashed && !trashed) next = { ...next, slug: await restoredSlugs(posts, next) };
  const { language } = ctx;
  const shown = before && slugIn(before, language);
  const given = values.slug == null ? undefined : { language, slug: values.slug, shown };
  if (values.slug === null) next = { ...next, slug: without(next.slug, ctx) };
  const slug = await assignSlugs(posts, next, given);
  return withShownSlugs(withDerived(posts.kind, { ...next, slug }), before, ctx);
}

/**
 * The record, with the slugs by which visitors could find it `before`. No other slug is remembered: an address that leads on
 * would confirm the guessed title of a hidden record.
 */
export function withShownSlugs<R extends PostRecord>(
  after: R,
  before: R | undefined,
  { now }: Pick<Context, 'now'>,
): R {
  const isShown = (record: R) => readersOf(record, now) === 'all';
  return withFormerSlugs(after, before && isShown(before) ? before : undefined, isShown(after));
}

const without = (slugs: PostRecord['slug'], { language }: Context): PostRecord['slug'] =>
  Object.fromEntries(Object.entries(slugs).filter(([each]) => each !== language));
