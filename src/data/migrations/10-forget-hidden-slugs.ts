import type { Stored } from '../port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

type Post = Stored & { _id: number } & Partial<
    Record<'formerSlugs' | 'status' | 'statusBeforeTrash' | 'version', unknown>
  >;

/**
 * Takes the former slugs from posts that visitors do not see. Older programs also kept slugs that were never public, and do not
 * say which.
 */
export const forgetHiddenSlugs: Migration = {
  version: 10,
  name: 'forget the former slugs of hidden records',
  run: (store, report) =>
    inBatches<Post>(store, report, {
      collections: ['events', 'venues', 'organizers'],
      only: ['formerSlugs', 'status', 'statusBeforeTrash', 'version'],
      async change(collection, posts) {
        for (const { _id, formerSlugs, status, statusBeforeTrash, version } of posts) {
          if (formerSlugs === undefined || (status === 'trash' ? statusBeforeTrash : status) === 'publish') continue;
          await store.update(collection, _id, {
            $unset: { formerSlugs: true },
            ...(Number.isSafeInteger(version) ? { $inc: { version: 1 } } : {}),
          });
        }
      },
    }),
};
