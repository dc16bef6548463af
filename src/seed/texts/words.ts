import { LANGUAGES, type Language, perLanguage } from '../../rules/language.ts';

/** The same thing in the languages of the calendar. */
export type Words = Readonly<Record<Language, string>>;

/** Reads words that are written `English | Korean | Spanish`. @throws Error for a line that is not */
export function readWords(line: string): Words {
  const parts = line.split(' | ').map((part) => part.trim());
  if (parts.length !== LANGUAGES.length || parts.includes('')) throw new Error(`not three languages: ${line}`);
  const [en, ko, es] = parts as [string, string, string];
  return { en, ko, es };
}

/** Reads a list of words, one a line. */
export const wordList = (text: string): Words[] => linesOf(text).map(readWords);

/** The lines that hold something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What stands in the place of `{names}`. */
export type Slots = Readonly<Record<string, Words>>;

/** A text with its `{names}` replaced, in one language. */
export const fillIn = (pattern: Words, slots: Slots, language: Language): string =>
  pattern[language].replace(/\{(\w+)\}/g, (all, name: string) => slots[name]?.[language] ?? all);

/** The same in each language. */
export const fill = (pattern: Words, slots: Slots): Words =>
  perLanguage((language) => fillIn(pattern, slots, language));

/** What is the same in every language. */
export const same = (text: string): Words => perLanguage(() => text);
