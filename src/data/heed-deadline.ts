import { giveUpLateUnit } from '../domain/request.ts';
import { IN_COLLECTIONS, type Store } from './port.ts';

const VERBS = [...IN_COLLECTIONS, 'nextId', 'lastId', 'claimIds'] as const;

/** Wraps a store for units of requests: no verb starts after the request's deadline, so the unit is rolled back. */
export function heedDeadline(store: Store): Store {
  const heeding =
    (verb: (typeof VERBS)[number]) =>
    (...args: unknown[]) => {
      giveUpLateUnit();
      return (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
    };
  return { ...store, ...Object.fromEntries(VERBS.map((verb) => [verb, heeding(verb)])) };
}
