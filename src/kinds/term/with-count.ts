import type { EventCounts } from '../counts/event-counts.ts';
import type { TermKind } from '../define-kind.ts';
import type { WithCount } from '../shared/repository.ts';
import type { TermRecord } from './record.ts';

/**
 * Adds to terms how many events carry them, if that is known. A term stays the same object while its number does, so that its
 * cached texts stay valid; its version does not follow the number.
 */
export function createWithCount(list: TermKind['inEvents'], numbers: EventCounts): WithCount<TermRecord> {
  const made = new WeakMap<TermRecord, TermRecord>();
  return (term, dependencies) => {
    const count = numbers.cached(list, term._id, dependencies)?.events;
    const before = made.get(term);
    if (count === undefined || before?.count === count) return count === undefined ? term : before!;
    const counted = Object.freeze({ ...term, count });
    made.set(term, counted);
    return counted;
  };
}
