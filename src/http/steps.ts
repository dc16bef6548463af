import { DomainError, type ErrorCode } from '../errors.ts';
import { giveUpWhenLate, type Trace } from '../request.ts';
import type { Answer, Incoming } from './exchange.ts';

/** What a step gives that has the answer. */
export interface Answered {
  answer: Answer;
}

/**
 * One step on the way from a request to its answer: it is given what is known so far, and gives what it adds. One that
 * gives `answer` is the last; what it throws ends the way too.
 */
export type Step<Known, Found> = (known: Known) => Answered | Found | Promise<Answered | Found>;

/**
 * A step around those that follow it: it may answer in their place, or look at the answer that they give. What they find
 * out is in `known` by then.
 */
export type Around<Known> = (known: Known, rest: () => Promise<Answer>) => Answer | Promise<Answer>;

type AnyStep = Step<never, object> | { around: Around<never> };

/** An ordered list of steps that begins where `Start` is known; by its end `Known` is. */
export interface Steps<Start, Known> {
  /** The same list with one step more, which may count on what those before it have found. */
  step<Found extends object>(step: Step<Known, Found>): Steps<Start, Known & Found>;
  /** The same list with a step around all that are still to come. */
  around(around: Around<Known>): Steps<Start, Known>;
  list: readonly AnyStep[];
}

/** The beginning of a list. */
export const steps = <Start extends object>(list: readonly AnyStep[] = []): Steps<Start, Start> => ({
  step: (step) => steps([...list, step as AnyStep]) as never,
  around: (around) => steps([...list, { around: around as Around<never> }]),
  list,
});

/** One of the ways into the house. */
export interface Door {
  /** What its requests are counted under. */
  name: string;
  /** What the address of a request says, when it is this door's. */
  addressed(incoming: Incoming): object | undefined;
  steps: readonly AnyStep[];
  /** The answer to an error. Of what the steps find out, more or less is known. */
  failed(error: DomainError, known: object): Answer;
}

interface Life {
  /** The first whose address it is answers; one takes every address. */
  doors: readonly Door[];
  /** What is sent of an answer, of which more or less is `known`. It does not throw. */
  represent?(answer: Answer, known: Incoming): Answer | Promise<Answer>;
  /** Done to every answer, in this order; `error` is the one that ended the way to it, if one did. */
  last: readonly ((answer: Answer, incoming: Incoming, error: DomainError | undefined) => void)[];
  /** Told of every error that is a fault of ours, once, with what lines of its request say. */
  report(error: unknown, trace: Trace | undefined): void;
  /** Told of every error that ends the way. */
  refused(code: ErrorCode): void;
  /** Told of every answer. */
  ended(ended: Ended): void;
}

/** A request that was answered. */
export interface Ended {
  /** The name of its door. */
  door: string;
  /** Of what the steps find out, more or less. */
  known: Incoming;
  status: number;
  seconds: number;
}

/**
 * From a request to its answer: the steps of its door, until it is to be given up, then what is done to every answer.
 * It never throws.
 */
export function answering({
  doors,
  represent = (answer) => answer,
  last,
  report,
  refused,
  ended,
}: Life): (incoming: Incoming) => Promise<Answer> {
  const ours = (error: unknown, trace: Trace | undefined): DomainError => {
    if (error instanceof DomainError) return error;
    report(error, trace);
    return new DomainError('INTERNAL', 'Something went wrong on the server.');
  };

  async function take(list: Door['steps'], known: Incoming): Promise<Answer> {
    for (const [at, step] of list.entries()) {
      giveUpWhenLate(known.running);
      if (typeof step === 'object') return step.around(known as never, () => take(list.slice(at + 1), known));
      const found = step(known as never);
      Object.assign(known, found instanceof Promise ? await found : found);
      if ('answer' in known) return known.answer as Answer;
    }
    throw new Error('the steps of a door end without an answer');
  }

  async function through(door: Door, known: Incoming): Promise<{ answer: Answer; error?: DomainError }> {
    try {
      return { answer: await take(door.steps, known) };
    } catch (thrown) {
      const error = ours(thrown, known.running.trace);
      refused(error.code);
      return { answer: door.failed(error, known), error };
    }
  }

  return async (incoming) => {
    const began = performance.now();
    for (const door of doors) {
      const address = door.addressed(incoming);
      if (!address) continue;
      const known = { ...incoming, ...address };
      const { answer: found, error } = await through(door, known);
      const representation = represent(found, known);
      const answer = representation instanceof Promise ? await representation : representation;
      for (const finish of last) finish(answer, incoming, error);
      ended({ door: door.name, known, status: answer.status, seconds: (performance.now() - began) / 1000 });
      return answer;
    }
    throw new Error('no door takes this address');
  };
}
