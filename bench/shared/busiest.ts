import type { Store, Stored } from '../../src/data/port.ts';
import { EVENTS, IN_EVENTS, LISTED, type Naming } from '../../src/kinds/event/record.ts';

/** The records of a kind that public events name, those of most events first. */
export async function busiest<R extends Stored & { _id: number }>(store: Store, list: keyof Naming): Promise<R[]> {
  const records = await store.find<R>(list, list === 'venues' || list === 'organizers' ? { status: 'publish' } : {});
  const values = records.map(({ _id }) => _id);
  const how = { values, highest: 'startsAt', index: IN_EVENTS[list] };
  const counts = new Map((await store.tally(EVENTS.name, list, LISTED, how)).map(({ value, count }) => [value, count]));
  const countOf = ({ _id }: R): number => counts.get(_id) ?? 0;
  return records.filter((record) => countOf(record) > 0).sort((a, b) => countOf(b) - countOf(a) || a._id - b._id);
}
