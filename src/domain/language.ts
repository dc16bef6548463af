/** The languages the calendar keeps texts in (specification §4.0). */
export const LANGUAGES = ['en', 'ko', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language);

/** Values kept once per language. */
export type PerLanguage<T> = { [L in Language]?: T };

/** The order in which languages are tried: as requested, as first written, any. */
export const fallbackOrder = (requested: Language, original: Language): Language[] => [
  ...new Set([requested, original, ...LANGUAGES]),
];

/** The first value in that order. Empty texts count as values. */
function inLanguage<T>(values: PerLanguage<T>, requested: Language, original: Language): T | undefined {
  for (const language of fallbackOrder(requested, original)) {
    const value = values[language];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** One text of a record: as requested, as first written, or in any language; undefined when there is none. */
export function textIn<T extends object, K extends keyof T>(
  record: { text: PerLanguage<T>; original: Language },
  key: K,
  language: Language,
): T[K] | undefined {
  const values: PerLanguage<T[K]> = {};
  for (const each of LANGUAGES) {
    const value = record.text[each]?.[key];
    if (value !== undefined) values[each] = value;
  }
  return inLanguage(values, language, record.original);
}

/** The slug a record shows in a language; undefined while it has none. */
export const slugIn = (
  record: { slug: PerLanguage<string>; original: Language },
  language: Language,
): string | undefined => inLanguage(record.slug, language, record.original);

/** A value for each language. */
export const perLanguage = <T>(make: (language: Language) => T): { [L in Language]: T } => ({
  en: make('en'),
  ko: make('ko'),
  es: make('es'),
});

/** What a request says about its language. */
export interface Spoken {
  /** In its path. */
  segment?: Language;
  /** In a parameter. */
  parameter?: Language;
  /** What the caller's program prefers. */
  accepted?: Language;
}

/** The language of a request: a parameter wins over the path, and both win over what the program prefers. */
export const spokenLanguage = ({ parameter, segment, accepted }: Spoken, standard: Language): Language =>
  parameter ?? segment ?? accepted ?? standard;
