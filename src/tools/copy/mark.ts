import { storedIdentity } from '../../data/identity.ts';
import { type Store, type Stored, storeRefused } from '../../data/port.ts';
import { COPY, readSetting, SEED, SETTINGS } from '../../data/settings.ts';
import { holdsNothing } from './calendar.ts';

interface Mark extends Stored {
  /** The identity of the source calendar. */
  from: string;
  /** Whether everything has arrived. */
  finished: boolean;
}

/**
 * Marks the target as the copy of the calendar with this identity, and returns whether it is already complete. The unit
 * keeps others from claiming an empty target at the same time.
 * @throws StoreRefused, before any change, if it is that calendar itself or holds anything but a copy of it
 */
export const claim = (store: Store, from: string): Promise<'begun' | 'finished'> =>
  store.atomically(async () => {
    if ((await storedIdentity(store))?.is === from)
      throw storeRefused('the source and the target are the same calendar');
    const mark = await readSetting<Mark>(store, COPY);
    if (mark?.from === from) return mark.finished === true ? 'finished' : 'begun';
    if (!(await holdsNothing(store)))
      throw storeRefused(
        'the target holds records or users already, and is no copy of this source: nothing is changed',
      );
    if (mark) await store.update(SETTINGS.name, COPY, { $set: { from, finished: false } });
    else await store.insert<Mark>(SETTINGS.name, { _id: COPY, from, finished: false });
    return 'begun';
  });

/** Marks the copy as complete. It copies the seed too, so that the pictures of a seeded calendar are still drawn. */
export async function markFinished(from: Store, store: Store): Promise<void> {
  const seed = await readSetting(from, SEED);
  if (seed) await store.put(SETTINGS.name, [seed]);
  await store.update(SETTINGS.name, COPY, { $set: { finished: true } });
}
