import type { Filter, Store } from '../../data/port.ts';
import { BY_START, EVENTS, type EventRecord } from '../event/record.ts';
import type { Span } from './event-days.ts';

/** How many events are read at once by default. */
const MOST = 1000;

interface Reading {
  only: readonly string[];
  index: string;
  span?: Span;
  /** How many events are read at once. */
  batch?: number;
}

/** Yields the matching events in order of their start, a batch at a time. */
export async function* byStart<T extends Pick<EventRecord, '_id' | 'startsAt'>>(
  store: Pick<Store, 'find'>,
  filter: Filter,
  { span: { from, before } = {}, batch: limit = MOST, ...how }: Reading,
): AsyncGenerator<T[]> {
  // Continues at the last start, and skips the events already yielded there. With page numbers, the store would count from the
  // first event.
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
