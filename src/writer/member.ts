import type { ResolverContext } from '../graphql/context.ts';
import type { Soon } from './waiting.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** One run of an operation: the context of its request, and its variables as the schema takes them. */
export interface Run {
  context: ResolverContext;
  variables: Variables;
}

/** Writes a value as JSON. @throws the first error of what it has to ask */
export type Write = (value: unknown, run: Run) => Soon<string>;

/** One member of an object. */
export interface Member {
  /** What its resolver gives. */
  read(source: unknown, run: Run): unknown;
  /** `,"key":value` for what was read; nothing for what is left out. */
  write: Write;
}

/** An object of members as they are written, in one piece. */
export const objectOf = (members: readonly string[]): string => `{${members.join('').slice(1)}}`;
