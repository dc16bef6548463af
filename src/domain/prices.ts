import { currencyOf, type Gap, gapsOf, type Signs, signsOf, withSymbol } from './cost.ts';
import { currencyCode } from './currencies.ts';
import { readFigures } from './figures.ts';
import { onceFor } from './once-for.ts';

/** A price that programs can calculate with. */
export interface Price {
  amount: number;
  /** ISO 4217; `''` when it is not clear. */
  currencyCode: string;
}

/** What a cost says. */
interface Said {
  /** As its author wrote it; a range (`$10 – $20`) or `Free` where it is nothing but prices. */
  text: string;
  /** Ascending, each once. None where it is in doubt whether the numbers are prices. */
  prices: readonly Price[];
  /** Whether there is nothing to pay, for anybody. */
  isFree: boolean;
}

const FREE = new RegExp(
  `^(?:${[
    'free(?: (?:entry|entrance|admission|of charge))?|(?:entry|entrance|admission)(?: is)? free|no charge',
    'gratis|gratuit[oa]|(?:entrada|acceso) (?:libre|gratis|gratuit[oa])',
    'frei|kostenlos|kostenfrei|eintritt (?:ist )?(?:frei|kostenlos)|freier eintritt',
    'gratuite?|entrée (?:libre|gratuite)',
    '(?:(?:전석|입장료?|관람료?) ?)?무료(?: ?(?:입장|관람))?',
    '(?:入場|観覧|参加費?) ?無料|無料',
  ].join('|')})[.!]*$`,
  'iu',
);

