import { charge, currentWork, resume } from '../event-loop.ts';
import type { Store } from './port.ts';
import { timed } from './timed.ts';

/**
 * The same store on another machine, whose time is charged to the work that asks for it: that of each verb, in equal parts
 * among all that are under way when it ends.
 */
export function charged(store: Store): Store {
  let underWay = 0;
  return timed(store, (verb) => {
    const work = currentWork();
    // A unit is charged by the verbs inside it.
    const isCharged = verb !== 'atomically';
    if (isCharged) underWay += 1;
    return (_, seconds) => {
      if (isCharged) charge(work, (seconds * 1000) / underWay--);
      resume(work);
    };
  });
}
