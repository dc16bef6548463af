import type { ErrorCode, Problem } from '../errors.ts';
import type { Language } from '../rules/language.ts';
import type { Kind, Surroundings } from './kind.ts';

/** What is known when a value is kept. */
export interface Writing extends Surroundings {
  /** The language it is written in. */
  language: Language;
  /** The hosts whose pages it may show in a frame. */
  embedHosts: readonly string[];
}

/** One row: everything the doors, the core and the documentation know about a field. */
export interface Field<V = unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: a table holds kinds of different values
  kind: Kind<V extends unknown ? any : V>;
  /** Its name in REST. The key of the table is its name in GraphQL. */
  wire: string;
  /** One sentence for people, shown by every door. `{perPage}` names another field of the table by its key. */
  description: string;
  /** Must be there, and not empty, when a record is created. */
  required?: true;
  /**
   * Another field of the table that says the same in another form, and names this one in turn. One of the two is required
   * where either is, both at once are refused, and a null beside the other says nothing.
   */
  instead?: string;
  /** Of an update, in the place of `description`, where that says what holds for a new record only. */
  onUpdate?: string;
  /** Whether null and empty values mean "none" here. Where they do not, they are refused. */
  clearable?: true;
  /** The error of a text of nothing but white space, or that it says nothing. Without it, it is as empty as an empty text. */
  whenBlank?: ErrorCode | 'ignored';
  /** What is wrong with it beside the other values of a new record, all of them good by themselves. */
  beside?: (values: Readonly<Record<string, unknown>>, surroundings: Surroundings) => readonly Problem[];
  /**
   * The default that self-description shows, as it is written on the wire. Of a filter, `validate` fills it in; what new
   * records are by default says their service.
   */
  default?: string | number | boolean | null | ((surroundings: Surroundings) => string);
  /** Whether self-description keeps the default to itself, as clients know it. */
  silent?: true;
  /** Kept as it is: once for the record (`shared`), or once per language (`text`). Other fields are worked on by the service. */
  stored?: 'shared' | 'text';
  /** What is kept for a value. Without it, what its kind keeps. */
  clean?: (value: V, writing: Writing) => unknown;
  /**
   * How what is stored is shown. Shared values: as they are kept. Texts: as one line (without a word here), as plain text
   * (HTML on demand), as HTML (its source on demand). `apart`: the GraphQL type of the kind says how.
   */
  shown?: 'line' | 'plain' | 'html' | 'apart';
  /** What a record shows that has no shared value here. Without it null, of lists an empty one. */
  blank?: string | number | boolean;
  /** The table of the records that may be written inside this field. */
  inline?: FieldTable;
}

/** The fields of one resource in one use (create, patch, list filter), in the order in which people read them. */
// biome-ignore lint/suspicious/noExplicitAny: rows of different values stand in one table
export type FieldTable = Readonly<Record<string, Field<any>>>;

/** Keeps the literal types of the rows, from which the input types are made. */
export const table = <const T extends FieldTable>(rows: T): T => rows;

type ValueOf<F> = F extends { kind: Kind<infer V> } ? V : never;

type RequiredKeys<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { instead: string } ? never : T[K] extends { required: true } ? K : never;
}[keyof T];

/** What creating takes. */
export type InputOf<T extends FieldTable> = { [K in RequiredKeys<T>]: ValueOf<T[K]> } & PatchOf<
  Omit<T, RequiredKeys<T>>
>;

/** What updating takes, and what a list is filtered by: absent leaves as it is, null clears. */
export type PatchOf<T extends FieldTable> = { -readonly [K in keyof T]?: ValueOf<T[K]> | null };

/** What a filter has when nobody says otherwise: fixed defaults, not those that move with the clock. */
export type DefaultsOf<T> = {
  [K in keyof T as T[K] extends { default: string | number | boolean } ? K : never]: ValueOf<T[K]>;
};

/** The same fields for an update: nothing is required, and descriptions say what holds there. */
export const patchTable = <T extends FieldTable>(fields: T): FieldTable =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { required: _, onUpdate, ...field }]) => [
      key,
      { ...field, ...(onUpdate === undefined ? {} : { description: onUpdate }) } as Field,
    ]),
  );
