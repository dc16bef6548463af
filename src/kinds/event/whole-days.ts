import type { Filter } from '../../data/port.ts';
import { endOfDay, type Instant, startOfDay, toInstant, toWall } from '../../domain/time.ts';
import { wallAsUtc } from '../../domain/zones.ts';
import type { KeyedListing } from '../shared/keyed-list.ts';
import type { Listing, Ordered } from '../shared/page.ts';
import type { Repository } from '../shared/repository.ts';
import { BY_START, type EventRecord } from './record.ts';

/*
 * An all-day event is days, not moments: 5 June in Seoul is 5 June in Madrid too, though it begins there on the 4th. The store
 * orders and finds events by moments, which differ from such days by less than the zones of the world differ.
 */

const HOUR = 3_600_000;

/** More than any zone has ever been away from UTC. */
const WIDEST = 16 * HOUR;

/** When events begin and end, which is all that is read to select them. */
export type Spanning = Pick<EventRecord, '_id' | 'startsAt' | 'endsAt'>;

export type Bound = '$gt' | '$gte' | '$lt' | '$lte';

const WALLS = { startsAt: 'startDate', endsAt: 'endDate' } as const;

type Dated = keyof typeof WALLS;

/** Whether a field is the start or the end of an event. */
export const isDated = (field: string): field is Dated => Object.hasOwn(WALLS, field);

/** The moments at which a clock of the world may show what the clock of a zone shows now: the first, and the last. */
const aroundWorld = (at: Instant, zone: string): readonly [Instant, Instant] => {
  const naive = wallAsUtc(toWall(at, zone));
  return [naive - WIDEST, naive + WIDEST];
};

/**
 * Compares the start or the end with a moment, for all-day events by their own dates. Most are told apart by the index alone.
 * Where each series is shown once, its occurrences stay moments: so are those that say which one comes first.
 */
export function ownDates(
  field: Dated,
  bound: Bound,
  at: Instant,
  { zone, collapsed }: { zone: string; collapsed: boolean },
): Filter {
  const [first, last] = aroundWorld(at, zone);
  const [weak, strong] = bound.startsWith('$g') ? [first, last] : [last, first];
  const alone = collapsed ? { series: { $exists: false } } : {};
  const own = [
    { allDay: false, [field]: { [bound]: at } },
    ...(collapsed ? [{ allDay: true, series: { $exists: true }, [field]: { [bound]: at } }] : []),
    { allDay: true, ...alone, [WALLS[field]]: { [bound]: toWall(at, zone) } },
  ];
  return { [field]: { [bound]: weak }, $or: [{ [field]: { [bound]: strong } }, ...own] };
}

/** Events that may take place between two moments, all-day events by their own dates. */
const perhapsBetween = (first: Instant, last: Instant, zone: string): Filter => ({
  startsAt: { $lte: aroundWorld(last, zone)[1] },
  endsAt: { $gte: aroundWorld(first, zone)[0] },
});

/** Events on the day that begins and ends at these moments. An event that ends as the day begins belongs to the day before. */
export const onDay = (first: Instant, last: Instant, zone: string): Filter => ({
  // These bounds can use an index, the `$or` cannot.
  ...perhapsBetween(first, last, zone),
  $or: [
    {
      allDay: false,
      startsAt: { $lte: last },
      endsAt: { $gte: first },
      $or: [{ endsAt: { $gt: first } }, { startsAt: { $gte: first } }],
    },
    { allDay: true, startDate: { $lte: toWall(last, zone) }, endDate: { $gte: toWall(first, zone) } },
  ],
});

/** Most all-day events that are looked at. If there are more, the rest stand where they begin. */
const MOST = 2000;

/** A list, and the zone in which its days are told apart. */
interface Days {
  repository: Repository<EventRecord>;
  zone: string;
  /** The all-day events of the list. */
  wholeDays: Pick<Listing, 'filter' | 'index'>;
}

/** An all-day event between the moments at which its days begin and end in another zone. `moment` is when it really begins. */
type Moved = Spanning & { moment: Instant };

/** The all-day events of other zones. Those of this one already stand on their days. */
async function elsewhere({ repository, wholeDays, zone }: Days, bounds: Filter): Promise<Map<number, Moved>> {
  const { filter, index } = wholeDays;
  // The list itself rests on all of these events.
  const light = { sort: BY_START, only: ['startsAt', 'endsAt'], limit: MOST, index, dependencies: null };
  const found = await repository.find({ $and: [filter, bounds] }, light);
  const isElsewhere = ({ startsAt, endsAt }: Spanning) =>
    !toWall(startsAt, zone).endsWith(' 00:00:00') || !toWall(endsAt, zone).endsWith(' 23:59:59');
  const moments = new Map(found.filter(isElsewhere).map(({ _id, startsAt }) => [_id, startsAt]));
  if (moments.size === 0) return new Map();
  const ids = { _id: { $in: [...moments.keys()] } };
  const dated = await repository.find(ids, { only: ['startDate', 'endDate'], index: '_id_', dependencies: null });
  const moved = dated.map(({ _id, startDate, endDate }) => ({
    _id,
    moment: moments.get(_id)!,
    startsAt: toInstant(startOfDay(startDate), zone),
    endsAt: toInstant(endOfDay(endDate), zone),
  }));
  return new Map(moved.map((each) => [each._id, each]));
}

/** The all-day events of other zones that may take place between two moments. */
export const elsewhereBetween = (days: Days, first: Instant, last: Instant): Promise<Map<number, Spanning>> =>
  elsewhere(days, perhapsBetween(first, last, days.zone));

/**
 * Reads part of a list ordered by start, with each all-day event where its first day begins in the zone. Only those of other
 * zones move, none of them further than zones differ.
 */
export const inOrderOfDays =
  ({
    repository,
    filter,
    index,
    sort,
    ...days
  }: Days & Pick<KeyedListing, 'filter' | 'index' | 'sort'>): Required<Ordered<EventRecord>>['readPart'] =>
  async ({ skip, limit, dependencies }) => {
    const rows = await repository.shown(filter, { sort, skip, limit, index, dependencies });
    if (rows.length === 0) return rows;
    // What moves over an end of this part begins near it: within twice the longest way.
    const [one, other] = [rows[0]!.startsAt, rows.at(-1)!.startsAt];
    const near = { $gte: Math.min(one, other) - 4 * WIDEST, $lte: Math.max(one, other) + 4 * WIDEST };
    const moved = await elsewhere({ repository, ...days }, { startsAt: near });
    if (moved.size === 0) return rows;
    const compare = (a: Spanning, b: Spanning) => sort[0]![1] * (a.startsAt - b.startsAt || a._id - b._id);
    const first = Math.max(0, skip - moved.size);
    const wide = { sort, skip: first, limit: skip - first + limit + moved.size, index, dependencies };
    const found: Spanning[] = await repository.find(filter, { ...wide, only: ['startsAt', 'endsAt'] });
    const isPassed = (each: Moved) => compare({ ...each, startsAt: each.moment }, found[0] ?? each) < 0;
    const passed = [...moved.values()].filter(isPassed);
    const ordered = [...found.filter(({ _id }) => !moved.has(_id)), ...moved.values()].sort(compare);
    const before = skip - first + passed.length;
    const ids = ordered.slice(before, before + limit).map(({ _id }) => _id);
    const records = await repository.shown({ _id: { $in: ids } }, { index: '_id_', dependencies });
    const byId = new Map(records.map((record) => [record._id, record]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
