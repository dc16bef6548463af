import type { Store } from '../store/port.ts';
import { fileUsers } from './file-users.ts';
import { memoryUsers } from './memory-users.ts';
import { storeUsers } from './store-users.ts';
import type { Users } from './users.ts';

interface Place {
  mongodbUri?: string;
  dataDir: string;
  /** Milliseconds for which what stands in a file is taken to be as it was; none without it. */
  lookEvery?: number;
  /** Whether another process of the same server has seen a user. */
  anySeen?: boolean;
}

/**
 * The users of a server: in MongoDB beside its data, in a file of the data folder, or nowhere with `:memory:`. Once there
 * was any user, `any` stays true: a list that is lost must not make everybody the administrator.
 */
export function openUsers({ mongodbUri, dataDir, lookEvery, anySeen = false }: Place, store: Store): Users {
  if (mongodbUri) return rememberingAny(anySeen, storeUsers(store));
  return rememberingAny(
    anySeen,
    dataDir === ':memory:' ? memoryUsers() : fileUsers({ dataDir, ...(lookEvery === undefined ? {} : { lookEvery }) }),
  );
}

function rememberingAny(anySeen: boolean, users: Users): Users {
  let seen = anySeen;
  return {
    ...users,
    async any() {
      // Not `seen ||= await …`: another call may have seen one meanwhile.
      if (!seen && (await users.any())) seen = true;
      return seen;
    },
  };
}
