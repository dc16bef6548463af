import type { Language } from './language.ts';
import { MESSAGE_WORDS, TRANSLATIONS } from './translations.ts';

/** A message in English, which is the key of its translations. Its values stand at `{0}`, `{1}`, … */
export type Pattern = keyof typeof TRANSLATIONS;

type WithPlaces = Extract<Pattern, `${string}{0}${string}`>;

/** A text as it is, a number as the language writes it, a field by its key, which each API names, or a word of ours. */
type Value = string | number | { field: string } | { word: string };

/** The values that a pattern asks for. */
export type ValuesOf<P extends Pattern> = P extends WithPlaces ? [Value, ...Value[]] : [];

/** A message with values. As a text and in JSON it is English. */
class Filled {
  readonly toJSON = this.toString;
  constructor(
    readonly pattern: Pattern,
    readonly values: readonly Value[],
  ) {}
  toString() {
    return messageIn(this, 'en');
  }
}

/**
 * A sentence for people, written in English where it is thrown; without a translation, that is an error of type. Only what writes an
 * answer translates it.
 */
export type Message = Exclude<Pattern, WithPlaces> | Filled;

export const message = <P extends Pattern>(pattern: P, ...values: ValuesOf<P>): Message => new Filled(pattern, values);

/** A message in a language. `nameOf` gives the names of fields. */
export function messageIn(said: Message, language: Language, nameOf = (key: string) => key): string {
  const { pattern, values } = said instanceof Filled ? said : { pattern: said, values: [] };
  const shown = (value: Value) => {
    if (typeof value !== 'object') return typeof value === 'string' ? value : value.toLocaleString(language);
    if ('field' in value) return nameOf(value.field);
    return (language === 'en' ? undefined : MESSAGE_WORDS[value.word]?.[language]) ?? value.word;
  };
  const translated = language === 'en' ? pattern : TRANSLATIONS[pattern][language];
  return translated.replace(/\{(\d)\}/g, (_, place: string) => shown(values[Number(place)]!));
}
