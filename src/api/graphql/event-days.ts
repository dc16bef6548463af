import { type EventDay, MOST } from '../../kinds/event/days.ts';
import { builder } from './builder.ts';
import { COSTS, OF_RECORDS, type Points } from './costs.ts';
import { listPrice } from './event-prices.ts';
import { Day } from './scalars.ts';
import { Event, eventWhereInput } from './types/event.ts';

/** The default: a week. */
const STANDARD = { days: 7, perDay: 3 } as const;

const EventDayType = builder.objectRef<EventDay>('EventDay').implement({
  description: 'A day of the calendar, with the events that take place on it.',
  fields: (t) => ({
    day: t.field({ type: Day, description: 'The day.', resolve: ({ day }) => day }),
    total: t.exposeInt('total', {
      description: `Number of events that take place on it. At most ${MOST.read} are counted.`,
    }),
    events: t.field({
      type: [Event],
      complexity: { field: 0, multiplier: 1 },
      extensions: OF_RECORDS,
      description:
        'Some of its events: first those that span several days, then those that begin and end on it, each by start. With `multiDay`, one that spans several days is only in the first of them.',
      resolve: ({ events }) => events,
    }),
  }),
});

builder.queryField('eventDays', (t) =>
  t.field({
    type: [EventDayType],
    nullable: true,
    description: `Consecutive days, as in the view of a month, each with the number of its events and the first few of them. Days are those of the time zone of the site, or of \`datesIn\`. An event that ends just as a day begins is not on that day.`,
    args: {
      from: t.arg({ type: Day, required: true, description: 'The first day.' }),
      days: t.arg.int({ defaultValue: STANDARD.days, description: `Number of days, up to ${MOST.days}.` }),
      perDay: t.arg.int({
        defaultValue: STANDARD.perDay,
        description: `Number of events to return for each day, up to ${MOST.perDay}. Events that span several days take at most half of the places while others need them.`,
      }),
      multiDay: t.arg.int({
        description: `Number of multi-day events to return besides, up to ${MOST.multiDay}: each once, on the first of these days. One that ends before 6:00 after its first night counts as an event of one day. If there are more, featured ones go first, then longer ones. \`perDay\` is then the number of others: those that begin on a day go first, then featured ones. Default: multi-day events share the places of days.`,
      }),
      where: t.arg({ type: eventWhereInput, description: 'Filters. Default: all events.' }),
    },
    complexity: (args): Points => ({ field: listPrice(args).field! + COSTS.total, records: eventsIn(args) }),
    resolve: (_, args, ctx) =>
      ctx.loaders.once(`eventDays ${JSON.stringify(args)}`, () =>
        ctx.services.event.days({ ...args, ...counted(args) }, ctx),
      ),
  }),
);

interface Counts {
  days?: number | null;
  perDay?: number | null;
  multiDay?: number | null;
}

const counted = ({ days, perDay }: Counts) => ({ days: days ?? STANDARD.days, perDay: perDay ?? STANDARD.perDay });

/** The maximum number of events for these arguments, even if they are refused later. */
function eventsIn(args: Counts) {
  const { days, perDay } = counted(args);
  const most = (asked: number, limit: number) => Math.max(0, Math.min(asked, limit));
  return most(days, MOST.days) * most(perDay, MOST.perDay) + most(args.multiDay ?? 0, MOST.multiDay);
}
