import type { Problem, ProblemCode } from '../errors.ts';
import { message, type Pattern, type ValuesOf } from '../message.ts';
import type { Instant } from '../time.ts';

/** Why a value does not fit: a problem whose field is not known yet. */
export type Fault = Omit<Problem, 'field'>;

/** The result of reading a wire value: a value (null clears, undefined counts as not sent), or the reason why there is none. */
export type Reading<V> = { value: V | null | undefined } | { fault: Fault };

/** What checks may look at besides the value: the moment, and the zone of times without a zone. */
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
  additionalProperties?: WireSchema;
  required?: readonly string[];
  $ref?: string;
  maxLength?: number;
  maxItems?: number;
}

/** An existing record, as JSON names it by its id. The whole record, as it was read, fits as well. */
export const RECORD_BY_ID: WireSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };

/** A fixed set of words, as GraphQL knows them. */
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

/** The limits of a value. In a list, `characters` and `bytes` apply to each text. */
export interface Limit {
  /** Unicode code points, as JSON Schema counts them. */
  characters?: number;
  /** Bytes of UTF-8. */
  bytes?: number;
  /** In HTML: angle brackets, ampersands and line breaks together. */
  signs?: number;
  /** In a search: words and phrases. */
  words?: number;
  /** In a list: values, including empty ones. */
  values?: number;
  /** In a list: records to create together with the one that names them. */
  inline?: number;
}

/** The kind of value that a field takes: its type at both APIs, its forms on the wire, and its conditions. */
export interface Kind<V> {
  /**
   * GraphQL's type of a value, or of an item of a list. It serves input, and output as well except for input objects. `links`: to
   * records of this kind, which has a type for the whole list.
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
  /** GraphQL's type for output, if it says more than the type for input. */
  shownAs?: 'Url';
  /** Whether the value is a list. A parameter that is repeated in a query means a list as well. */
  list?: true;
  schema: WireSchema;
  /**
   * How typed programs write it in JSON, if its type does not say so. `schema`, which self-description shows, may say less or
   * something else, because clients of the reference know it that way.
   */
  typed?: WireSchema;
  /** The limit of the value. Callers that read or check a value of a field enforce it. */
  limit: Limit;
  /** Turns text, form and JSON forms into a value. Looks at shape only, never at other fields or records. */
  read(wire: unknown): Reading<V>;
  /**
   * Turns a typed value of either API into one form for all ways of writing it (which may be empty), or says why it is refused.
   * Empty values do not come here: the field says what they mean.
   */
  check?(value: V, surroundings: Surroundings): Reading<V>;
  /** What a record stores of a good value. Without it, the value itself. */
  keep?(value: V, surroundings: Surroundings): V;
}

/** The code clients of the reference know for a value of the wrong type. */
export const WRONG_TYPE = 'invalid_type';

export const fault = <P extends Pattern>(code: ProblemCode, pattern: P, ...values: ValuesOf<P>): { fault: Fault } => ({
  fault: { code, message: message(pattern, ...values) },
});

/** Text, or the text form of a number or a boolean; undefined for lists, objects and null. */
export const asText = (wire: unknown): string | undefined =>
  typeof wire === 'string' ? wire : typeof wire === 'number' || typeof wire === 'boolean' ? String(wire) : undefined;

/** The two forms of "none" that JSON clients send for any field. */
export const isNone = (wire: unknown): wire is null => wire === null || (Array.isArray(wire) && wire.length === 0);

const BLANKS: readonly unknown[] = ['', '0', 0, false];

/** Whether the host takes this for an empty text in a field for an address or a name. */
export const isBlank = (wire: unknown): boolean => isNone(wire) || BLANKS.includes(wire);

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A finite number, or the one that a numeric text stands for; undefined for everything else. */
export function asNumber(wire: unknown): number | undefined {
  const number = typeof wire === 'string' ? fromDigits(wire) : wire;
  return Number.isFinite(number) ? (number as number) : undefined;
}

const fromDigits = (text: string) => (text.length <= 40 && NUMERIC.test(text.trim()) ? Number(text) : undefined);

/** The largest GraphQL Int. No record will ever have this id, so it stands for every larger id on the wire: an unknown id. */
export const LARGEST_INT = 2 ** 31 - 1;

/** A whole number above zero, as page numbers and ids are. A number too large for GraphQL becomes the largest. */
export function asPositive(wire: unknown): number | undefined {
  const number = asNumber(wire);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? Math.min(number, LARGEST_INT) : undefined;
}

/** The id that digits in a path mean. A number too large for GraphQL is an unknown id; so is 0. */
export const pathId = (digits: string): number => Math.min(Number(digits), LARGEST_INT);
