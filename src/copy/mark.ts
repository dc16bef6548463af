import { randomUUID } from 'node:crypto';
import { COPY, readSetting, SETTINGS } from '../migrations/settings.ts';
import { type Store, type Stored, storeRefused } from '../store/port.ts';
import { type Calendar, holdsNothing } from './calendar.ts';

const IDENTITY = 'identity';

interface Identity extends Stored {
  /** Random: no other calendar has it. */
  is: string;
}

interface Mark extends Stored {
  /** The identity of the calendar that is copied to here. */
  from: string;
  /** Whether everything has arrived. */
  finished: boolean;
}

/** What makes this calendar another one than all others; given when it is first asked for. */
export const identityOf = (store: Store): Promise<string> =>
  store.atomically(async () => {
    const known = await readSetting<Identity>(store, IDENTITY);
    if (known) return known.is;
    const is = randomUUID();
    await store.insert<Identity>(SETTINGS.name, { _id: IDENTITY, is });
    return is;
  });

/**
 * Makes the target the copy of the calendar with this identity, and says whether it is a complete one already. Nobody
 * else can take an empty target meanwhile.
 * @throws StoreRefused when it is that calendar itself, or holds what is no copy of it; then nothing is changed
 */
export const claim = (target: Calendar, from: string): Promise<'begun' | 'finished'> =>
  target.store.atomically(async () => {
    const { store } = target;
    if ((await readSetting<Identity>(store, IDENTITY))?.is === from)
      throw storeRefused('the source and the target are the same calendar');
    const mark = await readSetting<Mark>(store, COPY);
    if (mark?.from === from) return mark.finished === true ? 'finished' : 'begun';
    if (!(await holdsNothing(target)))
      throw storeRefused(
        'the target holds records or users already, and is no copy of this source: nothing is changed',
      );
    if (mark) await store.update(SETTINGS.name, COPY, { $set: { from, finished: false } });
    else await store.insert<Mark>(SETTINGS.name, { _id: COPY, from, finished: false });
    return 'begun';
  });

/** Everything has arrived in the target. */
export async function markFinished(store: Store): Promise<void> {
  await store.update(SETTINGS.name, COPY, { $set: { finished: true } });
}
