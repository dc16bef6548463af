import { readTime } from '../../domain/time.ts';

/** A date format in PHP letters: `m/d/Y`, `d.m.Y`, `Y-m-d`. */
export interface DateForm {
  /** The date as `YYYY-MM-DD`; undefined if the text has another format or is not a real day. */
  read(text: string): string | undefined;
}

const PARTS: Readonly<Record<string, string>> = {
  Y: '(?<year>\\d{4}|\\d{2})',
  y: '(?<year>\\d{2})',
  m: '(?<month>\\d{1,2})',
  n: '(?<month>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  j: '(?<day>\\d{1,2})',
};

/** Parses a format. Undefined unless it has a year, a month and a day, once each. */
export function dateForm(said: string): DateForm | undefined {
  const letters = said.replace(/[^a-z]/gi, '');
  const named = [...letters].map((letter) => ({ Y: 'y', y: 'y', m: 'm', n: 'm', d: 'd', j: 'd' })[letter]);
  if (letters.length !== 3 || ['y', 'm', 'd'].some((part) => !named.includes(part))) return undefined;
  // The order of the parts is what a format is needed for: a file may mix their separators.
  const pattern = [...said].map((letter) => PARTS[letter] ?? (/[-/.]/.test(letter) ? '[-/.]' : `\\${letter}`)).join('');
  return { read: reading(new RegExp(`^${pattern}$`)) };
}

/** Year first, which is unambiguous. */
const ISO_FORM: DateForm = { read: reading(/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/) };

function reading(pattern: RegExp): DateForm['read'] {
  return (text) => {
    const { year, month, day } = pattern.exec(text.trim())?.groups ?? {};
    if (!year || !month || !day) return undefined;
    const date = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const at = new Date(`${date}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
  };
}

/** Two-digit years are read as in PHP. */
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`);

/** The usual orders of three numbers. A year of two digits may also come first. */
const NUMERIC_FORMS = ['m/d/Y', 'd/m/Y', 'y/m/d'].map((form) => dateForm(form)!);

/** Dots, and dashes before a year of four digits: the day stands first, wherever people write so. */
const DAY_FIRST = dateForm('d.m.Y')!;

/** A day in words, `October 3 2027` or `25-Jun-27`, as REST takes dates. */
function dayInWords(text: string) {
  const read = /\p{L}/u.test(text) ? readTime(text, 'UTC', 0) : undefined;
  return read && !read.relative && !read.hasTime && !read.stated ? read.wall.slice(0, 10) : undefined;
}

/** The day of a date in a form that has one meaning everywhere. */
export function plainDay(text: string): string | undefined {
  const isDayFirst = /^\d{1,2}(?:\.\d{1,2}\.\d+|-\d{1,2}-\d{4})$/.test(text.trim());
  return ISO_FORM.read(text) ?? (isDayFirst ? DAY_FIRST.read(text) : undefined) ?? dayInWords(text);
}

/** The days that a date of an unknown form may mean: none if it is no real day in any order. */
export function daysIn(text: string): ReadonlySet<string> {
  const day = plainDay(text);
  if (day !== undefined) return new Set([day]);
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.test(text.trim()) ? text : '';
  return new Set(NUMERIC_FORMS.map(({ read }) => read(numbers)).filter((each) => each !== undefined));
}

/** Longer cells hold no date or time. */
const LONGEST = 100;

const HALF_DAY = '오전|오후';
const MOMENT = new RegExp(`^(.*?\\S)(?:T|\\s+)((?:${HALF_DAY}|\\d{1,2}:\\d\\d|\\d{1,2}\\s*[ap]\\.?\\s*m\\b).*)$`, 'iu');

/** The day and the time in a cell that has both; the time is empty if it has only a day. */
export function momentIn(cell: string): { day: string; time: string } {
  const [, day = cell, time = ''] = (cell.length <= LONGEST && MOMENT.exec(cell)) || [];
  return { day, time };
}

/** A time with am or pm as English writes it: `오후 7:00` and `7:00 p. m.` are `7:00 pm`, and `19:00 PM` is `19:00`. */
export function clockIn(cell: string): string {
  if (cell.length > LONGEST) return cell;
  const [, half, bare = cell] = new RegExp(`^(${HALF_DAY})\\s*(.+)$`, 'u').exec(cell) ?? [];
  return (half ? `${bare} ${half === '오전' ? 'am' : 'pm'}` : bare)
    .replace(/\s*([ap])\.?\s*m\.?$/i, ' $1m')
    .replace(/^((?:1[3-9]|2[0-3]):[\d:]+) pm$|^(00:[\d:]+) am$/i, '$1$2');
}
