import { assertName, foldName, nameTaken, type User, type Users, unknownUser } from './users.ts';

/** All users as one value, as `users.json` holds it. */
export interface UserList {
  /** The id of the next user, so that the id of a removed one is never given again. */
  nextId: number;
  users: readonly User[];
}

/** A list without users. */
export const NOBODY: UserList = { nextId: 1, users: [] };

/** Where a list of users is kept. */
export interface UserListPlace {
  /** The list as it is now. */
  read(): Promise<UserList>;
  /** Puts `change(list)` in the place of the list; nothing else changes it in between. Keeps it when `change` throws. */
  change(change: (list: UserList) => UserList): Promise<UserList>;
}

/** `Users` over a list that is kept as a whole. */
export function usersInList({ read, change }: UserListPlace): Users {
  const find = async (test: (user: User) => boolean) => (await read()).users.find(test);

  return {
    byName: (name) => find(named(name)),
    byIds: async (ids) => (await read()).users.filter(({ id }) => ids.includes(id)),
    bySecretHash: (hash) =>
      find(({ secrets }) => secrets.some((secret) => secret.scheme === 'sha256' && secret.hash === hash)),
    any: async () => (await read()).users.length > 0,
    list: async () => [...(await read()).users],
    async add({ name, role, secret }) {
      assertName(name);
      const { users } = await change((list) => {
        if (list.users.some(named(name))) throw nameTaken(name);
        const added: User = { id: list.nextId, name, role, secrets: [secret] };
        return { nextId: list.nextId + 1, users: [...list.users, added] };
      });
      return one(users, name);
    },
    async setRole(name, role) {
      const { users } = await change((list) => {
        const changed = one(list.users, name);
        return { ...list, users: list.users.map((user) => (user === changed ? { ...user, role } : user)) };
      });
      return one(users, name);
    },
    async remove(name) {
      await change((list) => {
        const gone = one(list.users, name);
        return { ...list, users: list.users.filter((user) => user !== gone) };
      });
    },
    async put(given) {
      if (given.length > 0) await change((list) => withUsers(list, given));
    },
    async lastId(atLeast = 0) {
      const { nextId } = await read();
      if (nextId > atLeast) return nextId - 1;
      return (await change((list) => withLastId(list, atLeast))).nextId - 1;
    },
  };
}

const withLastId = (list: UserList, id: number): UserList => ({ ...list, nextId: Math.max(list.nextId, id + 1) });

function withUsers(list: UserList, given: readonly User[]): UserList {
  const ids = new Set(given.map(({ id }) => id));
  const users = [...list.users.filter(({ id }) => !ids.has(id)), ...given].sort((a, b) => a.id - b.id);
  const names = new Set<string>();
  for (const { name } of users) {
    if (names.has(foldName(name))) throw nameTaken(name);
    names.add(foldName(name));
  }
  return withLastId({ ...list, users }, users.at(-1)!.id);
}

const named = (name: string) => (user: User) => foldName(user.name) === foldName(name);

function one(users: readonly User[], name: string): User {
  const found = users.find(named(name));
  if (!found) throw unknownUser(name);
  return found;
}
