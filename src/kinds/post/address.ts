import { slugIn } from '../../domain/language.ts';
import { hasSlug } from '../../domain/status.ts';
import type { Context } from '../context.ts';
import type { KindName } from '../kinds.ts';
import type { PostRecord } from './record.ts';

/** The address of a record's public page. Uses the id while there is no page that everybody can open. */
export function pageOfPost(
  kind: KindName,
  record: Pick<PostRecord, '_id' | 'slug' | 'original' | 'status'>,
  { links, language }: Pick<Context, 'links' | 'language'>,
): string {
  const hasPage = hasSlug(record.status) && record.status !== 'future' && record.status !== 'trash';
  const slug = hasPage ? slugIn(record, language) : undefined;
  return links.page(kind, slug === undefined ? [] : [slug], record._id);
}
