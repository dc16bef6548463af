import { readSync } from 'node:fs';
import type { Store } from '../../../src/data/port.ts';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { quiet } from '../../store/quiet.ts';

// A second process for files.test.ts: `child.ts DIR SCENE`. What it prints is what the test looks at.
const [, , dir = '', scene = ''] = process.argv;

const killSelf = () => {
  process.kill(process.pid, 'SIGKILL');
  // The signal may arrive a moment later.
  return new Promise<never>(() => undefined);
};

const SCENES: Record<string, (store: Store) => Promise<unknown>> = {
  'killed in a unit': async (store) => {
    await store.insert('things', { _id: 1, slugs: ['a'], n: 1 } as { _id: number });
    await store.insert('things', { _id: 2, slugs: ['b'] } as { _id: number });
    await store.atomically(async () => {
      await store.update('things', 1, { $set: { slugs: ['c'], n: 2 } });
      await store.update('things', 2, { $set: { slugs: ['a'] } });
      await store.update('things', 1, { $inc: { n: 1 } });
      await store.insert('things', { _id: 3, slugs: ['b'] } as { _id: number });
      await store.delete('things', 2);
      await killSelf();
    });
  },
  'killed after an id': async (store) => {
    process.stdout.write(`${await store.nextId('ids')} ${await store.nextId('ids')}`);
    await killSelf();
  },
  'holding until told': async () => {
    process.stdout.write('open');
    readSync(0, Buffer.alloc(1));
  },
};

await openEmbeddedStore({
  dir,
  collections: [
    {
      name: 'things',
      lists: ['slugs'],
      indexes: [{ name: 'slugs_1', fields: [['slugs', 1]], unique: true, sparse: true }],
    },
  ],
  log: quiet,
}).then(SCENES[scene], (error: Error) => process.stdout.write(error.message));
