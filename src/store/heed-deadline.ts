import { committing, giveUpWhenLate } from '../deadline.ts';
import { IN_COLLECTIONS, type Store } from './port.ts';

const VERBS = [...IN_COLLECTIONS, 'nextId', 'lastId'] as const;

/**
 * The same store for the work of requests: no verb begins once the request it belongs to is to be given up, and a unit
 * that is not yet committed then is undone.
 */
export function heedDeadline(store: Store): Store {
  const verbs = VERBS.map((verb) => {
    const heeding = async (...args: unknown[]): Promise<unknown> => {
      giveUpWhenLate();
      return (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
    };
    return [verb, heeding];
  });
  return Object.assign(Object.create(store) as Store, Object.fromEntries(verbs), {
    atomically: <T>(unit: () => Promise<T>) => committing(store.atomically, unit),
  });
}
