import type { ResolverContext } from '../context.ts';
import type { Soon } from './waiting.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** One run of an operation: the request context, and the variables coerced by the schema. */
export interface Run {
  context: ResolverContext;
  variables: Variables;
}

/** Writes a value as JSON. @throws the first error of a resolver */
export type Write = (value: unknown, run: Run) => Soon<string>;

/** One member of an object. */
export interface Member {
  /** The result of its resolver. */
  read(source: unknown, run: Run): unknown;
  /** `"key":value` for the value; an empty string if it is left out. */
  write: Write;
}

/** Joins written members, without the empty ones. */
export const joined = (members: readonly string[]): string => members.filter((member) => member !== '').join();

/** Joins written members into one object. */
export const objectOf = (members: readonly string[]): string => `{${joined(members)}}`;
