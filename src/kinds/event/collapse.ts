import type { Filter } from '../../data/port.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import type { Instant } from '../../domain/time.ts';
import { minuteOf } from '../../domain/window.ts';
import type { Context } from '../context.ts';
import { timeSpan } from '../shared/time-span.ts';
import type { Where } from '../shared/where.ts';
import type { EventWhere } from './where-fields.ts';

/** The moment from which a list shows events: by their starts or by their ends, with or without that moment itself. */
type LowerBound = (where: EventWhere, span: (text: string) => { first: Instant; last: Instant }) => Filter;

/** That the event before starts before the list, and that all events before end before it. */
const starts = (bound: Record<string, Instant>): Filter => ({ previousStartsAt: bound });
const ends = (bound: Record<string, Instant>): Filter => ({ previousEndsAt: bound });

/** What each filter that has a lower bound says of the event before. */
const LOWER: { [F in keyof EventWhere]?: LowerBound } = {
  startsAfter: ({ startsAfter }, span) => starts({ $lte: span(startsAfter!).last }),
  startsOnOrAfter: ({ startsOnOrAfter }, span) => starts({ $lt: span(startsOnOrAfter!).first }),
  startsBetween: ({ startsBetween }, span) => starts({ $lt: span(startsBetween!.from).first }),
  endsAfter: ({ endsAfter }, span) => ends({ $lte: span(endsAfter!).last }),
  endsOnOrAfter: ({ endsOnOrAfter }, span) => ends({ $lt: span(endsOnOrAfter!).first }),
  runsBetween: ({ runsBetween }, span) => ends({ $lt: span(runsBetween!.from).first }),
  dateOverlaps: ({ dateOverlaps }, span) => ends({ $lte: span(dateOverlaps!.from).first }),
};

/** Filters that bound ends from above, or that take whole days: beside them, what is stored does not tell the first event. */
const REFUSED = [
  'endsBefore',
  'endsOnOrBefore',
  'endsBetween',
  'onDate',
  'span',
] as const satisfies (keyof EventWhere)[];

/** The part of a list that shows each series once: of its published, listed events the first that its dates let through. */
export function collapsed(where: EventWhere, ctx: Context, problems: Problem[]): Filter {
  const lower = (Object.keys(LOWER) as (keyof EventWhere)[]).filter((key) => where[key] != null);
  const isSince = where.when === 'upcoming' || where.when === 'running';
  const wrong = [...REFUSED.filter((key) => where[key] != null), ...(where.when === 'past' ? ['when'] : [])];
  if (lower.length + Number(isSince) > 1) wrong.push(lower.at(-1)!);
  for (const field of wrong)
    problems.push(problem('collapseSeries', 'at_odds', 'Must not stand beside {0}.', { field }));
  const span = (text: string) => timeSpan(text, where.datesIn ?? ctx.zone, ctx);
  const [key] = lower;
  const before = key ? LOWER[key]!(where, span) : isSince ? ends({ $lte: minuteOf(ctx.now) }) : undefined;
  return { $or: [{ previousStartsAt: { $exists: false } }, ...(before ? [before] : [])] };
}

/** Whether a filter inside another asks for it. It only means something at the top. */
export const isCollapsedWithin = ({ and, or, not }: Where<EventWhere>): boolean =>
  [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].some(
    (inner) => inner.collapseSeries != null || isCollapsedWithin(inner),
  );
