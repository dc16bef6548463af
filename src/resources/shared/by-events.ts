import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import { mayEdit, mayRead, readScope, type Viewer } from '../../rules/access.ts';
import { STATUSES } from '../../rules/status.ts';
import type { Filter } from '../../store/port.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import type { Repository } from './repository.ts';

interface Unpublished {
  events: Repository<EventRecord>;
  /** The list of an event that is meant. */
  inEvents: keyof Naming;
  viewer: Viewer | undefined;
}

/** The ids that events name which are not published, of those that the caller sees; nothing for a caller who edits nothing. */
export async function namedByUnpublished({ events, inEvents, viewer }: Unpublished, which: Filter): Promise<number[]> {
  if (!mayEdit(viewer)) return [];
  const scope = readScope(viewer);
  const status = { $in: STATUSES.filter((each) => each !== 'publish' && each !== 'trash') };
  // What the index has in front of the start is asked for, so that it can be read a range at a time.
  const filter = { status, trashed: false, hideFromListings: { $in: [false, true] }, ...which };
  return scope.everything
    ? events.distinct<number>(inEvents, filter, { index: 'in_state' })
    : events.distinct<number>(inEvents, { ...filter, author: scope.ownOf ?? 0 }, { index: 'of_author' });
}

interface Named {
  events: Repository<EventRecord>;
  /** The event, and the parameter that says so. */
  id: number;
  field: string;
  /** The list that is meant. */
  inEvents: keyof Naming;
}

/**
 * Only what an event names in one of its lists; nothing for a caller who may not read that event.
 * @throws INVALID_FIELD naming the parameter when there is no such event
 */
export async function namedByEvent(
  { events, id, field, inEvents }: Named,
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
): Promise<Filter> {
  const [event] = await events.byIds([id]);
  if (!event) throw invalid([{ field, code: 'unknown', message: 'There is no event with this id.' }]);
  return { _id: { $in: mayRead(viewer, event, now) ? event[inEvents] : [] } };
}
