import type { Context } from '../../context.ts';
import { invalid } from '../../fields/examine.ts';
import { mayRead, readScope, type Viewer } from '../../rules/access.ts';
import { STATUSES } from '../../rules/status.ts';
import type { Filter } from '../../store/port.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import type { Repository } from './repository.ts';

/** Events that the caller sees besides what is published. */
export function unpublished(viewer: Viewer | undefined): Filter {
  const scope = readScope(viewer);
  const status = { $in: STATUSES.filter((each) => each !== 'publish' && each !== 'trash') };
  return { status, ...(scope.everything ? {} : { author: scope.ownOf ?? 0 }) };
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
