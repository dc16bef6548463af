import { createHash } from 'node:crypto';
import type { Role } from '../../domain/access.ts';
import type { Collection, Filter, Store, Stored } from '../port.ts';
import type { StoredSecret } from './secrets.ts';
import {
  type Account,
  assertDisplayName,
  assertName,
  foldName,
  nameTaken,
  type Origin,
  tellsNothingNew,
  type User,
  type Users,
  unknownUser,
  unlessRemoved,
  type Vouched,
} from './users.ts';

/** The collection of users. */
export const USERS = {
  name: 'users',
  lists: ['generated'],
  indexes: [
    { name: 'folded_1', fields: [['folded', 1]], unique: true },
    { name: 'generated_1', fields: [['generated', 1]] },
    {
      name: 'account',
      fields: [
        ['subject', 1],
        ['issuer', 1],
      ],
      unique: true,
      sparse: true,
    },
  ],
} as const satisfies Collection;

interface UserDocument extends Stored, Partial<Origin> {
  _id: number;
  name: string;
  /** The name in the form used for comparisons. */
  folded: string;
  displayName?: string;
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
  const byAccount = ({ issuer, subject }: Account) => findOne({ subject, issuer });
  const list = async (): Promise<User[]> =>
    (await store.find<UserDocument>(USERS.name, {}, { sort: [['_id', 1]], index: '_id_' })).map(toUser);
  const existing = async (name: string): Promise<User> => {
    const user = await byName(name);
    if (!user) throw unknownUser(name);
    return user;
  };
  /** Gives a user the name. `self` is the id of a user who may have it already. */
  async function named(name: string, self: number | undefined, give: () => Promise<User>) {
    const refuseTaken = async () => {
      const holder = await byName(name);
      if (holder && holder.id !== self) throw nameTaken(name);
    };
    assertName(name);
    await refuseTaken();
    return give().catch(async (error: unknown) => {
      // Another process may have given the name since the check above.
      await refuseTaken();
      throw error;
    });
  }
  async function change(name: string, $set: Partial<UserDocument>, $unset = {}): Promise<User> {
    const changed = await store.update<UserDocument>(USERS.name, (await existing(name)).id, { $set, $unset });
    if (!changed) throw unknownUser(name);
    return toUser(changed);
  }

  async function vouch({ role, displayName, ...account }: Vouched): Promise<User | undefined> {
    const { issuer, subject, issuedAt } = account;
    const user = await byAccount(account);
    if (user && tellsNothingNew(user, { role, displayName, ...account })) return user;
    const shown = displayName === undefined ? {} : { displayName };
    if (user) {
      const $set = { ...(role ? { role } : shut('no role')), ...shown, issuedAt };
      const changed = await store.update<UserDocument>(USERS.name, user.id, {
        $set,
        $unset: role ? { shut: true } : {},
      });
      return changed && toUser(changed);
    }
    if (!role) return undefined;
    const made = { id: await store.nextId(USERS.name), name: await nameOf(account), role, secrets: [] };
    const document = { ...toDocument(made), issuer, subject, issuedAt, ...shown };
    await store.insert<UserDocument>(USERS.name, document);
    return toUser(document);
  }
  /** A name that nobody has: made from the account, so that it can be recognized, and never that of somebody here. */
  async function nameOf({ issuer, subject }: Account) {
    const digits = createHash('sha256')
      .update(JSON.stringify([issuer, subject]))
      .digest('hex');
    for (const length of [16, 32]) {
      const name = `oidc-${digits.slice(0, length)}`;
      if (!(await byName(name))) return name;
    }
    throw nameTaken(`oidc-${digits}`);
  }

  return {
    byName,
    byIds: async (ids) => (await store.byIds<UserDocument>(USERS.name, ids)).map(toUser).filter(unlessRemoved),
    byAccount,
    vouch: (vouched) => store.atomically(() => vouch(vouched)),
    bySecretHash: (hash) => findOne({ generated: hash }),
    any: async () => (await findOne({})) !== undefined,
    list,
    add: ({ name, role, secret }) =>
      named(name, undefined, async () => {
        const user: User = { id: await store.nextId(USERS.name), name, role, secrets: [secret] };
        await store.insert(USERS.name, toDocument(user));
        return user;
      }),
    setRole: (name, role) => change(name, { role }),
    async setDisplayName(name, sent) {
      const displayName = sent.trim().normalize('NFC');
      assertDisplayName(displayName);
      return displayName === '' ? change(name, {}, { displayName: true }) : change(name, { displayName });
    },
    rename: async (name, to) =>
      named(to, (await existing(name)).id, () => change(name, { name: to, folded: foldName(to) })),
    setSecret: (name, secret) => change(name, secretsOf([secret])),
    async remove(name) {
      const removed = async () => (await list()).find((user) => user.name === name && !unlessRemoved(user));
      const { id, origin } = (await byName(name)) ?? (await removed()) ?? (await existing(name));
      const isThere =
        origin && origin.shut !== 'removed'
          ? await store.update<UserDocument>(USERS.name, id, { $set: { ...shut('removed'), folded: `removed ${id}` } })
          : await store.delete(USERS.name, id);
      if (!isThere) throw unknownUser(name);
    },
  };
}

const toUser = ({ _id, name, displayName, role, secrets, issuer, subject, issuedAt, shut }: UserDocument): User => ({
  id: _id,
  name,
  displayName,
  role,
  secrets,
  origin: issuer === undefined ? undefined : { issuer, subject: subject!, issuedAt: issuedAt!, shut },
});

/** A user who may not sign in: with the least role and without secrets, so that nothing of before counts. */
const shut = (why: Origin['shut']) => ({ role: 'subscriber' as const, ...secretsOf([]), shut: why });

const toDocument = ({ id, name, role, secrets }: User): UserDocument => ({
  _id: id,
  name,
  folded: foldName(name),
  role,
  ...secretsOf(secrets),
});

const secretsOf = (secrets: readonly StoredSecret[]) => ({
  secrets: [...secrets],
  generated: secrets.filter(({ scheme }) => scheme === 'sha256').map(({ hash }) => hash),
});
