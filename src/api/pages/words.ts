import type { Language } from '../../domain/language.ts';
import { EN, type Words } from './words/en.ts';
import { ES } from './words/es.ts';
import { KO } from './words/ko.ts';

/** The words of the pages themselves in each language, as opposed to those of records. */
export const WORDS: Readonly<Record<Language, Words>> = { en: EN, ko: KO, es: ES };

/** Fills in the `{names}` of a text. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
