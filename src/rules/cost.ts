import { stripTags } from './html.ts';
import { slugify, wireSlug } from './slug.ts';

/** What a cost is made of, as REST shows it. */
export interface CostDetails {
  /** What stands at the number (`€`, `USD`, `from $`); `''` when nothing does and the default is shown. */
  currencySymbol: string;
  currencyCode: string;
  currencyPosition: '' | 'prefix' | 'postfix';
  /** Prices ascending, with `.` for decimals and no thousands separators; of a price in words its slug. */
  values: string[];
}

const DEFAULT_SYMBOL = '$';

/** What is stored of a cost in any form of the wire: text without tags; `''` for nothing, `0`, `"0"` and false. */
export function costText(value: unknown): string {
  const text = stripTags(words(value).join(', '));
  return text === '0' ? '' : text;
}

/** The stored cost as it is shown (`$10 – $20`, `Free`), and in parts. */
export function readCost(text: string): { text: string; details: CostDetails } {
  const plain = text.trim();
  if (plain === '') return { text: '', details: details('', '', []) };

  const prices = readPrices(plain);
  if (prices.length === 0) {
    return {
      text: plain,
      details: details(
        '',
        '',
        [wireSlug(slugify(plain))].filter((value) => value !== ''),
      ),
    };
  }
  const values = [...new Map(prices.map((price) => [Number(price.value), price.value]))].sort(([a], [b]) => a - b);
  const { symbol, position } = currency(plain, prices);
  const parts = details(
    symbol,
    position,
    values.map(([, value]) => value),
  );
  // Prices in several currencies have no order.
  if (symbol === undefined) return { text: plain, details: parts };

  const [least, most] = [values.at(0)!, values.at(-1)!].map(([amount, value]) =>
    amount === 0 ? 'Free' : withSymbol(prices.findLast((price) => price.value === value)!.shown, symbol, position),
  ) as [string, string];
  return { text: least === most ? least : `${least} – ${most}`, details: parts };
}

const DEEPEST = 4;

function words(value: unknown, depth = 0): string[] {
  if (value === null || value === undefined || value === false || depth > DEEPEST) return [];
  if (value === true) return ['1'];
  if (typeof value === 'object') return Object.values(value).flatMap((part) => words(part, depth + 1));
  const text = String(value).trim();
  return text === '' ? [] : [text];
}

function details(symbol: string | undefined, position: CostDetails['currencyPosition'], values: string[]): CostDetails {
  return { currencySymbol: symbol ?? '', currencyCode: '', currencyPosition: position, values };
}

function withSymbol(shown: string, symbol: string, position: CostDetails['currencyPosition']): string {
  return position === 'postfix' ? shown + symbol : (symbol || DEFAULT_SYMBOL) + shown;
}

interface Price {
  /** As written: `1,000`. */
  shown: string;
  /** As a number: `1000`. */
  value: string;
  start: number;
  end: number;
}

function readPrices(text: string): Price[] {
  return [...text.matchAll(/(?<![\d.])\.?\d+(?:[.,]\d+)*(?:\.$)?/g)].flatMap(({ 0: shown, index }) =>
    amounts(shown).map(({ at, ...price }) => ({ ...price, start: index + at, end: index + at + price.shown.length })),
  );
}

/** One amount, or several when commas can only part them: `5,10,20`. */
function amounts(shown: string): { shown: string; value: string; at: number }[] {
  const separators = [...shown.slice(1).matchAll(/[.,]/g)].map(([sign]) => sign).join('');
  const last = separators.at(-1);
  const thousands = last === ',' ? '.' : ',';
  const whole = (sign: string, end: string) => new RegExp(`^\\d{1,3}(?:\\${sign}\\d{3})+${end}$`).test(shown);

  if (/^,+$/.test(separators) && (whole(',', '') || /^\d{1,3}(,\d\d)+,\d{3}$/.test(shown))) {
    return [{ shown, value: shown.replaceAll(',', ''), at: 0 }];
  }
  if (/^\.{2,}$/.test(separators) && whole('.', '')) return [{ shown, value: shown.replaceAll('.', ''), at: 0 }];
  if (separators.length > 1 && whole(thousands, `\\${last}\\d+`)) {
    return [{ shown, value: shown.replaceAll(thousands, '').replace(',', '.'), at: 0 }];
  }
  if (separators.length > 1 && !shown.endsWith('.')) {
    let at = 0;
    return shown.split(',').flatMap((part) => {
      const price = { shown: part, value: part, at };
      at += part.length + 1;
      return [price];
    });
  }
  return [{ shown, value: shown.replace(',', '.'), at: 0 }];
}

interface Currency {
  /** Undefined for several that differ. */
  symbol: string | undefined;
  position: CostDetails['currencyPosition'];
}

const SIGN = String.raw`(?:[A-Z]{0,3}\p{Sc}|(?<![\p{L}])(?:[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|元|円|원)(?![\p{L}])|[元円원])`;
const SIGN_BEFORE = new RegExp(`${SIGN}\\s*$`, 'u');
const SIGN_AFTER = new RegExp(`^\\s*${SIGN}`, 'u');

function currency(text: string, prices: Price[]): Currency {
  const [only, ...others] = prices as [Price, ...Price[]];
  if (others.length === 0) return aroundOne(text, only);

  const found = prices.map((price, index) => {
    const before = SIGN_BEFORE.exec(text.slice(prices[index - 1]?.end ?? 0, price.start));
    const after = SIGN_AFTER.exec(text.slice(price.end, prices[index + 1]?.start));
    return { before: before?.[0].trim(), after: after?.[0].trim() };
  });
  const agree = (side: 'before' | 'after') => new Set(found.map((signs) => signs[side]).filter((sign) => sign));
  // A sign between two prices belongs to the one on the side where the others have theirs.
  const position = found[0]!.before ? 'prefix' : 'postfix';
  const symbols = agree(position === 'prefix' ? 'before' : 'after');
  if (symbols.size > 1) return { symbol: undefined, position: '' };
  const symbol = [...symbols][0] ?? [...agree('before')][0] ?? '';
  if (symbol === '' || symbol === DEFAULT_SYMBOL) return { symbol: '', position: '' };
  return { symbol, position: symbols.size === 1 ? position : 'prefix' };
}

function aroundOne(text: string, price: Price): Currency {
  // A comma ends what belongs to the price.
  const before = text.slice(0, price.start).split(',').at(-1)!.trim();
  const after = text.slice(price.end).split(',')[0]!.trim();
  const postfix = before === '' || (!SIGN_BEFORE.test(before) && SIGN_AFTER.test(after));
  if (postfix && after !== '')
    return { symbol: before === '' ? after : SIGN_AFTER.exec(after)![0], position: 'postfix' };
  if (before === '' || (after !== '' && !SIGN_BEFORE.test(before))) return { symbol: '', position: '' };
  return { symbol: after === '' ? before : SIGN_BEFORE.exec(before)![0], position: 'prefix' };
}
