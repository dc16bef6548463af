import { textIn } from '../../domain/language.ts';
import type { Context } from '../context.ts';
import type { EventLink } from '../event-links.ts';
import { imageUrl } from '../image/record.ts';
import { pageOfPost } from './address.ts';
import type { Html, LinkedRecord } from './record.ts';

/** A linked record in the vocabulary of schema.org. */
export function linkedJsonLd(
  { name, jsonLd: { type, members } }: EventLink,
  record: LinkedRecord,
  ctx: Pick<Context, 'language' | 'links'>,
): Record<string, unknown> {
  const { language, links } = ctx;
  const described = record as LinkedRecord<{ name?: string; description?: Html }>;
  const image = record.image && imageUrl(record.image, links);
  return {
    '@type': type,
    name: textIn(described, 'name', language) ?? '',
    description: textIn(described, 'description', language)?.plain ?? '',
    url: pageOfPost(name, record, ctx),
    ...members(record, { language, image }),
  };
}
