import type { Problem } from '../errors.ts';
import type { Instant } from '../rules/time.ts';

/** Why a value does not fit: a problem of a field that is not known yet. */
export type Fault = Omit<Problem, 'field'>;

/** What a wire value became: a value (null clears, undefined counts as not sent), or the reason why it cannot. */
export type Reading<V> = { value: V | null | undefined } | { fault: Fault };

/** What checks may look at besides the value: the moment, and the zone naive times are meant in. */
export interface Surroundings {
  now: Instant;
  zone: string;
}

/** How a value looks in JSON; the part of JSON Schema that self-description and OpenAPI share. */
export interface WireSchema {
  type?: string | readonly string[];
  format?: string;
  items?: WireSchema;
  enum?: readonly string[];
  const?: unknown;
  anyOf?: readonly WireSchema[];
  properties?: Readonly<Record<string, WireSchema>>;
  required?: readonly string[];
  $ref?: string;
  maxLength?: number;
  maxItems?: number;
}

/** A record that is there, as JSON names it: also the whole of it, as it was read. */
export const RECORD_BY_ID: WireSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };

/** A few words as GraphQL knows them. */
export interface Words<V extends string = string> {
  name: string;
  words: readonly V[];
  /** What they mean, for people. */
  description?: string;
  /** What each of them means, for people. */
  meanings?: Readonly<Partial<Record<V, string>>>;
}

/** The name of a word in GraphQL. */
export const enumName = (word: string): string => word.toUpperCase();

/** The most that is taken of a value. Of a list, `characters` and `bytes` are those of each text in it. */
export interface Limit {
  /** Unicode code points, as JSON Schema counts them. */
  characters?: number;
  /** Bytes of UTF-8. */
  bytes?: number;
  /** Of HTML: angle brackets, ampersands and line breaks together. */
  signs?: number;
  /** Of a search: words and phrases. */
  words?: number;
  /** Of a list: values, empty ones too. */
  values?: number;
  /** Of a list: records that are to be made with the one that names them. */
  inline?: number;
}

/** What sort of value a field takes: its type at both doors, its forms on the wire, and what it must satisfy. */
export interface Kind<V> {
  /**
   * GraphQL's type of a value, of a list that of an item: taken, and shown as well but for input objects. `links`: to records
   * of this kind, which has a type for the whole list.
   */
  type:
    | 'Int'
    | 'Float'
    | 'String'
    | 'Boolean'
    | 'DateTime'
    | 'DateOrDateTime'
    | Words
    | { input: string }
    | { links: string };
  /** GraphQL's type of a value that is shown, where it says more than the one that is taken. */
  shownAs?: 'Url';
  /** Whether the value is a list: a parameter that is repeated in a query means one as well. */
  list?: true;
  schema: WireSchema;
  /**
   * How typed programs write it in JSON, where its type does not say it. `schema`, which self-description shows, may say
   * less or another thing: clients of the reference know it so.
   */
  typed?: WireSchema;
  /** The most that is taken of it. Whoever reads or checks a value of a field has looked at this. */
  limit: Limit;
  /** Text, form and JSON forms → value. Looks at shape only, never at other fields or records. */
  read(wire: unknown): Reading<V>;
  /**
   * What is meant by a typed value of either door, the same for all ways of saying it (it may turn out empty), or why it
   * is not taken. Empty values do not come here: the field says what they mean.
   */
  check?(value: V, surroundings: Surroundings): Reading<V>;
  /** What a record keeps of a good value. Without it, the value itself. */
  keep?(value: V, surroundings: Surroundings): V;
}

/** The code clients of the reference know for a value of the wrong type. */
export const WRONG_TYPE = 'invalid_type';

export const fault = (code: string, message: string): { fault: Fault } => ({ fault: { code, message } });

/** Text, or the text form of a number or a boolean; undefined for lists, objects and null. */
export const asText = (wire: unknown): string | undefined =>
  typeof wire === 'string' ? wire : typeof wire === 'number' || typeof wire === 'boolean' ? String(wire) : undefined;

/** The two forms of "none" that JSON clients send for any field. */
export const isNone = (wire: unknown): wire is null => wire === null || (Array.isArray(wire) && wire.length === 0);

/** What the host takes for an empty text where nothing but an address or a name can stand. */
export const isBlank = (wire: unknown): boolean => isNone(wire) || ['', '0', 0, false].includes(wire as never);

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A finite number, or the one that a numeric text stands for; undefined for everything else. */
export function asNumber(wire: unknown): number | undefined {
  const number = typeof wire === 'string' ? fromDigits(wire) : wire;
  return Number.isFinite(number) ? (number as number) : undefined;
}

const fromDigits = (text: string): number | undefined =>
  text.length <= 40 && NUMERIC.test(text.trim()) ? Number(text) : undefined;

/** The largest GraphQL Int. No record will ever have this id, so a larger one on the wire becomes it: an unknown id. */
export const LARGEST_INT = 2 ** 31 - 1;

/** A whole number above zero, as page numbers and ids are; larger than GraphQL can carry becomes the largest. */
export function asPositive(wire: unknown): number | undefined {
  const number = asNumber(wire);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? Math.min(number, LARGEST_INT) : undefined;
}

/** The digits of an id in a path. Too large for GraphQL is an unknown id; so is 0. */
export const pathId = (digits: string): number => Math.min(Number(digits), LARGEST_INT);
