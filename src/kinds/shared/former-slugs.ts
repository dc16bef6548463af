import type { Filter, FindOptions } from '../../data/port.ts';
import type { PerLanguage } from '../../domain/language.ts';

/** A record with its current and former slugs. */
export interface Slugged {
  slug: PerLanguage<string>;
  /** The slugs by which visitors could find it, latest first, so that old addresses lead to it. Absent if there are none. */
  formerSlugs?: string[];
}

/** How many former slugs a record keeps, and how many records are read to find one. */
const MOST = 10;

/** The index of former slugs. Several records may have had the same slug. */
export const FORMER_SLUGS = { name: 'former_slugs', fields: [['formerSlugs', 1]], sparse: true } as const;

/**
 * The new record, with the slugs that it had `before` and has no longer. One that is hidden now also keeps those that it still has:
 * it may be renamed before it is shown again.
 */
export function withFormerSlugs<R extends Slugged>(after: R, before?: Pick<Slugged, 'slug'>, isShown = true): R {
  const { formerSlugs = [], ...others } = after;
  const now = isShown ? Object.values(after.slug) : [];
  const all = [...new Set([...Object.values(before?.slug ?? {}), ...formerSlugs])];
  const former = all.filter((slug) => !now.includes(slug)).slice(0, MOST);
  return (former.length ? { ...others, formerSlugs: former } : others) as R;
}

/** The query for records that once had a slug, newest first, limited to `MOST`. */
export const formerSlug = (slug: string): [Filter, FindOptions] => [
  { formerSlugs: slug },
  { sort: [['_id', -1]], limit: MOST, index: FORMER_SLUGS.name },
];
