import { batchesById } from '../data/all-ids.ts';
import { createChanges } from '../data/changes/changes.ts';
import type { Report } from '../data/migrations/migration.ts';
import type { Store, Stored } from '../data/port.ts';
import { POSTS } from '../kinds/collections.ts';

/** Records per unit, so that others can write in between. */
const AT_ONCE = 200;

type Owned = Stored & { _id: number; author?: number };

/**
 * Gives all records of a user to another, and returns how many those were. If it is interrupted, another run gives the rest.
 * Damaged records stay.
 */
export async function assignRecords(
  store: Store,
  { from, to, report, clock }: { from: number; to: number; report: Report; clock(): number },
): Promise<number> {
  const changes = createChanges(store, clock);
  const give = (collection: string, ids: number[]) =>
    changes.unit({ now: clock(), atomically: store.atomically }, async () => {
      changes.noteAll();
      const which = { _id: { $in: ids }, author: from, version: { $gte: 0 } };
      return store.updateMany(collection, which, { $set: { author: to }, $inc: { version: 1 } });
    });
  let given = 0;
  for (const collection of POSTS) {
    const total = await store.count(collection, {});
    const how = { sort: [['_id', 1]], limit: AT_ONCE, only: ['author'], index: '_id_' } as const;
    let done = 0;
    for await (const some of batchesById<Owned>((after = 0) => store.find(collection, { _id: { $gt: after } }, how))) {
      const ids = some.filter(({ author }) => author === from).map(({ _id }) => _id);
      if (ids.length) given += await give(collection, ids);
      done += some.length;
      report(collection, done, total);
    }
  }
  return given;
}
