import type { EventRecord } from '../resources/event/record.ts';
import { EVENT_LINKS } from '../resources/event-links.ts';
import type { LinkedRecord } from '../resources/post/record.ts';
import type { TermRecord } from '../resources/term/record.ts';

/** Counts what the services would have counted, had every story been sent to them. */
export interface Tally {
  event(event: EventRecord): void;
  /** The record with what it keeps about the events so far. Terms are seen before the first event that names them. */
  term(record: TermRecord): TermRecord;
  linked<R extends LinkedRecord>(record: R): R;
}

interface Count {
  /** Events that name it, as its kind counts them. */
  events: number;
  /** The same, with what stands below it. */
  below: number;
  /** When the last of them starts. */
  last?: number;
}

export function createTally(): Tally {
  const terms = new Map<number, Count>();
  const posts = new Map<number, Count>();
  const ancestors = new Map<number, readonly number[]>();

  function at(counts: Map<number, Count>, id: number): Count {
    const count = counts.get(id) ?? { events: 0, below: 0 };
    counts.set(id, count);
    return count;
  }

  return {
    event(event) {
      const { categories, tags, status, startsAt } = event;
      if (status !== 'publish') return;
      const carried = [...categories, ...tags];
      const above = new Set(carried.flatMap((id) => [...ancestors.get(id)!, id]));
      const linked = EVENT_LINKS.flatMap(({ inEvents }) => event[inEvents]);
      for (const id of carried) at(terms, id).events += 1;
      for (const id of above) at(terms, id).below += 1;
      if (event.hideFromListings) return;
      for (const id of linked) {
        const count = at(posts, id);
        count.events += 1;
        count.last = Math.max(count.last ?? startsAt, startsAt);
      }
    },

    term(record) {
      ancestors.set(record._id, record.ancestors);
      const { events, below } = at(terms, record._id);
      return { ...record, count: events, countWithDescendants: below };
    },

    linked(record) {
      const { events, last } = at(posts, record._id);
      return {
        ...record,
        publicEvents: events,
        ...(last === undefined ? {} : { lastPublicStart: last }),
      };
    },
  };
}
