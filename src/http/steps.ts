import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { giveUpWhenLate, type Trace } from '../domain/request.ts';
import type { Answer, Incoming } from './exchange.ts';

/** The result of a step that has the answer. */
export interface Answered {
  answer: Answer;
}

/**
 * One step in answering a request: it gets what is known so far and returns what it adds. A step that returns `answer` is the
 * last; an error also ends the chain.
 */
export type Step<Context, Found> = (context: Context) => Answered | Found | Promise<Answered | Found>;

/**
 * A step around the following ones: it can answer in their place, or inspect their answer. By then, `context` contains what they
 * found.
 */
type Around<Context> = (context: Context, next: () => Promise<Answer>) => Answer | Promise<Answer>;

/** A step of any list, which begins with a request. A method, because only its list says what it finds before it. */
interface AnyStep {
  run(context: Incoming, next: () => Promise<Answer>): object | Promise<object>;
  isAround: boolean;
}

/** An ordered list of steps. It starts with a context of type `Start` and ends with `Context`. */
interface Steps<Start extends Incoming, Context extends Incoming> {
  /** Returns the list with another step, which can use what earlier steps found. */
  step<Found extends object>(step: Step<Context, Found>): Steps<Start, Context & Found>;
  /** Returns the list with a step around all following ones. */
  around(around: Around<Context>): Steps<Start, Context>;
  list: readonly AnyStep[];
}

const listed = <Start extends Incoming, Context extends Incoming>(list: readonly AnyStep[]): Steps<Start, Context> => ({
  step: (run) => listed([...list, { run, isAround: false }]),
  around: (run) => listed([...list, { run, isAround: true }]),
  list,
});

/** Starts a list. */
export const steps = <Start extends Incoming>(): Steps<Start, Start> => listed([]);

/** An entry point for requests, such as an API. */
export interface EntryPoint {
  /** The name under which its requests are counted. */
  name: string;
  /** What a request's address says, if it belongs here. */
  addressed(incoming: Incoming): object | undefined;
  steps: readonly AnyStep[];
  /** The answer to an error. `context` may lack what later steps would have found. */
  failed(error: DomainError, context: object): Answer;
  /** Applied to each of its answers, also to what fails. */
  last?: Life['last'];
}

interface Life {
  /** The first one that takes the address answers; one takes every address. */
  entryPoints: readonly EntryPoint[];
  /** Prepares an answer for sending. `context` may be incomplete. Must not throw. */
  represent?(answer: Answer, context: Incoming): Answer | Promise<Answer>;
  /** Applied to every answer, in order; `error` is the one that ended the steps, if any. */
  last: readonly ((answer: Answer, incoming: Incoming, error: DomainError | undefined) => void)[];
  /** Called once for every internal error, with the request's log fields. */
  report(error: unknown, trace: Trace | undefined): void;
  /** Called for every error that ends the steps. */
  refused(code: ErrorCode): void;
  /** Called for every answer. */
  ended(ended: Ended): void;
}

/** An answered request. */
export interface Ended {
  /** The name of its entry point. */
  entryPoint: string;
  /** May lack what later steps would have found. */
  context: Incoming;
  status: number;
  seconds: number;
}

/** Answers a request: runs the steps of its entry point until its deadline, then applies `last` to the answer. Never throws. */
export function answering({
  entryPoints,
  represent = (answer) => answer,
  last,
  report,
  refused,
  ended,
}: Life): (incoming: Incoming) => Promise<Answer> {
  const ours = (error: unknown, trace: Trace | undefined) => {
    if (error instanceof DomainError) return error;
    report(error, trace);
    return new DomainError('INTERNAL', 'Something went wrong on the server.');
  };

  async function take(list: EntryPoint['steps'], context: Incoming, first = 0): Promise<Answer> {
    for (let at = first; at < list.length; at += 1) {
      const step = list[at]!;
      giveUpWhenLate(context.running);
      const found = step.run(context, () => take(list, context, at + 1));
      if (step.isAround) return found as Answer | Promise<Answer>;
      Object.assign(context, found instanceof Promise ? await found : found);
      if ('answer' in context) return context.answer as Answer;
    }
    throw new Error('the steps of an entry point end without an answer');
  }

  async function through(
    { steps, failed }: EntryPoint,
    context: Incoming,
  ): Promise<{ answer: Answer; error?: DomainError }> {
    try {
      return { answer: await take(steps, context) };
    } catch (thrown) {
      const error = ours(thrown, context.running.trace);
      refused(error.code);
      return { answer: failed(error, context), error };
    }
  }

  return async (incoming) => {
    const began = performance.now();
    for (const entryPoint of entryPoints) {
      const address = entryPoint.addressed(incoming);
      if (!address) continue;
      const context = { ...incoming, ...address };
      const { answer: found, error } = await through(entryPoint, context);
      const representation = represent(found, context);
      const answer = representation instanceof Promise ? await representation : representation;
      for (const finish of [...(entryPoint.last ?? []), ...last]) finish(answer, incoming, error);
      ended({
        entryPoint: entryPoint.name,
        context,
        status: answer.status,
        seconds: (performance.now() - began) / 1000,
      });
      return answer;
    }
    throw new Error('no entry point takes this address');
  };
}
