import { randomUUID } from 'node:crypto';
import type { Stored } from '../port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

type Event = Stored & { _id: number; uid?: unknown; version?: unknown };

/** Gives each event a globally unique id and a counter of its changes. */
export const keepIdentities: Migration = {
  version: 9,
  name: 'keep the identities of events',
  run: (store, report) =>
    inBatches<Event>(store, report, {
      collections: ['events'],
      only: ['uid', 'version'],
      async change(collection, events) {
        for (const { _id, version } of events.filter(({ uid }) => uid === undefined))
          await store.update(collection, _id, {
            $set: { uid: randomUUID(), sequence: 0 },
            // A version edited into a value that is no number cannot be increased.
            ...(Number.isSafeInteger(version) ? { $inc: { version: 1 } } : {}),
          });
      },
    }),
};
