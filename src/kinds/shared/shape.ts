import { LARGEST_INT } from '../../domain/fields/kind.ts';
import { isLanguage } from '../../domain/language.ts';
import { isObject } from '../../domain/values.ts';
import { isMoment } from '../../domain/years.ts';
import { isZone } from '../../domain/zones.ts';

/** Whether the program can rely on a stored value. */
export type Check = (value: unknown) => boolean;

/** The fields that APIs and rules read without checking, and what each must be. */
export type Shape = Readonly<Record<string, Check>>;

export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
/** A whole number that every API can show: GraphQL's Int has 32 bits. */
export const integer: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INT;
export const number: Check = (value) => Number.isFinite(value);

/** Milliseconds since the epoch, in the years 1 to 9999 of some zone. */
export const instant: Check = (value) => Number.isInteger(value) && isMoment(Number(value));

/** `YYYY-MM-DD HH:MM:SS`. Parsed in ISO form, because with a space Node takes a year below 32 for a day. */
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

/** An object of this shape. Other fields are allowed. */
export const shaped =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && damagedFields(value, shape).length === 0;

/** A value for some of the languages. */
export const inLanguages =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([language, each]) => isLanguage(language) && check(each));

/** The texts in one language: lines, and in the named fields HTML as sent and as shown. */
export const texts =
  (...htmlFields: readonly string[]): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(value).every(([field, each]) => text(each) || (htmlFields.includes(field) && html(each)));

const html: Check = (value) => isObject(value) && text(value.raw) && text(value.html);

/** Values of custom fields by their keys. */
export const customValues: Check = (value) =>
  isObject(value) && Object.values(value).every((each) => text(each) || flag(each) || number(each));

/** The fields of a record that fail their check. */
export const damagedFields = (record: object, shape: Shape): string[] =>
  Object.keys(shape).filter((field) => !shape[field]!((record as Record<string, unknown>)[field]));
