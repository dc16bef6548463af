import type { Filter, Store } from '../store/port.ts';
import { BY_START, EVENTS, type EventRecord } from './event/record.ts';
import type { Span } from './event-days.ts';

/** How many are read at once, unless it is said. */
const MOST = 1000;

interface Reading {
  only: readonly string[];
  index: string;
  span?: Span;
  /** How many are read at once. */
  batch?: number;
}

/** The events that match, by their start, a batch at a time. */
export async function* byStart<T extends Pick<EventRecord, '_id' | 'startsAt'>>(
  store: Pick<Store, 'find'>,
  filter: Filter,
  { span: { from, before } = {}, batch: limit = MOST, ...how }: Reading,
): AsyncGenerator<T[]> {
  // From the start of the last one on, without those that were given: pages by number would be counted from the first.
  for (let [start, skip] = [from, 0]; ; ) {
    const range = { ...(start === undefined ? {} : { $gte: start }), ...(before === undefined ? {} : { $lt: before }) };
    const bounds = Object.keys(range).length > 0 ? { startsAt: range } : {};
    const page = { ...how, sort: BY_START, limit, skip };
    const batch = await store.find<T>(EVENTS.name, { ...filter, ...bounds }, page);
    yield batch;
    if (batch.length < limit) return;
    const last = batch.at(-1)!.startsAt;
    skip = batch.filter(({ startsAt }) => startsAt === last).length + (last === start ? skip : 0);
    start = last;
  }
}
