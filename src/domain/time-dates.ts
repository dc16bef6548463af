import { type Form, form, once, type Said } from './time-said.ts';
import { isZone } from './zones.ts';

const FIRST_HALF = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?';
const SECOND_HALF = 'july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const MONTH = `(${FIRST_HALF}|${SECOND_HALF})`;
const ROMAN = '(i{1,3}|i[vx]|vi{0,3}|xi{0,2})';
const M = '(1[0-2]|0?\\d)';
const D = '(3[01]|[0-2]?\\d)(?:st|nd|rd|th)?';
const Y = '(\\d{1,4})';
const GAP = '[ .-]*';
const AM_PM = '([ap])\\.?m\\.?';
const H = '(2[0-4]|[01]?\\d)';
/** Follows a number that must not be an hour. */
const NO_HOUR = '(?![:.]\\d| ?[ap]\\.?m)';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const monthOf = (name: string) =>
  1 + Math.max(MONTHS.indexOf(name.slice(0, 3).toLowerCase()), ROMANS.indexOf(name.toLowerCase()));

/** Years of one or two digits lie from 1970 to 2069. */
function yearOf(digits: string) {
  const year = Number(digits);
  return digits.length > 3 || year > 99 ? year : year + (year < 70 ? 2000 : 1900);
}

function date(said: Said, year: string | undefined, month: number, day?: number) {
  const its = year === undefined ? {} : { year: yearOf(year) };
  return said.fromToday === undefined && once(said, 'date', { ...its, month, ...(day === undefined ? {} : { day }) });
}

const numeric = (said: Said, year: string | undefined, month = '1', day = '1') =>
  date(said, year, Number(month), Number(day));

/** Week 1 of a year is the one with 4 January. */
function weekDate(said: Said, year: string, week: string, day = '1') {
  const fourth = new Date(0);
  fourth.setUTCFullYear(Number(year), 0, 4);
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
  return date(said, year, 1, monday + (Number(week) - 1) * 7 + Number(day) - 1);
}

const time = (said: Said, hour: number, minute = '0', second = '0') =>
  once(said, 'time', [hour, Number(minute), Number(second)]);

const hourOf = (hour: string, half: string | undefined) =>
  half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);

/** Four or six digits are a time after a `t` or after a date with its year. */
const digits = (said: Said, mark: string, hour: string, minute: string, second?: string) =>
  mark !== '' || said.date?.year !== undefined
    ? time(said, Number(hour), minute, second)
    : second === undefined && lateYear(said, hour + minute);

/** Four digits are the year after a date without one and its time. */
function lateYear({ date, time }: Said, year: string) {
  if (!date || !time || date.year !== undefined) return false;
  date.year = Number(year);
  return true;
}

/** A name after an offset, which says no more than the offset: an IANA name, or the long name that JavaScript's Date writes. */
const NAMED = '(?: ?\\[([a-z][\\w/+-]*)\\]| ?\\([^)]*\\))?';

const offsetZone = (said: Said, offset: string, name: string | undefined) =>
  (name === undefined || isZone(name)) && zone(said, offset);

const zone = (said: Said, name: string) => isZone(name) && once(said, 'zone', name);

