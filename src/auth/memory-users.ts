import { NOBODY, usersInList } from './user-list.ts';
import type { Users } from './users.ts';

/** Users that live as long as the process: for `DATA_DIR=:memory:` and tests. */
export function memoryUsers(): Users {
  let list = NOBODY;
  return usersInList({
    read: async () => list,
    change: async (change) => {
      list = change(list);
      return list;
    },
  });
}
