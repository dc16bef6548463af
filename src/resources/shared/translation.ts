import { invalid } from '../../fields/examine.ts';
import type { Language, PerLanguage } from '../../rules/language.ts';

interface Translated {
  text: PerLanguage<object>;
  slug: PerLanguage<string>;
  original: Language;
}

/**
 * The record without what is said in one language, its slug there included.
 * @throws INVALID_FIELD when that is its original, or when it has neither texts nor a slug there
 */
export function withoutTranslation<R extends Translated>(record: R, language: Language): R {
  if (language === record.original) throw refusal('The original cannot be taken away; delete the record instead.');
  if (record.text[language] === undefined && record.slug[language] === undefined)
    throw refusal('The record has no translation in this language.');
  const { [language]: _, ...text } = record.text;
  const { [language]: __, ...slug } = record.slug;
  return { ...record, text, slug };
}

const refusal = (message: string) => invalid([{ field: 'language', code: 'unknown', message }]);
