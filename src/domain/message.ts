import type { Language } from './language.ts';
import { TRANSLATIONS, WORDS } from './translations.ts';

type Pattern = keyof typeof TRANSLATIONS;

/** A pattern with a place for a value: `{0}`, `{1}`, … */
type WithPlaces = Extract<Pattern, `${string}{0}${string}`>;

/**
 * A value in a message: a text as it is, a number as the language writes it, a field by its key, for which each API puts its own name,
 * or a word of ours.
 */
export type Inserted = string | number | { field: string } | { word: string };

/** A message with values in it. As a text and in JSON it is English. */
class Filled {
  constructor(
    readonly pattern: WithPlaces,
    readonly values: readonly Inserted[],
  ) {}
  toString(): string {
    return messageIn(this, 'en');
  }
  toJSON(): string {
    return this.toString();
  }
}

/**
 * A sentence for people, written in English where it is thrown. The English is the key of its translations, so a sentence without any is
 * an error of type. What writes an answer translates it, and nothing else does.
 */
export type Message = Exclude<Pattern, WithPlaces> | Filled;

/** A message with values. */
export const message = (pattern: WithPlaces, ...values: readonly Inserted[]): Message => new Filled(pattern, values);

/** A message in a language. `nameOf` gives the names of fields. */
export function messageIn(said: Message, language: Language, nameOf = (key: string): string => key): string {
  const translated = (pattern: Pattern): string => (language === 'en' ? pattern : TRANSLATIONS[pattern][language]);
  if (!(said instanceof Filled)) return translated(said);
  const shown = (value: Inserted): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return value.toLocaleString(language);
    if ('field' in value) return nameOf(value.field);
    return (language === 'en' ? undefined : WORDS[value.word]?.[language]) ?? value.word;
  };
  return translated(said.pattern).replace(/\{(\d)\}/g, (_, place: string) => shown(said.values[Number(place)]!));
}
