import { createChanges } from '../../src/data/changes/changes.ts';
import type { Store } from '../../src/data/port.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import type { Writes } from './asked.ts';
import { type Client, textOf } from './client.ts';

/** How many events name each of the busy categories. */
const EVENTS_EACH = 2000;
const DAY = 86_400_000;
/** Their starts are spread over so many days. */
const DAYS = 700;

/** Makes three categories with many events. Lists hide these events, so that no other row is slower for them. Returns their ids. */
export async function makeBusyCategories(client: Client, store: Store, writes: Writes): Promise<number[]> {
  const { id, categories } = JSON.parse(await textOf(client, writes.busy(['Busy 1', 'Busy 2', 'Busy 3'])));
  const [event] = await store.byIds<EventRecord>(EVENTS.name, [id]);
  const copies: EventRecord[] = [];
  while (copies.length < EVENTS_EACH - 1) {
    const number = copies.length;
    const later = (number % DAYS) * DAY;
    copies.push({
      ...event!,
      ...{ _id: await store.nextId('posts'), slug: { en: `busy-${number}` }, slugs: [`busy-${number}`] },
      ...{ uid: `busy-${number}`, startsAt: event!.startsAt + later, endsAt: event!.endsAt + later },
    });
  }
  await store.put(EVENTS.name, copies);
  await createChanges(store, Date.now).tellAll();
  return categories.map((category: { id: number }) => category.id);
}
