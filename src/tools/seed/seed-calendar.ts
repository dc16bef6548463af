import { isDeepStrictEqual } from 'node:util';
import { createChanges } from '../../data/changes/changes.ts';
import { isEmpty } from '../../data/empty.ts';
import type { Report } from '../../data/migrations/migration.ts';
import { type Store, type Stored, storeRefused } from '../../data/port.ts';
import { readSetting, SEED, SETTINGS } from '../../data/settings.ts';
import { COLLECTIONS } from '../../kinds/collections.ts';
import { withSmallHeap } from '../small-heap.ts';
import { calendarOf } from './calendar.ts';
import { type Parameters, parametersOf, type SeedOptions, ZONE } from './options.ts';

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
  /** The zone of the site, unless the environment names one. */
  timezone?: string;
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
  const counts = await withSmallHeap(() => writeCalendar(store, parameters, report));
  await store.update(SETTINGS.name, SEED, { $set: { finished: true, counts, timezone: ZONE } });
  return { before: false, counts };
}

/** Notes that this calendar is being seeded. If it already was, returns the counts. @throws StoreRefused */
async function begin(store: Store, parameters: Parameters) {
  const given = (await store.lastId('posts')) + (await store.lastId('terms'));
  return store.atomically(async () => {
    const setting = await readSetting<SeedSetting>(store, SEED);
    const { _id, finished, counts, timezone: _, ...earlier } = setting ?? {};
    if (isDeepStrictEqual(earlier, parameters)) return finished ? counts : undefined;
    if (setting) throw storeRefused(refusal(setting));
    const names = COLLECTIONS.map(({ name }) => name);
    if (!(await isEmpty(store, names))) throw storeRefused(`the calendar already holds records: ${ONLY_EMPTY}`);
    if (given > 0) throw storeRefused('the calendar is empty, but has given ids before: seed a new one');
    await store.put<SeedSetting>(SETTINGS.name, [{ _id: SEED, ...parameters, finished: false }]);
    return undefined;
  });
}

function refusal({ events, seed, around, severalVenues, finished }: SeedSetting) {
  const flag = severalVenues ? ' --several-venues' : '';
  const earlier = `--events ${events} --seed ${seed} --around ${around}${flag}`;
  return finished
    ? `the calendar was seeded with ${earlier} before: ${ONLY_EMPTY}`
    : `the calendar is being seeded with ${earlier}: finish that one, or seed an empty calendar`;
}

const BATCH = 1000;

/** Writes all records in batches. Writing them again changes nothing. */
async function writeCalendar(store: Store, parameters: Parameters, report: Report): Promise<Seeded['counts']> {
  const { collections, lastIds } = calendarOf(parameters);
  // Other writers get none of these ids.
  for (const [space, last] of Object.entries(lastIds)) await store.lastId(space, last);
  const changes = createChanges(store, Date.now);
  let written: Promise<void> = Promise.resolve();
  for (const { name, size, records } of collections) {
    let done = 0;
    for (const batch of batches(records)) {
      // The store writes a batch while the next one is generated.
      await written;
      written = changes.put(name, batch);
      written.catch(() => {});
      done += batch.length;
      report(name, done, size);
    }
  }
  await written;
  await changes.tellAll();
  return Object.fromEntries(collections.toReversed().map(({ name, size }) => [name, size]));
}

function* batches(records: Iterable<Stored>): Generator<Stored[]> {
  let batch: Stored[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
