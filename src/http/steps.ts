import { giveUpWhenLate, withDeadline } from '../deadline.ts';
import { DomainError } from '../errors.ts';
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
  /** What the address of a request says, when it is this door's. */
  addressed(incoming: Incoming): object | undefined;
  steps: readonly AnyStep[];
  /** The answer to an error. Of what the steps find out, more or less is known. */
  failed(error: DomainError, known: object): Answer;
}

interface Life {
  /** The first whose address it is answers; one takes every address. */
  doors: readonly Door[];
  /** Done to every answer, in this order. */
  last: readonly ((answer: Answer, incoming: Incoming) => void)[];
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/**
 * From a request to its answer: the steps of its door, until it is to be given up, then what is done to every answer.
 * It never throws.
 */
export function answering({ doors, last, report }: Life): (incoming: Incoming) => Promise<Answer> {
  const ours = (error: unknown): DomainError => {
    if (error instanceof DomainError) return error;
    report(error);
    return new DomainError('INTERNAL', 'Something went wrong on the server.');
  };

  async function through(door: Door, known: object): Promise<Answer> {
    try {
      for (const step of door.steps) {
        giveUpWhenLate();
        const found = step(known as never);
        Object.assign(known, found instanceof Promise ? await found : found);
        if ('answer' in known) return known.answer as Answer;
      }
      throw new Error('the steps of a door end without an answer');
    } catch (error) {
      return door.failed(ours(error), known);
    }
  }

  return async (incoming) => {
    for (const door of doors) {
      const address = door.addressed(incoming);
      if (!address) continue;
      const answer = await withDeadline(incoming.signal, () => through(door, { ...incoming, ...address }));
      for (const finish of last) finish(answer, incoming);
      return answer;
    }
    throw new Error('no door takes this address');
  };
}
