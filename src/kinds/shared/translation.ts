import { problem } from '../../domain/errors.ts';
import { invalid } from '../../domain/fields/examine.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';
import type { Message } from '../../domain/message.ts';

interface Translated {
  text: PerLanguage<object>;
  slug: PerLanguage<string>;
  original: Language;
}

/**
 * Removes the texts and the slug of one language.
 * @throws INVALID_FIELD if it is the original language, or has neither texts nor a slug
 */
export function withoutTranslation<R extends Translated>(record: R, language: Language): R {
  if (language === record.original) throw refusal('The original cannot be taken away; delete the record instead.');
  if (record.text[language] === undefined && record.slug[language] === undefined)
    throw refusal('The record has no translation in this language.');
  const { [language]: _, ...text } = record.text;
  const { [language]: __, ...slug } = record.slug;
  return { ...record, text, slug };
}

const refusal = (said: Message) => invalid([problem('language', 'unknown', said)]);
