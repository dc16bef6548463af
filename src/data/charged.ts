import { charge, currentWork, resume } from '../domain/event-loop.ts';
import type { Store } from './port.ts';
import { timed } from './timed.ts';

/**
 * Wraps a store on another machine and charges its time to the work that calls it. A verb's time is divided equally among all
 * verbs that are running when it ends.
 */
export function charged(store: Store): Store {
  let underWay = 0;
  return timed(store, (verb) => {
    const work = currentWork();
    // A unit is charged through its verbs.
    const isCharged = verb !== 'atomically';
    if (isCharged) underWay += 1;
    return (_, seconds) => {
      if (isCharged) charge(work, (seconds * 1000) / underWay--);
      resume(work);
    };
  });
}
