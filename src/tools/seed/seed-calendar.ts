import { isDeepStrictEqual } from 'node:util';
import { isEmpty } from '../../data/empty.ts';
import type { Report } from '../../data/migrations/migration.ts';
import { readSetting, SEED, SETTINGS } from '../../data/migrations/settings.ts';
import { type Store, type Stored, storeRefused } from '../../data/port.ts';
import { COLLECTIONS } from '../../kinds/collections.ts';
import { type Parameters, parametersOf, type SeedOptions } from './parameters.ts';
import { writeCalendar } from './write-calendar.ts';

/** The result of a seeding. */
export interface Seeded {
  /** Whether an earlier, equal call had already completed it. */
  before: boolean;
  /** Seeded records, by collection. */
  counts: Readonly<Record<string, number>>;
}

/** The seeding as the calendar remembers it. */
interface SeedSetting extends Stored, Parameters {
  finished: boolean;
  /** Set when it is finished. */
  counts?: Seeded['counts'];
}

const ONLY_EMPTY = 'only an empty one is seeded. Name a new one by DATA_DIR or MONGODB_URI';

/**
 * Fills an empty calendar with realistic records, as the services would have stored them. The same parameters give the same
 * records. It completes an interrupted call with the same parameters. Nobody else may write in the meantime.
 * @throws StoreRefused if the calendar has, or once had, other records
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

/** Notes that this calendar is being seeded. If it already was, returns the counts. @throws StoreRefused */
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
