import { randomUUID } from 'node:crypto';
import { createScope } from './scope.ts';

/** The most milliseconds that a request may take. The same holds for a unit of writing, which only waits for what it needs. */
export const LONGEST_REQUEST = 10_000;

/** The most milliseconds in which a picture may arrive. */
export const LONGEST_UPLOAD = 60_000;

/** What every log line of a request says. */
export interface Trace {
  readonly request: string;
  /** The id of the signed-in caller, once it is known. */
  user?: number;
  /** The address of the client, once it is known. */
  address?: string;
  /** The name of the operation of GraphQL, or the hash of its document, once that is known. */
  operation?: string;
}

/** The form of a request id that the sender may choose. It cannot pass for other lines or fields of a log. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** Opens the trace of a request. Its id is the one that the sender chose if it has a valid form, otherwise a new one. */
export const openTrace = (sent: string | undefined): Trace => ({
  request: sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID(),
});

/** A request that is being answered. */
export interface Running {
  readonly trace?: Trace;
  /** Aborts when the request must be given up. Without a signal, it never is. */
  readonly signal?: AbortSignal;
  /** Gives the request this many milliseconds from now on, for work that takes longer than others. */
  readonly prolong?: (milliseconds: number) => void;
  /** Whether a unit was committed. From then on the request runs to its end, so that the client learns what it did. */
  committed?: true;
}

/** Called between two steps of the work. @throws the reason that the signal was aborted with */
export function giveUpWhenLate({ signal, committed }: Running): void {
  if (!committed) signal?.throwIfAborted();
}

/** The request that log lines belong to. */
const traced = createScope<Running>();
/** The request whose unit runs. */
const units = createScope<Running>();

/** What the log lines of this work say, if `withTrace` named its request. Reads do not name it. */
export const currentTrace = (): Trace | undefined => traced.current()?.trace;

/** Runs work whose log lines carry the trace of the request. */
export const withTrace = <T>(running: Running, work: () => Promise<T>): Promise<T> => traced.run(running, work);

/** Runs a unit of writing for a request, traced. @throws the reason for giving up the request, between two steps */
export async function committing<T>(running: Running, unit: () => Promise<T>): Promise<T> {
  // A unit inside another is part of that one.
  if (units.current()) return unit();
  giveUpWhenLate(running);
  const done = await units.run(running, () => withTrace(running, unit));
  running.committed = true;
  return done;
}

/** Called between two steps of work that may be part of a unit. @throws the reason for giving up its request */
export function giveUpLateUnit(): void {
  const running = units.current();
  if (running) giveUpWhenLate(running);
}
