import type { Language } from '../rules/language.ts';
import { attributes, type Html, html, type Part } from './html.ts';

/** What is said in each language, the original first; null where nothing is. */
export interface Translated {
  translations: readonly Readonly<Record<string, string | null>>[];
}

/** The language that a text of a record comes from: the one of the page, else the first that has it, as GraphQL shows it. */
function languageOf({ translations }: Translated, key: string, language: Language): string {
  const having = translations.filter((translation) => translation[key] != null).map(({ language }) => language!);
  const asked = language.toUpperCase();
  return having.includes(asked) ? language : (having[0] ?? asked).toLowerCase();
}

/** The attribute `lang` for a text of a record, where it comes from another language than that of the page. */
export function langOf(record: Translated, key: string, language: Language): Html {
  const said = languageOf(record, key, language);
  return attributes({ lang: said === language ? undefined : said });
}

/** A text of a record in a line of the page: marked, where it comes from another language. */
export function saidIn<K extends string>(record: Translated & Record<K, string>, key: K, language: Language): Part {
  const lang = langOf(record, key, language);
  return lang.text && record[key] ? html`<span${lang}>${record[key]}</span>` : record[key];
}
