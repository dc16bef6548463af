import { createScope } from '../domain/scope.ts';

/** A running unit. `S` is the adapter's session for it. */
interface Unit<S> {
  readonly session: S;
  /** How many writing verbs have joined. */
  writes: number;
  /** The first failure inside. After it the unit cannot commit, even if the error is caught. */
  failure: { readonly error: unknown } | undefined;
}

/** How a unit ended. `error` is for the caller; `cause` is the first failure and decides whether to retry. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown; readonly cause: unknown };

/** Tracks which code runs in which unit, and runs a unit's verbs one after the other. */
export interface Units<S> {
  /** The caller's unit, if it is still running. */
  current(): Unit<S> | undefined;
  /** Runs `work` as a unit and waits for every verb it called, awaited or not. Never throws. */
  run<T>(session: S, work: () => Promise<T>): Promise<Outcome<T>>;
  /** Runs a verb in the unit, after all earlier ones. A failed verb spoils the unit, on both stores. */
  join<T>(unit: Unit<S>, verb: (session: S) => Promise<T>): Promise<T>;
  /** Runs a nested unit as part of the outer one. If it throws after a write, the outer unit is spoiled. */
  nest<T>(unit: Unit<S>, work: () => Promise<T>): Promise<T>;
}

/** One per store. */
export const createUnits = <S>(): Units<S> => {
  interface Running extends Unit<S> {
    open: boolean;
    tail: Promise<unknown>;
  }
  const storage = createScope<Running>();

  return {
    current: () => {
      const unit = storage.current();
      return unit?.open ? unit : undefined;
    },

    run: async (session, work) => {
      const unit: Running = { session, writes: 0, failure: undefined, open: true, tail: Promise.resolve() };
      try {
        const value = await storage.run(unit, work);
        unit.open = false;
        await unit.tail;
        return unit.failure ? { error: unit.failure.error, cause: unit.failure.error } : { value };
      } catch (error) {
        unit.open = false;
        await unit.tail;
        return { error, cause: unit.failure ? unit.failure.error : error };
      }
    },

    join: (unit, verb) => {
      const running = unit as Running;
      const done = running.tail.then(async () => {
        if (running.failure) throw running.failure.error;
        try {
          return await verb(running.session);
        } catch (error) {
          running.failure ??= { error };
          throw error;
        }
      });
      running.tail = done.catch(() => undefined);
      return done;
    },

    nest: async (unit, work) => {
      const before = unit.writes;
      try {
        return await work();
      } catch (error) {
        if (unit.writes > before) unit.failure ??= { error };
        throw error;
      }
    },
  };
};
