import { spanFields } from '../../../domain/fields/where.ts';
import { toIso } from '../../../domain/iso.ts';
import { type Understood, understood } from '../../../domain/spans.ts';
import { minuteOf, nextWindow } from '../../../domain/window.ts';
import type { Context } from '../../../kinds/context.ts';
import type { EventRecord } from '../../../kinds/event/record.ts';
import type { EventWhere } from '../../../kinds/event/where-fields.ts';
import type { Connection } from '../../../kinds/shared/connection.ts';
import { builder } from '../builder.ts';
import { inputFrom } from '../inputs.ts';
import { moment, TimeZone } from '../scalars.ts';
import { events } from './event.ts';

inputFrom('EventSpan', { table: spanFields, use: 'filter', description: 'A span of time, in words or by its ends.' });

/** What the span of a list means; of a list without one, all. */
function spanOf({ where }: Connection<EventRecord>, { zone, now, freshness }: Context): Understood {
  const { span, datesIn } = (where ?? {}) as EventWhere;
  if (!span) return { when: 'all' };
  const { when, first, last } = understood(span, { zone: datesIn ?? zone, now })!;
  const minute = minuteOf(now);
  if (when !== 'all') freshness.until = Math.min(freshness.until, nextWindow(now));
  return {
    when,
    first: when === 'upcoming' || when === 'running' ? Math.max(first ?? minute, minute) : first,
    last: when === 'past' || when === 'running' ? Math.min(last ?? minute, minute) : last,
  };
}

const inZoneOf = ({ where }: Connection<EventRecord>, { zone }: Context): string =>
  (where as EventWhere | undefined)?.datesIn ?? zone;

/** The first or the last moment of the span of a list. */
const endOf = (end: 'first' | 'last', description: string) => ({
  ...moment(description),
  nullable: true as const,
  resolve(list: Connection<EventRecord>, _: object, ctx: Context) {
    const at = spanOf(list, ctx)[end];
    return at === undefined ? null : toIso(at, inZoneOf(list, ctx));
  },
});

builder.objectFields(events.type, (t) => ({
  from: t.field(
    endOf(
      'first',
      'The first moment of `span` in `where`, as it was understood; null if it has none, or without `span`.',
    ),
  ),
  to: t.field(endOf('last', 'The last moment of `span` in `where`, likewise.')),
  timezone: t.field({
    type: TimeZone,
    description: 'The time zone of the dates in `where` that have no offset.',
    resolve: (list, _, ctx) => inZoneOf(list, ctx),
  }),
}));
