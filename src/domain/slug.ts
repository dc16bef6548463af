import { decodeHTMLStrict } from 'entities';
import { percentDecoded } from './text.ts';

/** The longest slug, in bytes as it is shown on the wire. */
const LONGEST = 200;

/** Slugs that mean something else after the address of a post. No post has them; terms may. */
export const RESERVED_SLUGS: readonly string[] = ['feed'];

/** Letters without an accent to remove, as the reference spells them (ß is `s`: `strase`). */
const LATIN: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ƀ: 'b',
  ƒ: 'f',
  ɨ: 'i',
  ŀ: 'l',
  ŉ: 'n',
  ſ: 's',
  ǝ: 'e',
  ə: 'e',
  ª: 'a',
  º: 'o',
};

/** ASCII characters that no slug has, invisible characters, and the signs that the reference drops. Other signs stay. */
const DROPPED = /[!-,:-@[-^`{-~]|\p{C}|[¡¿«»‹›‘’‚‛“”„‟•…©®™°´ˊ£]/gu;

/**
 * The slug of a title, as it is stored: lower-case ASCII for Latin letters; letters of other scripts, emoji and symbols as they
 * are (`한국어-행사`, `i-♥-art`); words joined by `-`; at most 200 bytes as shown on the wire; `''` when nothing is left.
 * Drops tags. A slug as the wire shows it stays the same slug.
 */
export function slugify(title: string): string {
  const text = decodeBytes(title)
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&#?\w+;/g, decodeLetter);
  return shorten(clean(text), LONGEST);
}

/** A stored slug as the wire shows it: percent-encoded UTF-8 in lower case. */
export function wireSlug(slug: string): string {
  return encodeURIComponent(slug).replace(/%../g, (code) => code.toLowerCase());
}

/** The slug of a title on a date, which is kept within the 200 bytes. */
export const datedSlug = (title: string, date: string): string =>
  `${shorten(slugify(title) || 'event', LONGEST - date.length - 1)}-${date}`;

/**
 * The stored form of a slug from a path or a filter: raw or percent-encoded, in any case, composed or not.
 * Escapes that are not UTF-8 stay as they are.
 */
export function readSlug(text: string): string {
  return lower(decodeBytes(text).trim());
}

/** The slug that a sent text is stored as; `''` when nothing is left. */
export const sentSlug = (text: string): string => slugify(readSlug(text));

/** The slugs that a text from a path or a filter may mean, the likeliest first: the slug itself, and the one it is stored as. */
export const slugCandidates = (text: string): string[] =>
  // Only the slug of a record in the trash can be longer than what it would be stored as when sent.
  [...new Set([readSlug(text), sentSlug(text)])].filter((slug) => slug !== '');

/** The first of `x`, `x-2`, `x-3`… that is not taken, within 200 bytes. */
export function nextFree(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const suffix = `-${number}`;
    const candidate = shorten(slug, LONGEST - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

const decodeBytes = (text: string) => text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => percentDecoded(codes));

function decodeLetter(reference: string) {
  const character = decodeHTMLStrict(reference);
  return /^[\p{L}\p{N}]+$/u.test(character) ? character : '';
}

function clean(text: string) {
  // Marks go last: a dropped character may have stood between a letter and its mark.
  const words = text
    .normalize('NFC')
    .replace(/×/g, 'x')
    .replace(/€/g, 'e')
    .replace(/[\s./\p{Pd}\u2212]+/gu, '-')
    .replace(DROPPED, '')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/\p{Script=Latin}/gu, (letter) => LATIN[letter.toLowerCase()] ?? letter);
  return lower(words).replace(/-+/g, '-').replace(/^-|-$/g, '');
}

function lower(text: string) {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function shorten(slug: string, bytes: number) {
  // Nearly all slugs fit, and splitting one into characters is slow.
  if (encodeURIComponent(slug).length <= bytes) return slug.replace(/-$/, '');
  let size = 0;
  let end = 0;
  for (const { segment } of characters.segment(slug)) {
    size += encodeURIComponent(segment).length;
    if (size > bytes) break;
    end += segment.length;
  }
  return slug.slice(0, end).replace(/-$/, '');
}
