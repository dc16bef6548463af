import { formatAddress } from 'localized-address-format';
import { LANGUAGES } from './language.ts';
import { once } from './once-for.ts';

/** The parts of an address. Each may be empty. */
export interface Address {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  /** Its name in one of our languages, or its code. */
  country: string;
}

/** Names of countries that the Unicode data lack, in lower case, by their codes. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  US: ['usa', 'u.s.a.', 'u.s.', 'ee. uu.', 'eeuu'],
  GB: ['uk', 'great britain', 'england', 'scotland', 'wales'],
  KR: ['korea', 'republic of korea', '대한민국', '한국', 'corea'],
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The codes of countries, by their names in our languages. */
const codes = once(() => {
  const found = new Map<string, string>();
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }));
  // A withdrawn code has the name of its successor.
  const current = (code: string) => new Intl.Locale(`und-${code}`).region === code;
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(current))
    for (const name of names.map((each) => each.of(code))) if (name) found.set(name.toLowerCase(), code);
  for (const [code, others] of Object.entries(ALSO)) for (const name of others) found.set(name, code);
  return found;
});

/** The ISO 3166-1 code for a country's name in one of our languages, or for a code; undefined for any other text. */
export function countryCode(country: string): string | undefined {
  const name = country.trim().toLowerCase();
  const code = codes().get(name);
  return code ?? ([...codes().values()].includes(name.toUpperCase()) ? name.toUpperCase() : undefined);
}

/**
 * The lines of an address as its country writes them, the country last. Some countries write addresses differently in their own
 * script and in Latin letters: there the script of the address decides. Parts that the country's custom has no place for stand
 * before the country.
 */
export function addressLines({ street, city, region, postalCode, country }: Address): string[] {
  const code = countryCode(country);
  const local = /\p{Script=Hangul}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(street + city);
  const lines = formatAddress(
    {
      ...(code ? { postalCountry: code } : {}),
      // A city that is its own region appears once.
      administrativeArea: region === city ? '' : region,
      locality: city,
      postalCode,
      addressLines: street === '' ? [] : [street],
    },
    local ? 'local' : 'latin',
  );
  const text = lines.join('\n');
  const left = [postalCode, city, region].filter((part) => !text.includes(part)).join(' ');
  return [...lines, left, country].map((line) => line.trim()).filter((line) => line !== '');
}

/** A place in one line: its name and its address. */
export const placeLine = (name: string, address: Address): string =>
  [name, ...addressLines(address)].filter(Boolean).join(', ');
