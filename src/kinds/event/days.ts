import type { Filter } from '../../data/port.ts';
import { isMultiDay } from '../../domain/days.ts';
import { problem } from '../../domain/errors.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { type Instant, startOfDay, toInstant } from '../../domain/time.ts';
import { isInYears } from '../../domain/years.ts';
import { DAY, utcAsWall, wallAsUtc } from '../../domain/zones.ts';
import type { Context } from '../context.ts';
import type { KeyedListing } from '../shared/keyed-list.ts';
import type { Repository } from '../shared/repository.ts';
import type { Where } from '../shared/where.ts';
import { BY_START, type EventRecord } from './record.ts';
import type { EventWhere } from './where-fields.ts';
import { elsewhereBetween, type Spanning } from './whole-days.ts';

/** A day, with the number of its events and some of them. */
export interface EventDay {
  /** `2026-11-20`. */
  day: string;
  /** At most `MOST.read`. Any more are not counted. */
  total: number;
  events: EventRecord[];
}

interface DaysInput {
  /** The first day. */
  from: string;
  /** How many days. Days after the year 9999 are left out. */
  days: number;
  /** How many events to return for each day. */
  perDay: number;
  /** How many multi-day events to return besides, each once. Without it, they share the places of days. */
  multiDay?: number | null;
  where?: Where<EventWhere> | null;
}

/**
 * The days of a span in the zone of the site, or in `datesIn`, each with its events. Events of several days come first, and
 * take at most half of a day's places if others need them. Then come events within the day. Both are ordered by start. An
 * all-day event is on its own dates, whatever its zone.
 *
 * With `multiDay`, an event that runs over several days, by its own clock too, takes no place: it comes once, on the first of
 * these days that it is on. If there are more, featured ones go first, then longer ones. Of the others, those that begin on a day
 * have its places first, then featured ones.
 * @throws INVALID_FIELD naming the argument that is wrong
 */
export type Days = (input: DaysInput, ctx: Context) => Promise<EventDay[]>;

interface DaysDeps {
  repository: Repository<EventRecord>;
  listing(where: Where<EventWhere>, ctx: Context): Promise<KeyedListing>;
}

/** The limits of a request, and of a single read. If more events begin in a span, it is read in halves. */
export const MOST = { days: 42, perDay: 10, multiDay: 50, read: 2000 } as const;

/** A day, from its first moment to the first moment of the next day. */
interface DaySpan {
  day: string;
  first: Instant;
  next: Instant;
}

