/**
 * Signs and words that mean one currency, by its code of ISO 4217: of Unicode CLDR the standard symbol in English and the
 * symbol at home, and its names in English, Korean and Spanish as people write them at a price.
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

/** Words that several currencies share, besides signs such as `$` and `¥`: kept as a sign, and none has a code. */
const SHARED = 'kr kr. lei dollar dollars dólar dólares peso pesos pound pounds libra libras 元 달러 페소 파운드';

const codes: ReadonlyMap<string, string> = new Map([
  ...Intl.supportedValuesOf('currency').map((code) => [code, code] as const),
  ...Object.entries(SIGNS).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code] as const)),
]);

const words = [...codes.keys(), ...SHARED.split(' ')].filter((word) => !/\p{Sc}/u.test(word));
const anyOf = (some: readonly string[]): string =>
  [...some]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[./]/g, '\\$&'))
    .join('|');
const capital = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase());

const isLatin = (word: string): boolean => /^\p{Script=Latin}/u.test(word);
const latin = words.filter(isLatin).flatMap((word) => [...new Set([word, capital(word)])]);
const SIGN = String.raw`(?:(?:(?<!\p{L})[A-Z]{1,3})?\p{Sc}|(?<!\p{L})(?:${anyOf(latin)})(?!\p{L}))`;
// In Chinese characters and Hangul there are no gaps between words: what ends a word before a figure is no currency.
const SIGN_BEHIND = `(?:${SIGN}|${anyOf(words.filter((word) => !isLatin(word)))})`;

const BEFORE = new RegExp(String.raw`${SIGN}(?:\s*${SIGN})*\s*$`, 'u');
const BEHIND = new RegExp(String.raw`^\s*${SIGN_BEHIND}`, 'u');
const EACH = new RegExp(SIGN_BEHIND, 'gu');

/** The signs of currencies (`€`, `US$`, `EUR`, `USD $`) at the end of a text, with the white space around them; `''` for none. */
export const signAtEnd = (text: string): string => BEFORE.exec(text)?.[0] ?? '';

/** The sign at the beginning of a text, likewise. */
export const signAtStart = (text: string): string => BEHIND.exec(text)?.[0] ?? '';

/** The code of the one currency that these signs mean; `''` when they may mean several, or do mean several. */
export function currencyCode(signs: string): string {
  const meant = [...signs.matchAll(EACH)].map(([sign]) => codes.get(sign) ?? codes.get(sign.toLowerCase()) ?? '');
  const known = new Set(meant.filter((code) => code !== ''));
  return known.size === 1 ? [...known][0]! : '';
}
