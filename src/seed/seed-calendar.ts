import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../migrations/migration.ts';
import { readSetting, SEED, SETTINGS } from '../migrations/settings.ts';
import { COLLECTIONS } from '../resources/collections.ts';
import { isEmpty } from '../store/empty.ts';
import { type Store, type Stored, storeRefused } from '../store/port.ts';
import { type Parameters, parametersOf, type SeedOptions } from './parameters.ts';
import { writeCalendar } from './write-calendar.ts';

/** What was done. */
export interface Seeded {
  /** Whether the same call had done it before, and nothing was left to do. */
  before: boolean;
  /** How many records of each collection the calendar was filled with. */
  counts: Readonly<Record<string, number>>;
}

/** What a calendar remembers of its seeding. */
interface SeedSetting extends Stored, Parameters {
  finished: boolean;
  /** Once it is finished. */
  counts?: Seeded['counts'];
}

const ONLY_EMPTY = 'only an empty one is seeded. Name a new one by DATA_DIR or MONGODB_URI';

/**
 * Fills an empty calendar with records that look like real ones, as the services would have stored them. The same
 * parameters make the same records. What an earlier call with the same parameters left unfinished is finished. Nobody
 * else may write meanwhile.
 * @throws StoreRefused when the calendar holds, or held, other records
 */
export async function seedCalendar(
  store: Store,
  { report = () => {}, ...options }: SeedOptions & { report?: Report },
): Promise<Seeded> {
  const parameters = parametersOf(options);
  const finished = await begin(store, parameters);
  if (finished) return { before: true, counts: finished };
  const counts = await writeCalendar(store, parameters, report);
  await store.update(SETTINGS.name, SEED, { $set: { finished: true, counts } });
  return { before: false, counts };
}

/** Notes down that this calendar is being seeded, or says what it was seeded with. @throws StoreRefused */
async function begin(store: Store, parameters: Parameters): Promise<Seeded['counts'] | undefined> {
  const given = (await store.lastId('posts')) + (await store.lastId('terms'));
  return store.atomically(async () => {
    const setting = await readSetting<SeedSetting>(store, SEED);
    const { _id, finished, counts, ...earlier } = setting ?? {};
    if (isDeepStrictEqual(earlier, parameters)) return finished ? counts : undefined;
    if (setting) throw storeRefused(refusal(setting));
    const names = COLLECTIONS.map(({ name }) => name);
    if (!(await isEmpty(store, names))) throw storeRefused(`the calendar already holds records: ${ONLY_EMPTY}`);
    if (given > 0) throw storeRefused('the calendar is empty, but has given ids before: seed a new one');
    await store.put<SeedSetting>(SETTINGS.name, [{ _id: SEED, ...parameters, finished: false }]);
    return undefined;
  });
}

function refusal({ events, seed, around, severalVenues, finished }: SeedSetting): string {
  const flag = severalVenues ? ' --several-venues' : '';
  const earlier = `--events ${events} --seed ${seed} --around ${around}${flag}`;
  return finished
    ? `the calendar was seeded with ${earlier} before: ${ONLY_EMPTY}`
    : `the calendar is being seeded with ${earlier}: finish that one, or seed an empty calendar`;
}
