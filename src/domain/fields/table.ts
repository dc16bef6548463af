import type { ErrorCode, Problem } from '../errors.ts';
import type { Language } from '../language.ts';
import type { Kind, Surroundings } from './kind.ts';

/** What is known when a value is stored. */
export interface Writing extends Surroundings {
  /** The language it is written in. */
  language: Language;
  /** The hosts whose pages its frames may show. */
  embedHosts: readonly string[];
}

/** One row: everything the APIs, the core and the documentation know about a field. */
export interface Field<V = unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: a table holds kinds of different values
  kind: Kind<V extends unknown ? any : V>;
  /** Its name in REST. The key of the table is its name in GraphQL. */
  wire: string;
  /** One sentence for people, shown by every API. `{perPage}` names another field of the table by its key. */
  description: string;
  /** Must be there, and not empty, when a record is created, or in a filter. */
  required?: true;
  /**
   * Other fields of the table that say the same in another form, and name this one in turn. If one of them is required, one must be
   * there. Two at once are refused; a null beside another says nothing.
   */
  instead?: readonly string[];
  /** Whether those in `instead` replace it. */
  deprecated?: true;
  /** The field that it is another name of: services get the value under that name. */
  as?: string;
  /** Replaces `description` on an update, when that only fits a new record. */
  onUpdate?: string;
  /** Whether null and empty values mean "none" here. Otherwise they are refused. */
  clearable?: true;
  /**
   * The error for a text of white space only, or `ignored` if such a text says nothing. Without this, it counts as an empty text.
   */
  whenBlank?: ErrorCode | 'ignored';
  /** Whether null and empty lists count as not sent. */
  ignoresEmpty?: true;
  /** Problems of the value beside the other values of a new record, each of them good by itself. */
  beside?: (values: Readonly<Record<string, unknown>>, surroundings: Surroundings) => readonly Problem[];
  /**
   * The default that self-description shows, as the wire writes it. For a filter, `validate` fills it in; for a new record, its
   * service knows the defaults.
   */
  default?: string | number | boolean | null | ((surroundings: Surroundings) => string);
  /** Whether self-description hides the default, as clients know it. */
  silent?: true;
  /** The value is stored as it is: once per record (`shared`) or once per language (`text`). The service handles other fields. */
  stored?: 'shared' | 'text';
  /** Makes the stored value. Without it, the value that the kind keeps is stored. */
  clean?: (value: V, writing: Writing) => unknown;
  /**
   * How the stored value is shown. Shared values: as they are stored. Texts: as one line (also without a word here), as plain
   * text (escaped on demand), as HTML (with its text and its source in fields of their own). `apart`: the GraphQL type of the kind decides.
   */
  shown?: 'line' | 'plain' | 'html' | 'apart';
  /** What a record without a shared value shows. Without this, null; for lists, an empty list. */
  blank?: string | number | boolean;
  /** The table of the records that a client may write inside this field. */
  inline?: FieldTable;
}

/** The fields of one resource in one use (create, patch, list filter), in the order in which people read them. */
// biome-ignore lint/suspicious/noExplicitAny: rows of different values stand in one table
export type FieldTable = Readonly<Record<string, Field<any>>>;

/** Keeps the literal types of the rows, from which the input types are made. */
export const table = <const T extends FieldTable>(rows: T): T => rows;

type ValueOf<F> = F extends { kind: Kind<infer V> } ? V : never;

type RequiredKeys<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { instead: readonly string[] } ? never : T[K] extends { required: true } ? K : never;
}[keyof T];

/** The input of a creation. */
export type InputOf<T extends FieldTable> = { [K in RequiredKeys<T>]: ValueOf<T[K]> } & PatchOf<
  Omit<T, RequiredKeys<T>>
>;

/** The input of an update, or the filters of a list. Absent leaves a value as it is; null clears it. */
export type PatchOf<T extends FieldTable> = { -readonly [K in keyof T]?: ValueOf<T[K]> | null };

/** The fixed defaults of a filter, without those that move with the clock. */
export type DefaultsOf<T> = {
  [K in keyof T as T[K] extends { default: string | number | boolean } ? K : never]: ValueOf<T[K]>;
};

/** The same fields for an update: nothing is required, and descriptions fit an update. */
export const patchTable = <T extends FieldTable>(fields: T): FieldTable =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { required: _, onUpdate, ...field }]) => [
      key,
      { ...field, ...(onUpdate === undefined ? {} : { description: onUpdate }) } as Field,
    ]),
  );
