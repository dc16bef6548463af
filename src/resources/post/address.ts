import type { Context } from '../../context.ts';
import type { LinkKind } from '../../links.ts';
import { slugIn } from '../../rules/language.ts';
import { hasSlug } from '../../rules/status.ts';
import type { PostRecord } from './record.ts';

/** The address of a record's public page; by id while it has none that everybody could open. */
export function pageOfPost(
  kind: LinkKind,
  record: PostRecord,
  { links, language }: Pick<Context, 'links' | 'language'>,
): string {
  const hasPage = hasSlug(record.status) && record.status !== 'future' && record.status !== 'trash';
  const slug = hasPage ? slugIn(record, language) : undefined;
  return links.page(kind, slug === undefined ? [] : [slug], record._id);
}
