import { plainText } from '../../domain/html.ts';
import { type Language, textIn } from '../../domain/language.ts';
import { onceFor } from '../../domain/once-for.ts';
import type { Context } from '../context.ts';
import type { EventLink } from '../event-links.ts';
import { urlForWidth, WIDTH_ELSEWHERE } from '../image/sizes.ts';
import { pageOfPost } from './address.ts';
import type { Html, LinkedRecord } from './record.ts';

type Described = LinkedRecord<{ name?: string; description?: Html }>;

/** The plain text of its description. Many events may show it. */
const descriptionIn = onceFor((record: LinkedRecord, language: Language) =>
  plainText(textIn(record as Described, 'description', language)?.html ?? ''),
);

/** A linked record in the vocabulary of schema.org. */
export function linkedJsonLd(
  { name, jsonLd: { type, members } }: EventLink,
  record: LinkedRecord,
  ctx: Pick<Context, 'language' | 'links'>,
): Record<string, unknown> {
  const { language, links } = ctx;
  const image = record.image && urlForWidth(record.image, WIDTH_ELSEWHERE, links);
  return {
    '@type': type,
    name: textIn(record as Described, 'name', language) ?? '',
    description: descriptionIn(record, language),
    url: pageOfPost(name, record, ctx),
    ...members(record, { language, image }),
  };
}
