import { COUNTED, type Said, type Says, type Unit, WORDS, type Words } from './span-words.ts';

interface Row {
  pattern: RegExp;
  says: Says;
  numbers: readonly string[];
}

/** The patterns of a language as they are matched: none ends within a word or a number. */
function rowsOf({ numbers, units, rows }: Words): Row[] {
  const unit = Object.entries(units).map(([name, word]) => `(?<${name}>${word})`);
  const one = `(?:${unit.join('|')})`;
  const parts: Record<string, string> = {
    '@s': `${one}(?:e?s)?`,
    '@': one,
    '#': `(?<n>\\d{1,3}|${numbers.join('|')})`,
    '%': '(?<n>\\d{1,2})',
  };
  const compiled = (pattern: string) => {
    const source = pattern.replace(/@s|[@#%]/g, (sign) => parts[sign]!);
    return new RegExp(`(?:${source})(?!(?<=[a-z])[a-z]|(?<=\\d)\\d)`, 'y');
  };
  return rows.flatMap(([says, ...patterns]) =>
    patterns.map((pattern) => ({ pattern: compiled(pattern), says, numbers: numbers.map((each) => `^(?:${each})$`) })),
  );
}

const ROWS = Object.values(WORDS).flatMap(rowsOf);

/** What a match of a row says. */
function saidBy(
  { says: { by, ...says }, numbers }: Row,
  groups: Readonly<Record<string, string | undefined>> = {},
): Said {
  const { n = '1', ...units } = groups;
  const number = /\d/.test(n) ? Number(n) : numbers.findIndex((each) => new RegExp(each).test(n)) + 1;
  const unit = Object.keys(units).find((each) => units[each] !== undefined) as Unit | undefined;
  const times = Object.entries(says).map(([key, value]) => [key, typeof value === 'number' ? value * number : value]);
  return { ...Object.fromEntries(times), ...(unit && (by === undefined ? { unit } : { [unit]: by * number })) };
}

/** Adds what words say; false if the text has said something else. */
function note(said: Said, more: Said): boolean {
  const known = said as Record<string, unknown>;
  for (const [key, value] of Object.entries(more)) {
    if (known[key] !== undefined && known[key] !== value) return false;
    known[key] = value;
  }
  return true;
}

const ISO = /^(\d{4})[-/.] ?(\d{1,2})(?:[-/.] ?(\d{1,2}))?\.?$/;

const BETWEEN_WORDS = /[\s,.]*/y;

/** Most words that one end of a span has. */
const MOST_WORDS = 12;

/** What a folded text says; undefined if a word is unknown, or does not go with the others. */
export function saidIn(folded: string): Said | undefined {
  const [, year, month, date] = ISO.exec(folded) ?? [];
  if (year) return { year: Number(year), month: Number(month), ...(date && { date: Number(date) }) };
  const text = COUNTED.reduce((all, [word, counted]) => all.replaceAll(word, counted), folded);
  const said: Said = {};
  const skipped = (from: number): number => {
    BETWEEN_WORDS.lastIndex = from;
    BETWEEN_WORDS.test(text);
    return BETWEEN_WORDS.lastIndex;
  };
  for (let at = skipped(0), words = 0; at < text.length; at = skipped(at), words += 1) {
    if (words === MOST_WORDS) return undefined;
    let longest = '';
    let more: Said | undefined;
    for (const row of ROWS) {
      row.pattern.lastIndex = at;
      const match = row.pattern.exec(text);
      if (!match || match[0].length <= longest.length) continue;
      longest = match[0];
      more = saidBy(row, match.groups);
    }
    if (!more || !note(said, more)) return undefined;
    at += longest.length;
  }
  return said;
}
