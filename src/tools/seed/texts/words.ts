import { LANGUAGES, type Language, perLanguage } from '../../../domain/language.ts';

/** A text in each language of the calendar. */
export type Words = Readonly<Record<Language, string>>;

/** Parses `English | Korean | Spanish`. @throws Error for any other line */
export function readWords(line: string): Words {
  const parts = line.split(' | ').map((part) => part.trim());
  if (parts.length !== LANGUAGES.length || parts.includes('')) throw new Error(`not three languages: ${line}`);
  const [en, ko, es] = parts as [string, string, string];
  return { en, ko, es };
}

/** Parses a list of words, one per line. */
export const wordList = (text: string): Words[] => linesOf(text).map(readWords);

/** The lines that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Values for `{names}`. */
export type Slots = Readonly<Record<string, Words>>;

/** Replaces the `{names}` of a text, in one language. */
export const fillIn = (pattern: Words, slots: Slots, language: Language): string =>
  pattern[language].replace(/\{(\w+)\}/g, (all, name: string) => slots[name]?.[language] ?? all);

/** Replaces them in each language. */
export const fill = (pattern: Words, slots: Slots): Words =>
  perLanguage((language) => fillIn(pattern, slots, language));

/** Words that are the same in every language. */
export const same = (text: string): Words => perLanguage(() => text);
