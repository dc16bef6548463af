import { LANGUAGES, type Language } from '../../domain/language.ts';
import { attributes, type Html, html, type Part } from './html.ts';

/** The texts of a record in each language, the original first; null where there is none. */
export interface Translated {
  translations: readonly Readonly<Record<string, string | null>>[];
}

/** The languages in which a record has a translation. */
export const languagesOf = ({ translations }: Translated): Language[] =>
  LANGUAGES.filter((each) => translations.some(({ language }) => language?.toLowerCase() === each));

/** The language of a text as GraphQL gives it: that of the page, else the first that has the text. */
function languageOf({ translations }: Translated, key: string, language: Language) {
  const having = translations.filter((translation) => translation[key] != null).map(({ language }) => language!);
  const requested = language.toUpperCase();
  return having.includes(requested) ? language : (having[0] ?? requested).toLowerCase();
}

/** The attribute `lang` for a text of a record, if the text is not in the language of the page. */
export function langOf(record: Translated, key: string, language: Language): Html {
  const said = languageOf(record, key, language);
  return attributes({ lang: said === language ? undefined : said });
}

/** A text of a record in a line of the page, marked if it is in another language. */
export function saidIn<K extends string>(record: Translated & Record<K, string>, key: K, language: Language): Part {
  const lang = langOf(record, key, language);
  return lang.text && record[key] ? html`<span${lang}>${record[key]}</span>` : record[key];
}
