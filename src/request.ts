import { randomUUID } from 'node:crypto';
import { createScope } from './scope.ts';

/** How long, in milliseconds, a request may take: and so a unit of writing, that only waits for what it needs. */
export const LONGEST_REQUEST = 10_000;

/** What the lines of a request in the log say. */
export interface Trace {
  readonly request: string;
  /** The id of who asks, once that is known, if it is somebody. */
  user?: number;
  /** The address of the client, once that is known. */
  address?: string;
  /** The name of the operation of GraphQL, or the hash of its document, once that is known. */
  operation?: string | undefined;
}

/** What a request may be called by whoever sends it; nothing that could pass for other lines or fields of a log. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** The beginning of a request: its id is the one that it brings, if that is a plain one, else a new one. */
export const openTrace = (sent: string | undefined): Trace => ({
  request: sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID(),
});

/** A request that is being answered. */
export interface Running {
  readonly trace?: Trace | undefined;
  /** Aborted when the request is to be given up. Without one it never is. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a unit was committed. From then on the request runs to its end: what it did is told. */
  committed?: true;
}

/** Called between two steps of the work. @throws what the signal was aborted with */
export function giveUpWhenLate({ signal, committed }: Running): void {
  if (!committed) signal?.throwIfAborted();
}

/** The request whose lines are written. */
const traced = createScope<Running>();
/** The request whose unit runs. */
const units = createScope<Running>();

/** What the lines of this work say, where it was said which request it is for. Reading does not say it. */
export const currentTrace = (): Trace | undefined => traced.current()?.trace;

/** Runs work whose lines in the log say what the request says. */
export const withTrace = <T>(running: Running, work: () => Promise<T>): Promise<T> => traced.run(running, work);

/** Runs a unit of writing for a request, traced. @throws what the request was given up with, between two steps */
export async function committing<T>(running: Running, unit: () => Promise<T>): Promise<T> {
  // A unit inside of another is part of that one.
  if (units.current()) return unit();
  giveUpWhenLate(running);
  const done = await units.run(running, () => withTrace(running, unit));
  running.committed = true;
  return done;
}

/** Called between two steps of what may be part of a unit. @throws what its request was given up with */
export function giveUpLateUnit(): void {
  const running = units.current();
  if (running) giveUpWhenLate(running);
}
