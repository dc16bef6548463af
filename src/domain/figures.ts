/** A number in a text. */
export interface Figure {
  /** As written: `1,000`. */
  shown: string;
  /** Without thousands separators, with a decimal point: `1000`. */
  value: string;
  /** Where it stands. */
  start: number;
  end: number;
}

const SPACED = String.raw`\d{1,3}(?:[\s'’]\d{3})+(?!\d)(?:[.,]\d+)?`;
const PLAIN = String.raw`\.?\d+(?:[.,]\d+)*`;
const FIGURES = new RegExp(String.raw`(?<![\d.])(?:${SPACED}|${PLAIN}(?:\.$)?)`, 'g');

/** The numbers in a text, with thousands and decimals in either convention: `1,000.50`, `1.000,50`, `1 000,50`, `1,00,000`. */
export function readFigures(text: string): Figure[] {
  return [...text.matchAll(FIGURES)].flatMap(({ 0: shown, index }) => parts(shown, index));
}

// The thousands, then the decimals. In India commas separate pairs of digits, except for the last three digits.
const GROUPED = [
  /^([1-9]\d{0,2}(?:,\d{3})+)(\.\d*)?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(,\d+|\.)?$/,
  /^([1-9]\d?(?:,\d\d)+,\d{3})(\.\d*)?$/,
  /^(\d{1,3}(?:[\s'’]\d{3})+)([.,]\d+)?$/,
];

/** One number, or several when commas and points can only separate numbers: `5,10,20`. */
function parts(shown: string, start: number): Figure[] {
  const one = (value: string): Figure[] => [{ shown, value, start, end: start + shown.length }];
  const [, whole, decimals = ''] = GROUPED.map((pattern) => pattern.exec(shown)).find(Boolean) ?? [];
  if (whole) return one(whole.replace(/\D/g, '') + decimals.replace(',', '.'));
  if (/^\d*[.,]?\d*$/.test(shown)) return one(shown.replace(',', '.'));
  const separator = shown.includes(',') ? ',' : '.';
  let at = start;
  return shown.split(separator).flatMap((part) => {
    const begin = at;
    at += part.length + separator.length;
    return part === '' ? [] : parts(part, begin);
  });
}