const anyOf = (words: string) => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`;
const [TO, OR] = [anyOf('to|bis|a|hasta|à'), anyOf('or|and|oder|und|o|u|y|ou|et|또는|및|または')];
const DASH = '[-–—~〜～]';
const isDash = new RegExp(DASH);
const JOINED = new RegExp(`${TO}|${OR}`, 'iu');
/** What parts prices. */
const PARTING = new RegExp(`${DASH}|[,;/|&]|${TO}|${OR}`, 'iu');
/** What stands between two numbers with one sign, in any text: `10-20 €`. */
const BETWEEN = new RegExp(String.raw`^(?:${DASH}|\s*(?:[~〜～]|${TO})\s*)$`, 'iu');
/** What may do so, unless a word stands on the other side of the number without a sign: `Room 2 - 10 €`, `€5 / 2 hours`. */
const PERHAPS = new RegExp(String.raw`^\s*(?:${DASH}|/|${OR})\s*$`, 'iu');

/** A day, or a telephone number. */
const NO_PRICE = /(?<!\d)\d{1,4}([-./])\d{1,2}\1\d{1,4}(?!\d)|(?<![\d.,])0\d/;
/** Words around an amount that is taken off a price, or is only a part of one (`$10k`). */
const OFF =
  /^\s*(?:(?:off|discount|de descuento|rabatt|de (?:réduction|remise)|k|m|mil|mio|million(?:s|es|en)?)(?!\p{L})|할인(?!가)|割引(?!価)|引き)/iu;
const SAVED = /(?<!\p{L})(?:save|discount(?: of)?|descuento de|rabatt(?: von)?|(?:réduction|remise) de)[:\s]*$/iu;

/** Letters that make one word of the two numbers that they touch: `1e3`, but not `2x15`. */
const ONE_WORD = /^(?!x$)\p{Script=Latin}+$/iu;

/** Ten thousands and thousands of Korean, Chinese and Japanese, and the dash in place of cents: `1만 5천원`, `10,- €`. */
const ROUND =
  /(\d+(?:\.\d+)?)\s?[만万](?:\s?(\d)\s?[천千])?(?:\s?(\d,?\d{3}|\d{1,3})(?![\d.,]))?|(\d)\s?[천千]|(?<=\d)[.,][-–—]{1,2}(?![-–—\d])/gu;

const inFigures = (text: string) =>
  text.replace(ROUND, (_, tens = 0, thousands = 0, ones = '', alone = 0) => {
    const units = Number(ones.replace(',', ''));
    return String(Math.round(tens * 10_000) + (Number(thousands) + Number(alone)) * 1_000 + units || '');
  });

const NOTHING: Said = { text: '', prices: [], isFree: false };

const read = onceFor(({ raw }: { raw: string }) => readPrices(raw));

/** What the stored cost of an event says. It is read once. */
export const priceOf = (cost: { raw: string } | undefined): Said => (cost ? read(cost, '') : NOTHING);

/** What filters and orders know of a cost: its lowest price, and the one currency of all. */
export function searchedPrice(cost: { raw: string } | undefined): {
  lowestPrice: number | undefined;
  priceCurrency: string | undefined;
} {
  const { prices } = priceOf(cost);
  const [code, other] = [...new Set(prices.map(({ currencyCode }) => currencyCode))];
  return { lowestPrice: prices[0]?.amount, priceCurrency: other === undefined && code ? code : undefined };
}

/**
 * Reads a cost as it was sent. A number is a price beside the sign of a currency, or where the text is nothing but prices. So ages,
 * counts, percents, dates and times are none.
 */
export function readPrices(raw: string): Said {
  const written = raw.trim();
  if (FREE.test(written)) return { text: written, prices: [{ amount: 0, currencyCode: '' }], isFree: true };

  const text = inFigures(written);
  const figures = readFigures(text);
  const gaps = gapsOf(text, figures);
  const signs = signsOf(gaps);
  const free = figures.length > 0 && !isNoPrice(text, signs) ? freeWords(gaps, signs) : undefined;
  const found = free ? [...figures.keys()] : priced(gaps, signs);
  const currency = currencyOf(found.map((at) => signs[at]!));
  const all = found.map((at) => ({
    amount: Number(figures[at]!.value),
    currencyCode: currency.asWritten ? currencyCode(signs[at]!.ahead || signs[at]!.behind) : currency.code,
    figure: figures[at]!,
  }));
  const ascending = [...new Map(all.map((price) => [price.amount, price])).values()].sort(
    (a, b) => a.amount - b.amount,
  );
  const prices = ascending.map(({ amount, currencyCode }) => ({ amount, currencyCode }));
  if (free?.length && prices[0]?.amount !== 0) prices.unshift({ amount: 0, currencyCode: currency.code });

  const isShaped = free && text === written && !currency.asWritten && !gaps.some(({ bare }) => JOINED.test(bare));
  const said = { text: written, prices, isFree: free !== undefined && prices.at(-1)?.amount === 0 };
  if (!isShaped || signs.some(({ ahead, behind }) => ahead && behind)) return said;
  const signed = figures[signs.findIndex(isSigned)];
  const space = signed && /\s/.test(text[currency.position === 'postfix' ? signed.end : signed.start - 1]!) ? ' ' : '';
  const isAlone = figures.length === 1 && free.length === 0 && currency.symbol !== '';
  const shown = ascending.map(({ amount, figure }) =>
    amount === 0 ? 'Free' : isAlone ? written : withSymbol(figure.shown, currency, space),
  );
  const [least, most] = [free[0] ?? shown[0]!, shown.at(-1)!];
  return { ...said, text: least === most ? least : `${least} – ${most}` };
}

const isSigned = ({ ahead, behind }: Signs) => ahead !== '' || behind !== '';

const isNoPrice = (text: string, signs: readonly Signs[]) => !signs.some(isSigned) && NO_PRICE.test(text);

/** The words for free between prices; undefined where the text is more than prices. */
function freeWords(gaps: readonly Gap[], signs: readonly Signs[]) {
  const free: string[] = [];
  for (const [at, { bare }] of gaps.entries()) {
    const parts = bare.split(PARTING).map((part) => part.trim());
    const words = parts.filter((part) => part !== '');
    const isEnd = at === 0 || at === gaps.length - 1;
    const isParted = isEnd
      ? bare.trim() === ''
      : parts.length > 1 || [at - 1, at].every((next) => isSigned(signs[next]!));
    if (words.length > 0 ? !words.every((word) => FREE.test(word)) : !isParted) return undefined;
    free.push(...words);
  }
  return free;
}

/** The numbers that are prices in a text with other words, by their places; none where it is in doubt. */
function priced(gaps: readonly Gap[], signs: readonly Signs[]) {
  const isWord = (gap: Gap) => !isSigned(gap) && ONE_WORD.test(gap.bare) && !PARTING.test(gap.bare);
  const isOff = (at: number) =>
    OFF.test(gaps[at + 1]!.bare) ||
    SAVED.test(gaps[at]!.bare) ||
    gaps
      .slice(1, -1)
      .slice(Math.max(0, at - 1), at + 1)
      .some(isWord);
  const found = new Set([...signs.keys()].filter((at) => isSigned(signs[at]!) && !isOff(at)));
  /** Whether a number without a sign has that of the number before it (-1) or behind it (1); undefined if that is in doubt. */
  function shares(at: number, side: -1 | 1) {
    const sign = side === 1 ? 'behind' : 'ahead';
    const [link, other] = side === 1 ? [gaps[at + 1]!, gaps[at]!] : [gaps[at]!, gaps[at + 1]!];
    const next = at + side;
    if (found.has(at) || !found.has(next) || (isSigned(signs[next]!) && signs[next]![sign] === '')) return false;
    if (BETWEEN.test(link.bare)) return true;
    if (!PERHAPS.test(link.bare)) return false;
    const hasWord = (side === 1 ? /\p{L}\s*$/u : /^\s*\p{L}/u).test(other.bare);
    if (hasWord && side === -1 && !isDash.test(link.bare)) return false;
    return hasWord ? undefined : true;
  }
  const places = [...signs.keys()];
  for (const [order, side] of [
    [places.toReversed(), 1],
    [places, -1],
  ] as const)
    for (const at of order) {
      const isShared = shares(at, side);
      if (isShared === undefined) return [];
      if (isShared) found.add(at);
    }
  return [...found];
}
