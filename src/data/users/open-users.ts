import type { Store } from '../port.ts';
import { storeUsers } from './store-users.ts';
import { foldName, type User, type UserLookup, type Users, unlessRemoved } from './users.ts';

/** Other processes' changes to users are seen after this many milliseconds at most. */
const LOOK_EVERY = 1000;

interface Opening {
  /** Whether another process of this server has seen a user. */
  anySeen?: boolean;
  /** Milliseconds. */
  clock?: () => number;
}

/**
 * Looks up users for each request of a server: on MongoDB in their current state, on the embedded store as of at most a second
 * ago. Once there has been a user, `any` stays true: losing the users must not make everybody the administrator.
 */
export function openUsers(
  store: Store,
  { anySeen = false, clock = () => performance.now() }: Opening = {},
): UserLookup {
  const users = storeUsers(store);
  const lookup = store.kind === 'embedded' ? heldUsers(users, store, clock) : users;
  let seen = anySeen;
  return {
    ...lookup,
    async any() {
      // Not `seen ||= await …`: another call may set it meanwhile.
      if (!seen && (await lookup.any())) seen = true;
      return seen;
    },
  };
}

interface Held {
  /** When it was last certain that nobody had written since. */
  at: number;
  /** The store's data version before the users were read. */
  version: number | undefined;
  users: readonly User[];
}

/** All users, in memory. Checks at most once a second for writes, and reads the users again after one. */
function heldUsers({ list, vouch }: Users, store: Pick<Store, 'dataVersion'>, clock: () => number): UserLookup {
  let held: Held | undefined;

  async function all() {
    const at = clock();
    if (held && at - held.at < LOOK_EVERY) return held.users;
    const version = store.dataVersion();
    const isSame = held !== undefined && version !== undefined && version === held.version;
    held = { at, version, users: isSame ? held!.users : await list() };
    return held.users;
  }
  const find = async (test: (user: User) => boolean) => (await all()).find((user) => unlessRemoved(user) && test(user));

  return {
    byName: (name) => find((user) => foldName(user.name) === foldName(name)),
    byIds: async (ids) => (await all()).filter((user) => unlessRemoved(user) && ids.includes(user.id)),
    byAccount: async ({ issuer, subject }) =>
      (await all()).find(({ origin }) => origin?.subject === subject && origin.issuer === issuer),
    async vouch(vouched) {
      const user = await vouch(vouched);
      // Who is made now must be known at once.
      held = undefined;
      return user;
    },
    bySecretHash: (hash) =>
      find(({ secrets }) => secrets.some((secret) => secret.scheme === 'sha256' && secret.hash === hash)),
    any: async () => (await all()).length > 0,
  };
}
