import type { Role } from '../rules/access.ts';
import type { Collection, Filter, Store, Stored } from '../store/port.ts';
import type { StoredSecret } from './secrets.ts';
import { assertName, foldName, nameTaken, type User, type Users, unknownUser } from './users.ts';

/** Where users are stored. */
export const USERS = {
  name: 'users',
  lists: ['generated'],
  indexes: [
    { name: 'folded_1', fields: [['folded', 1]], unique: true },
    { name: 'generated_1', fields: [['generated', 1]] },
  ],
} as const satisfies Collection;

interface UserDocument extends Stored {
  _id: number;
  name: string;
  /** The name as it compares. */
  folded: string;
  role: Role;
  secrets: StoredSecret[];
  /** The hashes of the generated secrets, to find their user by. */
  generated: string[];
}

/** Users in the store: for MongoDB, where every process sees the same ones. The store must know the collection `USERS`. */
export function storeUsers(store: Store): Users {
  const findOne = async (filter: Filter): Promise<User | undefined> => {
    const [found] = await store.find<UserDocument>(USERS.name, filter, { limit: 1 });
    return found && toUser(found);
  };
  const byName = (name: string) => findOne({ folded: foldName(name) });
  const existing = async (name: string): Promise<User> => {
    const user = await byName(name);
    if (!user) throw unknownUser(name);
    return user;
  };

  return {
    byName,
    byIds: async (ids) => (await store.byIds<UserDocument>(USERS.name, ids)).map(toUser),
    bySecretHash: (hash) => findOne({ generated: hash }),
    any: async () => (await findOne({})) !== undefined,
    list: async () => (await store.find<UserDocument>(USERS.name, {}, { sort: [['_id', 1]] })).map(toUser),
    async add({ name, role, secret }) {
      assertName(name);
      if (await byName(name)) throw nameTaken(name);
      const user: User = { id: await store.nextId(USERS.name), name, role, secrets: [secret] };
      try {
        await store.insert(USERS.name, toDocument(user));
      } catch (error) {
        // Another process may have added the name between the look above and here.
        throw (await byName(name)) ? nameTaken(name) : error;
      }
      return user;
    },
    async setRole(name, role) {
      const { id } = await existing(name);
      const changed = await store.update<UserDocument>(USERS.name, id, { $set: { role } });
      if (!changed) throw unknownUser(name);
      return toUser(changed);
    },
    async remove(name) {
      const { id } = await existing(name);
      if (!(await store.delete(USERS.name, id))) throw unknownUser(name);
    },
    async put(given) {
      await store.lastId(USERS.name, Math.max(0, ...given.map(({ id }) => id)));
      const ids = new Map(given.map(({ id, name }) => [foldName(name), id]));
      const found = await store.find<UserDocument>(USERS.name, { folded: { $in: [...ids.keys()] } });
      const holder = found.find(({ _id, folded }) => _id !== ids.get(folded));
      if (holder) throw nameTaken(holder.name);
      await store.put(USERS.name, given.map(toDocument));
    },
    lastId: (atLeast) => store.lastId(USERS.name, atLeast),
  };
}

const toUser = ({ _id, name, role, secrets }: UserDocument): User => ({ id: _id, name, role, secrets });

const toDocument = ({ id, name, role, secrets }: User): UserDocument => ({
  _id: id,
  name,
  folded: foldName(name),
  role,
  secrets: [...secrets],
  generated: secrets.filter(({ scheme }) => scheme === 'sha256').map(({ hash }) => hash),
});