export const createDays =
  ({ repository, listing }: DaysDeps): Days =>
  async ({ from, days: count, perDay, multiDay, where }, ctx) => {
    refuseBeyond({ days: count, perDay, ...(multiDay != null && { multiDay }) });
    const zone = where?.datesIn ?? ctx.zone;
    const { filter, index, wholeDays } = await listing(where ?? {}, ctx);
    const { dependencies } = ctx.loaders;

    const light = { sort: BY_START, only: ['startsAt', 'endsAt'], limit: MOST.read, index, dependencies };

    /** The first events of the list within these bounds. Without a first start, the read passes all that are over, too. */
    const read = (bounds: Filter): Promise<Spanning[]> => repository.find({ $and: [filter, bounds] }, light);

    /** The events of each day, by start. */
    async function eventsOf(days: readonly DaySpan[]): Promise<Spanning[][]> {
      const [first, next] = [days[0]!.first, days.at(-1)!.next];
      const lasting = { endsAt: { $gte: first } };
      const few = await read({ startsAt: { $lt: next }, ...lasting });
      const all =
        few.length < MOST.read
          ? few
          : [...(await read({ startsAt: { $lt: first }, ...lasting })), ...(await beginningOn(days))];
      const found = await withOwnDays(all, first, next);
      return days.map((day) => found.filter((event) => isOn(event, day)));
    }

    async function beginningOn(days: readonly DaySpan[]): Promise<Spanning[]> {
      giveUpWhenLate(ctx.running);
      const found = await read({ startsAt: { $gte: days[0]!.first, $lt: days.at(-1)!.next } });
      if (found.length < MOST.read || days.length === 1) return found;
      const half = Math.ceil(days.length / 2);
      return [...(await beginningOn(days.slice(0, half))), ...(await beginningOn(days.slice(half)))];
    }

    /** The same events, with all-day events of other zones on their own days. */
    async function withOwnDays(read: readonly Spanning[], first: Instant, next: Instant) {
      const own = await elsewhereBetween({ repository, wholeDays: wholeDays!, zone }, first, next);
      if (own.size === 0) return read;
      const others = read.filter(({ _id }) => !own.has(_id));
      return [...others, ...own.values()].sort((a, b) => a.startsAt - b.startsAt || a._id - b._id);
    }

    /** Which of these events run over several days. Most are told by their moments, some only by their own clock. */
    async function multiDayAmong(found: readonly Spanning[][], days: readonly DaySpan[]) {
      const longer = new Map(
        found.flatMap((events, at) =>
          events.filter((event) => isLonger(event, days[at]!)).map((each) => [each._id, each]),
        ),
      );
      const short = [...longer.values()].filter(({ startsAt, endsAt }) => endsAt - startsAt < SURELY_LONG);
      if (short.length === 0) return [...longer.values()];
      const ids = { _id: { $in: short.slice(0, MOST.read).map(({ _id }) => _id) } };
      const dated = await repository.find(ids, { only: ['startDate', 'endDate'], index: '_id_', dependencies });
      const own = new Map(dated.map((event) => [event._id, isMultiDay(event)]));
      return [...longer.values()].filter(
        ({ _id, startsAt, endsAt }) => own.get(_id) ?? endsAt - startsAt >= SURELY_LONG,
      );
    }

    /** What to return of each day, with each multi-day event once. */
    async function withMultiDay(found: readonly Spanning[][], days: readonly DaySpan[], most: number) {
      const long = await multiDayAmong(found, days);
      const ids = new Set(long.map(({ _id }) => _id));
      const others = found.map((events) => events.filter(({ _id }) => !ids.has(_id)));
      const isRoom = long.length <= most && others.every(({ length }) => length <= perDay);
      const bounds = { startsAt: { $lt: days.at(-1)!.next }, endsAt: { $gte: days[0]!.first }, featured: true };
      const light = { only: ['startsAt'], limit: MOST.read, index: 'featured', dependencies };
      const featured = isRoom ? [] : await repository.find({ $and: [filter, bounds] }, light);
      const lasts = ({ startsAt, endsAt }: Spanning) => endsAt - startsAt;
      const isFeatured = new Set(featured.map(({ _id }) => _id));
      const rank = ({ _id }: Spanning): number => (isFeatured.has(_id) ? 0 : 1);
      const left = new Set(
        long
          .toSorted((a, b) => rank(a) - rank(b) || lasts(b) - lasts(a))
          .slice(0, most)
          .map(({ _id }) => _id),
      );
      return days.map(({ first }, at) => {
        const once = found[at]!.filter(({ _id }) => left.delete(_id));
        const begun = ({ startsAt }: Spanning): number => (startsAt < first ? 1 : 0);
        const chosen = others[at]!.toSorted((a, b) => begun(a) - begun(b) || rank(a) - rank(b)).slice(0, perDay);
        return [...once, ...others[at]!.filter((event) => chosen.includes(event))];
      });
    }

    const days = daysFrom(from, count, zone);
    const found = days.length ? await eventsOf(days) : [];
    const shown =
      multiDay != null && days.length
        ? await withMultiDay(found, days, multiDay)
        : days.map((day, at) => someOf(found[at]!, day, perDay));
    const ids = [...new Set(shown.flat().map(({ _id }) => _id))];
    const records = ids.length ? await repository.shown({ _id: { $in: ids } }, { index: '_id_', dependencies }) : [];
    const byId = new Map(records.map((record) => [record._id, record]));
    return days.map(({ day }, at) => ({
      day,
      total: Math.min(found[at]!.length, MOST.read),
      events: shown[at]!.flatMap(({ _id }) => byId.get(_id) ?? []),
    }));
  };

function refuseBeyond(input: Readonly<Partial<Record<'days' | 'perDay' | 'multiDay', number>>>) {
  const problems = (Object.keys(input) as (keyof typeof input)[]).flatMap((field) =>
    input[field]! >= 1 && input[field]! <= MOST[field]
      ? []
      : [problem(field, 'out_of_range', 'Must be a number from {0} to {1}.', 1, MOST[field])],
  );
  if (problems.length) throw invalid(problems);
}

/** Only days in the years 1 to 9999. */
function daysFrom(from: string, count: number, zone: string): DaySpan[] {
  const midnights = Array.from({ length: count + 1 }, (_, at) => utcAsWall(wallAsUtc(startOfDay(from)) + at * DAY));
  return midnights.slice(0, count).flatMap((wall, at) => {
    if (!isInYears(wall)) return [];
    return [{ day: wall.slice(0, 10), first: toInstant(wall, zone), next: toInstant(midnights[at + 1]!, zone) }];
  });
}

/** An event that ends as a day begins belongs to the day before. */
const isOn = ({ startsAt, endsAt }: Spanning, { first, next }: DaySpan) =>
  startsAt < next && (endsAt > first || startsAt >= first);

/** Lasts over the night whatever the clock shows, also where it changes: from 0:00 to 6:00 on the next day is 30 hours. */
const SURELY_LONG = 31 * 3_600_000;

const isLonger = ({ startsAt, endsAt }: Spanning, { first, next }: DaySpan) => startsAt < first || endsAt > next;

function someOf(events: readonly Spanning[], day: DaySpan, most: number) {
  const [longer, others] = [
    events.filter((event) => isLonger(event, day)),
    events.filter((event) => !isLonger(event, day)),
  ];
  const places = Math.min(longer.length, Math.max(Math.ceil(most / 2), most - others.length));
  return [...longer.slice(0, places), ...others.slice(0, most - places)];
}
