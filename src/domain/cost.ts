import { currencyCode, signAtEnd, signAtStart } from './currencies.ts';
import { type Figure, readFigures } from './figures.ts';
import { stripTags } from './html.ts';
import { slugify } from './slug.ts';

/** The parts of a cost, as REST shows them. */
export interface CostDetails {
  /** What stands next to the number (`€`, `USD`, `from $`); `''` when nothing does, and the default is shown. */
  currencySymbol: string;
  /** ISO 4217; `''` when the symbol may mean several currencies, as `$` and `kr` do. */
  currencyCode: string;
  currencyPosition: '' | 'prefix' | 'postfix';
  /**
   * Prices in ascending order, with `.` for decimals and no thousands separators. A price in words is its slug (`donation`,
   * `자유-관람료`).
   */
  values: string[];
}

/** A cost as it is shown (`$10 – $20`, `Free`), and in parts. */
export interface Cost {
  text: string;
  details: CostDetails;
}

const DEFAULT_SYMBOL = '$';

/** A cost in any form of the wire as one text. Commas separate the items of a list. */
export const joinedCost = (value: unknown): string => words(value).join(', ');

/** The stored text of a cost in any form of the wire, without tags. */
export const costText = (value: unknown): string => stripTags(joinedCost(value));

const DEEPEST = 4;

function words(value: unknown, depth = 0): string[] {
  if (value === null || value === undefined || value === false || depth > DEEPEST) return [];
  if (value === true) return ['1'];
  if (typeof value === 'object') return Object.values(value).flatMap((part) => words(part, depth + 1));
  const text = typeof value === 'number' ? figureOf(value) : String(value).trim();
  return text === '' ? [] : [text];
}

/** A number as text that reads as the same number. A 0 follows three decimals, which would read as thousands. */
function figureOf(number: number) {
  const text = number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** The stored cost as it is shown, and in parts. */
export function readCost(stored: string): Cost {
  const text = stored.trim();
  const figures = readFigures(text);
  if (figures.length === 0) return { text, details: details(NONE, slugOf(text)) };

  const gaps = gapsOf(text, figures);
  const free = freeIn(gaps);
  const prices = [...new Map(figures.map((figure) => [Number(figure.value), figure]))].sort(([a], [b]) => a - b);
  const values = [...slugOf(free), ...prices.map(([, { value }]) => value)];
  const signs = currencyOf(signsOf(gaps));
  const currency = figures.length === 1 && free === '' ? withPhrase(signs, text, figures[0]!) : signs;
  if (currency.asWritten) return { text, details: details(currency, values) };

  const shown = prices.map(([amount, figure]) => (amount === 0 ? 'Free' : withSymbol(figure.shown, currency)));
  const [least, most] = [free || shown.at(0)!, shown.at(-1)!];
  return { text: least === most ? least : `${least} – ${most}`, details: details(currency, values) };
}

const slugOf = (text: string) => [slugify(text)].filter((slug) => slug !== '');

interface Currency {
  symbol: string;
  code: string;
  position: CostDetails['currencyPosition'];
  /** The text is not a list of prices in one currency, so it is shown as written. */
  asWritten?: boolean;
}

const NONE: Currency = { symbol: '', code: '', position: '' };

function details({ symbol, code, position }: Currency, values: string[]): CostDetails {
  return { currencySymbol: symbol, currencyCode: code, currencyPosition: position, values };
}

/** A number with the symbol of its currency. */
export function withSymbol(shown: string, { symbol, position }: Currency, space = ''): string {
  return position === 'postfix' ? shown + space + symbol : (symbol ? symbol + space : DEFAULT_SYMBOL) + shown;
}

/** The text before the first figure, between two figures, or after the last. */
export interface Gap {
  /** The sign of the figure before this text. */
  behind: string;
  /** The sign of the figure after this text. */
  ahead: string;
  /** What is left without these signs. */
  bare: string;
}

/** The texts around the figures of a text: one more than there are figures. */
export function gapsOf(text: string, figures: readonly Figure[]): Gap[] {
  const texts = [...figures, undefined].map((next, index) => text.slice(figures[index - 1]?.end ?? 0, next?.start));
  const prefixed = signAtEnd(texts[0]!) !== '';
  return texts.map((text, index) => {
    let behind = index === 0 ? '' : signAtStart(text);
    let ahead = index === figures.length ? '' : signAtEnd(text);
    if (behind.length + ahead.length > text.length) {
      // One sign between two figures belongs to the figure that it touches, otherwise to the side where the other signs are.
      const touches = [!/^\s/.test(text), !/\s$/.test(text)];
      const isAhead = touches[0] === touches[1] ? prefixed : touches[1];
      if (isAhead) behind = '';
      else ahead = '';
    }
    const bare = text.slice(behind.length, text.length - ahead.length);
    return { behind: behind.trim(), ahead: ahead.trim(), bare };
  });
}

/** The signs that a figure has, before and behind it. */
export type Signs = Pick<Gap, 'ahead' | 'behind'>;

/** The signs of each figure. */
export const signsOf = (gaps: readonly Gap[]): Signs[] =>
  gaps.slice(1).map(({ behind }, at) => ({ ahead: gaps[at]!.ahead, behind }));

/** The currency of all prices, if they agree. */
export function currencyOf(signs: readonly Signs[]): Currency {
  const symbols = signs.map(({ ahead, behind }) => ahead || behind).filter((symbol) => symbol !== '');
  if (new Set(symbols.map((symbol) => currencyCode(symbol) || symbol)).size > 1) return { ...NONE, asWritten: true };

  const [symbol = ''] = symbols;
  if (symbol === '') return NONE;
  const prefixed = signs.some(({ ahead }) => ahead === symbol);
  const code = currencyCode(signs.flatMap(({ ahead, behind }) => [ahead, behind]).join(' '));
  return { symbol, code, position: prefixed ? 'prefix' : 'postfix' };
}

/** Words around the only price belong to its symbol (`from $`). Without a sign, they are the symbol. */
function withPhrase(currency: Currency, text: string, { start, end }: Figure): Currency {
  // A comma ends what belongs to the price.
  const before = text.slice(0, start).split(',').at(-1)!.trim();
  const after = text.slice(end).split(',')[0]!.trim();
  const phrase = (before === '' || after === '') && !MENTION.test(text) ? before || after : '';
  const position = phrase === '' ? '' : before === '' ? 'postfix' : 'prefix';
  if (currency.symbol === '') return { ...NONE, symbol: phrase, position, asWritten: before !== '' || after !== '' };
  return position === currency.position ? { ...currency, symbol: phrase } : currency;
}

const FREE = ['free', 'gratis', 'gratuito', 'gratuita', 'entrada libre', '무료', '무료입장', '무료 입장'];
// Latin words match as whole words, also in the plural: freedom is not free. Korean adds endings to words.
const MENTION = new RegExp(`(?<!\\p{L})(?:${FREE.join('|')})s?(?!\\p{Script=Latin})`, 'iu');
const PARTING = /[^\p{L}\s]+|(?<!\p{L})(?:to|or|and|a|o|u|y|hasta|또는|및)(?!\p{L})/iu;

/** The word that says that one of the prices is free, as written; `''` without one. */
function freeIn(gaps: readonly Gap[]) {
  const said = gaps.flatMap(({ bare }) => bare.split(PARTING)).map((part) => part.trim());
  return said.find((part) => FREE.includes(part.toLowerCase())) ?? '';
}

/** What is shown when no cost was given. */
export const NO_COST: Cost = readCost('');
