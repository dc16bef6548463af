import { isLanguage } from '../../rules/language.ts';
import { isMoment } from '../../rules/years.ts';
import { isZone } from '../../rules/zones.ts';

/** Whether a stored value is what the program may count on. */
export type Check = (value: unknown) => boolean;

/** The fields of a kind of record that a door or a rule reads without looking, and what each must be. */
export type Shape = Readonly<Record<string, Check>>;

export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const integer: Check = (value) => Number.isSafeInteger(value);
export const number: Check = (value) => Number.isFinite(value);

/** Milliseconds since the epoch, in the years 1 to 9999 of some zone. */
export const instant: Check = (value) => Number.isInteger(value) && isMoment(Number(value));

/** `YYYY-MM-DD HH:MM:SS`. It is parsed in the form of ISO: with a blank Node takes a year below 32 for a day. */
export const wallTime: Check = (value) =>
  text(value) &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)) &&
  !Number.isNaN(Date.parse(`${String(value).replace(' ', 'T')}Z`));

export const zone: Check = (value) => text(value) && isZone(String(value));

export const address: Check = (value) => text(value) && URL.canParse(String(value));

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** An object of this shape, with other fields or without. */
export const shaped =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && damagedFields(value, shape).length === 0;

/** A value for some of the languages. */
export const inLanguages =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([language, each]) => isLanguage(language) && check(each));

/** What is said in one language: lines, and HTML as it was sent, as it is shown, and what it says. */
export const texts: Check = (value) =>
  isObject(value) && Object.values(value).every((each) => text(each) || html(each));

const html: Check = (value) => isObject(value) && text(value.raw) && text(value.html) && text(value.plain);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a record that are not what they must be. */
export const damagedFields = (record: object, shape: Shape): string[] =>
  Object.keys(shape).filter((field) => !shape[field]!((record as Record<string, unknown>)[field]));
