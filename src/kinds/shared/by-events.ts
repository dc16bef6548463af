import type { Filter } from '../../data/port.ts';
import { mayEdit, mayRead, readScope, type Viewer } from '../../domain/access.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { STATUSES } from '../../domain/status.ts';
import type { Context } from '../context.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import type { Repository } from './repository.ts';

interface Unpublished {
  events: Repository<EventRecord>;
  /** Which list of an event to use. */
  inEvents: keyof Naming;
  viewer: Viewer | undefined;
}

/** The ids named by unpublished events that the caller may see. Empty for callers without the edit right. */
export async function namedByUnpublished({ events, inEvents, viewer }: Unpublished, which: Filter): Promise<number[]> {
  if (!mayEdit(viewer)) return [];
  const scope = readScope(viewer);
  const status = { $in: STATUSES.filter((each) => each !== 'publish' && each !== 'trash') };
  // Names every index field before the start, so that the index can be read in ranges.
  const filter = { status, trashed: false, hideFromListings: { $in: [false, true] }, ...which };
  return scope.everything
    ? events.distinct<number>(inEvents, filter, { index: 'in_state' })
    : events.distinct<number>(inEvents, { ...filter, author: scope.ownOf ?? 0 }, { index: 'of_author' });
}

interface Named {
  events: Repository<EventRecord>;
  /** The event, and the parameter that names it. */
  id: number;
  field: string;
  /** Which list of the event to use. */
  inEvents: keyof Naming;
}

/**
 * Finds only what an event names in one of its lists, and nothing if the caller may not read that event.
 * @throws INVALID_FIELD naming the parameter if there is no such event
 */
export async function namedByEvent(
  { events, id, field, inEvents }: Named,
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
): Promise<Filter> {
  const [event] = await events.byIds([id]);
  if (!event) throw invalidField(field, 'unknown', 'There is no {0} with this id.', { word: 'event' });
  return { _id: { $in: mayRead(viewer, event, now) ? event[inEvents] : [] } };
}
