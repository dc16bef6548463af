import { giveUpLateUnit } from '../request.ts';
import { IN_COLLECTIONS, type Store } from './port.ts';

const VERBS = [...IN_COLLECTIONS, 'nextId', 'lastId'] as const;

/** The same store for units of requests: no verb begins once the request is to be given up, so that the unit is undone. */
export function heedDeadline(store: Store): Store {
  const verbs = VERBS.map((verb) => {
    const heeding = (...args: unknown[]): Promise<unknown> => {
      giveUpLateUnit();
      return (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
    };
    return [verb, heeding];
  });
  return Object.assign(Object.create(store) as Store, Object.fromEntries(verbs));
}
