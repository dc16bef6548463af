/**
 * Signs and words that mean one currency, by its ISO 4217 code: from Unicode CLDR the standard symbol in English and the local
 * symbol, and the names in English, Korean and Spanish that people write next to a price.
 */
const SIGNS: Readonly<Record<string, string>> = {
  AMD: '֏',
  AUD: 'A$',
  AZN: '₼',
  BDT: '৳',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥ yuan yuanes 위안',
  CRC: '₡',
  CZK: 'Kč',
  EUR: '€ euro euros 유로',
  GBP: '£',
  GEL: '₾',
  HKD: 'HK$',
  HUF: 'Ft',
  ILS: '₪',
  INR: '₹',
  JPY: 'JP¥ yen yenes 円 엔',
  KHR: '៛',
  KRW: '₩ won wons 원',
  KZT: '₸',
  LAK: '₭',
  MNT: '₮',
  MXN: 'MX$',
  NGN: '₦',
  NZD: 'NZ$',
  PEN: 'S/',
  PHP: '₱',
  PLN: 'zł',
  PYG: '₲',
  RUB: '₽',
  THB: '฿',
  TRY: '₺',
  TWD: 'NT$',
  UAH: '₴',
  USD: 'US$',
  VND: '₫',
};

/** Words that several currencies share, like signs such as `$` and `¥`. They are kept as signs, and none has a code. */
const SHARED = 'kr kr. lei dollar dollars dólar dólares peso pesos pound pounds libra libras 元 달러 페소 파운드';

const codes: ReadonlyMap<string, string> = new Map([
  ...Intl.supportedValuesOf('currency').map((code) => [code, code] as const),
  ...Object.entries(SIGNS).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code] as const)),
]);

const words = [...codes.keys(), ...SHARED.split(' ')].filter((word) => !/\p{Sc}/u.test(word));
const anyOf = (some: readonly string[]) =>
  [...some]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[./]/g, '\\$&'))
    .join('|');
const capital = (word: string) => word.replace(/^./u, (first) => first.toUpperCase());

const isLatin = (word: string) => /^\p{Script=Latin}/u.test(word);
const latin = words.filter(isLatin).flatMap((word) => [...new Set([word, capital(word)])]);
const SIGN = String.raw`(?:(?:(?<!\p{L})[A-Z]{1,3})?\p{Sc}|(?<!\p{L})(?:${anyOf(latin)})(?!\p{L}))`;
// Chinese characters and Hangul have no gaps between words, so the end of a word before a figure is not a currency.
const SIGN_BEHIND = `(?:${SIGN}|${anyOf(words.filter((word) => !isLatin(word)))})`;

const BEFORE = new RegExp(String.raw`${SIGN}(?:\s*${SIGN})*\s*$`, 'u');
const BEHIND = new RegExp(String.raw`^\s*${SIGN_BEHIND}`, 'u');
const EACH = new RegExp(SIGN_BEHIND, 'gu');

/** The signs of currencies (`€`, `US$`, `EUR`, `USD $`) at the end of a text, with the white space around them; `''` for none. */
export const signAtEnd = (text: string): string => BEFORE.exec(text)?.[0] ?? '';

/** The sign at the beginning of a text, likewise. */
export const signAtStart = (text: string): string => BEHIND.exec(text)?.[0] ?? '';

/** The code of the one currency that these signs mean; `''` when they mean several, or could mean several. */
export function currencyCode(signs: string): string {
  const one = codes.get(signs);
  if (one !== undefined) return one;
  const matches = [...signs.matchAll(EACH)].map(([sign]) => codes.get(sign) ?? codes.get(sign.toLowerCase()) ?? '');
  const distinct = new Set(matches.filter((code) => code !== ''));
  return distinct.size === 1 ? [...distinct][0]! : '';
}
