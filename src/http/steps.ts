import { giveUpWhenLate, withDeadline } from '../deadline.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
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

type AnyStep = Step<never, object>;

/** An ordered list of steps that begins where `Start` is known; by its end `Known` is. */
export interface Steps<Start, Known> {
  /** The same list with one step more, which may count on what those before it have found. */
  step<Found extends object>(step: Step<Known, Found>): Steps<Start, Known & Found>;
  list: readonly AnyStep[];
}

/** The beginning of a list. */
export const steps = <Start extends object>(list: readonly AnyStep[] = []): Steps<Start, Start> => ({
  step: (step) => steps([...list, step as AnyStep]) as never,
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
  /** Done to every answer, in this order; `error` is the one that ended the way to it, if one did. */
  last: readonly ((answer: Answer, incoming: Incoming, error: DomainError | undefined) => void)[];
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
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
export function answering({ doors, last, report, refused, ended }: Life): (incoming: Incoming) => Promise<Answer> {
  const ours = (error: unknown): DomainError => {
    if (error instanceof DomainError) return error;
    report(error);
    return new DomainError('INTERNAL', 'Something went wrong on the server.');
  };

  async function through(door: Door, known: object): Promise<{ answer: Answer; error?: DomainError }> {
    try {
      for (const step of door.steps) {
        giveUpWhenLate();
        const found = step(known as never);
        Object.assign(known, found instanceof Promise ? await found : found);
        if ('answer' in known) return { answer: known.answer as Answer };
      }
      throw new Error('the steps of a door end without an answer');
    } catch (thrown) {
      const error = ours(thrown);
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
      const { answer, error } = await withDeadline(incoming.signal, () => through(door, known));
      for (const finish of last) finish(answer, incoming, error);
      ended({ door: door.name, known, status: answer.status, seconds: (performance.now() - began) / 1000 });
      return answer;
    }
    throw new Error('no door takes this address');
  };
}
