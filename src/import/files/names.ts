import type { Language } from '../../domain/language.ts';
import { lowerCase } from '../../domain/text.ts';
import { KINDS } from '../../kinds/kinds.ts';
import type { Item } from '../item.ts';

/** A name or an address as it is compared: without case, and with one blank in place of blanks and punctuation. */
export const plainName = (text: string): string =>
  lowerCase(text)
    .replace(/[\s\p{P}|`´]+/gu, ' ')
    .trim() || lowerCase(text.trim());

/** The reference to a record of which a file has only the name. */
export const nameRef = (name: string): string => `name:${lowerCase(name.trim())}`;

/** A record that an event refers to by name: an existing one, or a new one. */
export const namedItem = (list: string, name: string, language: Language): Item => ({
  kind: KINDS.find(({ plural }) => plural === list)!.name,
  ref: nameRef(name),
  said: [{ language, values: { name } }],
  byName: 'mentioned',
});
