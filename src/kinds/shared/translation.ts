import { invalidField } from '../../domain/fields/examine.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';

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
  if (language === record.original)
    throw invalidField('language', 'unknown', 'The original cannot be taken away; delete the record instead.');
  if (record.text[language] === undefined && record.slug[language] === undefined)
    throw invalidField('language', 'unknown', 'The record has no translation in this language.');
  const { [language]: _, ...text } = record.text;
  const { [language]: __, ...slug } = record.slug;
  return { ...record, text, slug };
}
