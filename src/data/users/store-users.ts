import type { Role } from '../../domain/access.ts';
import type { Collection, Filter, Store, Stored } from '../port.ts';
import type { StoredSecret } from './secrets.ts';
import { assertName, foldName, nameTaken, type User, type Users, unknownUser } from './users.ts';

/** The collection of users. */
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
  /** The name in the form used for comparisons. */
  folded: string;
  role: Role;
  secrets: StoredSecret[];
  /** The hashes of the generated secrets, by which users are found. */
  generated: string[];
}

/** The users in the store, which must know the collection `USERS`. */
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
    list: async () =>
      (await store.find<UserDocument>(USERS.name, {}, { sort: [['_id', 1]], index: '_id_' })).map(toUser),
    async add({ name, role, secret }) {
      assertName(name);
      if (await byName(name)) throw nameTaken(name);
      const user: User = { id: await store.nextId(USERS.name), name, role, secrets: [secret] };
      try {
        await store.insert(USERS.name, toDocument(user));
      } catch (error) {
        // Another process may have added the name since the check above.
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