/** The forms of dates, times and zones of PHP's strtotime and of ISO 8601. */
export const DATE_FORMS: readonly Form[] = [
  // A clock shows this while another is still in the last hours of the year 9999.
  form('(10000)-(01)-(0[12])', numeric),
  form('(\\d{4})(0\\d|1[0-2])([0-2]\\d|3[01])', numeric),
  form('(\\d{4})-?W(0[1-9]|[1-4]\\d|5[0-3])(?:-?([1-7]))?', (said, year, week, day) =>
    weekDate(said, year!, week!, day),
  ),
  form('(\\d{4})[.-]?(00[1-9]|0[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])', (said, year, day) =>
    numeric(said, year, '1', day),
  ),
  form(`${Y}-${M}-${D}`, numeric),
  form(`${D}[.-]${M}[.-](\\d{4})`, (said, day, month, year) => numeric(said, year, month, day)),
  form(`(\\d{4})/${M}/${D}/?`, numeric),
  form(`(\\d{4}):(\\d\\d):([0-2]\\d|3[01])(?= \\d\\d:)`, numeric),
  form(`${M}/${D}(?:/${Y})?`, (said, month, day, year) => numeric(said, year, month, day)),
  form(`${D}/${MONTH}/(\\d{4}):(?=\\d\\d:)`, (said, day, month, year) =>
    date(said, year, monthOf(month!), Number(day)),
  ),
  form(`(\\d{4})-${M}(?!-)`, numeric),
  form(`${D}${GAP}(?:${MONTH}|${ROMAN})${GAP}${Y}${NO_HOUR}`, (said, day, month, roman, year) =>
    date(said, year, monthOf(month ?? roman!), Number(day)),
  ),
  form(`(\\d{3,4}|[4-9]\\d|3[2-9])-${MONTH}-(\\d\\d)`, (said, year, month, day) =>
    date(said, year, monthOf(month!), Number(day)),
  ),
  form(`${D}${GAP}${MONTH}`, (said, day, month) => date(said, undefined, monthOf(month!), Number(day))),
  form(`${MONTH}${GAP}(\\d{4})`, (said, month, year) => date(said, year, monthOf(month!), 1)),
  form(`(\\d{4})${GAP}(?:${MONTH}|${ROMAN})`, (said, year, month, roman) =>
    date(said, year, monthOf(month ?? roman!), 1),
  ),
  form(`${MONTH}(?:${GAP}${D}[,. ]+|-(\\d\\d)-)${Y}${NO_HOUR}`, (said, month, day, dashed, year) =>
    date(said, year, monthOf(month!), Number(day ?? dashed)),
  ),
  form(`${MONTH}${GAP}${D}${NO_HOUR}`, (said, month, day) => date(said, undefined, monthOf(month!), Number(day))),
  form(MONTH, (said, month) => date(said, undefined, monthOf(month!))),

  form(
    `(0?[1-9]|1[0-2])(?:[:.]([0-5]\\d)(?:[:.]([0-5]\\d|60)(?:[:.]\\d+)?)?)? ?${AM_PM}`,
    (said, hour, minute, second, half) => time(said, hourOf(hour!, half), minute, second),
  ),
  form(`t?${H}[:.]([0-5]?\\d)(?:[:.]([0-5]?\\d|60)(?:[.,]\\d+)?)?(?![:.]\\d)`, (said, hour, minute, second) =>
    time(said, Number(hour), minute, second),
  ),
  form('(t?)([01]\\d|2[0-4])([0-5]\\d)([0-5]\\d)?', (said, mark, hour, minute, second) =>
    digits(said, mark!, hour!, minute!, second),
  ),
  form('(\\d{4})', (said, year) => lateYear(said, year!)),
  form(`${D}\\.${M}\\.(\\d\\d)`, (said, day, month, year) => numeric(said, year, month, day)),
  form('noon', (said) => time(said, 12)),
  form('midnight', (said) => time(said, 0)),
  form(`(back|front) of (?:(0?[1-9]|1[0-2]) ?${AM_PM}|${H})`, (said, side, hour, half, hour24) => {
    const its = hourOf(hour ?? hour24!, half);
    return /^b/i.test(side!) ? time(said, its, '15') : time(said, its - 1, '45');
  }),

  form(`((?:UTC|GMT)?) ?([+-]\\d{1,2}(?::?[0-5]\\d|\\.\\d{1,4}))${NAMED}`, (said, of, offset, name) =>
    offsetZone(said, of! + offset!, name),
  ),
  form(
    `((?:UTC|GMT)?) ?([+-]\\d{1,2})(?! ?[a-z])${NAMED}`,
    (said, of, hours, name) => (of !== '' || said.time !== undefined) && offsetZone(said, of! + hours!, name),
  ),
  form('\\(([a-z]{1,5})\\)|\\[([a-z][\\w/+-]*)\\]|([a-z][\\w/+-]*)', (said, round, square, bare) =>
    zone(said, (round ?? square ?? bare)!),
  ),
];
