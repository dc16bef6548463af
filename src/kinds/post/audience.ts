import type { AudienceOf } from '../../data/changes/units.ts';
import { type Readers, readersOf } from '../../domain/access.ts';
import type { PostRecord } from './record.ts';

/** A post of any kind. Events may be hidden from lists. */
export type AnyPost = PostRecord & { hideFromListings?: boolean };

/** Who finds a post in lists without the trash. Nobody finds posts that are hidden or in the trash. */
export const findersOf = (record: AnyPost, now: number): Readers | undefined =>
  record.trashed || record.hideFromListings ? undefined : readersOf(record, now);

const BEFORE_ALL_DATES = Number.NEGATIVE_INFINITY;

/**
 * Who could find a post before a change, and who can after it. Everybody sees a scheduled post once its date has come, even
 * before it is marked `publish`. But that mark is the change that readers are told of, so it counts as publication.
 */
export const audienceOfPost: AudienceOf<AnyPost> = (before, after, now) => {
  const finders = after && findersOf(after, now);
  const isPublished = before?.status === 'future' && finders === 'all';
  return { before: before && findersOf(before, isPublished ? BEFORE_ALL_DATES : now), after: finders };
};
