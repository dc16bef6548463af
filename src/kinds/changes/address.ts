import type { Addressed } from '../../data/changes/record.ts';
import { slugIn } from '../../domain/language.ts';
import { wireSlug } from '../../domain/slug.ts';
import type { Context } from '../context.ts';
import type { ChangeKind } from '../kinds.ts';
import { pageOfPost } from '../post/address.ts';
import { pathOf } from '../term/record.ts';

/** The slug of a record of any kind, and the address of its page, in the language of the caller. */
export function addressOf(
  { kind, id }: { kind: ChangeKind; id: number },
  record: Addressed,
  ctx: Pick<Context, 'links' | 'language'>,
): { slug: string; url: string } {
  const { status } = record;
  return {
    slug: wireSlug(slugIn(record, ctx.language) ?? ''),
    url:
      kind === 'series'
        ? ctx.links.seriesPage(slugIn(record, ctx.language) ?? String(id))
        : status
          ? pageOfPost(kind, { ...record, _id: id, status }, ctx)
          : ctx.links.page(kind, pathOf(record, ctx.language), id),
  };
}
