import { ROLES, type Role, type UserIdentity } from '../../domain/access.ts';
import type { StoredSecret } from './secrets.ts';

/** Someone who can sign in. */
export interface User extends UserIdentity {
  secrets: readonly StoredSecret[];
  /** Who vouches for a user that has no place of its own here. Absent: nobody but us. */
  origin?: Origin;
}

/** An account at an identity provider. Issuer and subject are unique together. */
export interface Account {
  issuer: string;
  /** What the issuer calls the account, forever. */
  subject: string;
}

/** Where a user comes from. */
export interface Origin extends Account {
  /** When the newest token was issued that the role comes from. Seconds since the epoch. */
  issuedAt: number;
  /** Why the user may not sign in any more: the provider gives it no role, or it was removed here. */
  shut?: 'no role' | 'removed';
}

/** What an access token says of its user. */
export interface Vouched extends Account, Pick<Origin, 'issuedAt'> {
  /** Undefined: none of its groups has a role here. */
  role: Role | undefined;
  displayName: string | undefined;
}

/** How little a user may do: the position of its role, and behind all roles who may do nothing. */
const littleness = (role: Role | undefined) => (role ? ROLES.indexOf(role) : ROLES.length);

/** Whether a token tells nothing new of its user. Of two tokens of the same second, the one counts that allows less. */
export const tellsNothingNew = ({ role, origin }: User, vouched: Vouched): boolean =>
  origin!.shut === 'removed' ||
  origin!.issuedAt > vouched.issuedAt ||
  (origin!.issuedAt === vouched.issuedAt && littleness(origin!.shut ? undefined : role) >= littleness(vouched.role));

/** The user, unless it was removed. */
export const unlessRemoved = (user: User | undefined): User | undefined =>
  user?.origin?.shut === 'removed' ? undefined : user;

/** A user before it has an id. */
interface NewUser {
  name: string;
  role: Role;
  secret: StoredSecret;
}

/** Finds users. Names are case-insensitive. */
export interface UserLookup {
  byName(name: string): Promise<User | undefined>;
  /** In no particular order; unknown ids are left out. */
  byIds(ids: readonly number[]): Promise<User[]>;
  /** The user whose generated secret has this SHA-256. Chosen passwords cannot be looked up. */
  bySecretHash(hash: string): Promise<User | undefined>;
  /** Whether there is any user, removed accounts included. Cheap enough for every request. */
  any(): Promise<boolean>;
  /** The user of an account, also if it was removed. */
  byAccount(account: Account): Promise<User | undefined>;
  /**
   * Makes the user of an account, or brings it up to date; all who ask at once get the same one. Undefined if there is none and the
   * token gives no role. A removed one stays removed.
   */
  vouch(vouched: Vouched): Promise<User | undefined>;
}

/** The users in their current stored state, and changes to them. Errors are plain, with one line for people. */
export interface Users extends UserLookup {
  /** All, by id, and the accounts that were removed. */
  list(): Promise<User[]>;
  /** @throws Error when the name is not valid for a user or is taken */
  add(user: NewUser): Promise<User>;
  /** Returns the updated user. @throws Error when there is no such user */
  setRole(name: string, role: Role): Promise<User>;
  /** Sets what everybody sees; an empty text removes it. @throws Error when it is not valid, or there is no such user */
  setDisplayName(name: string, displayName: string): Promise<User>;
  /** Gives a user another name. @throws Error when it is not valid for a user or is taken, or there is no such user */
  rename(name: string, to: string): Promise<User>;
  /** Replaces all secrets of a user. @throws Error when there is no such user */
  setSecret(name: string, secret: StoredSecret): Promise<User>;
  /**
   * Records keep their author's id. The account of an identity provider is remembered as removed, so that its tokens do not make it
   * again; removed once more, it is forgotten. @throws Error when there is no such user
   */
  remove(name: string): Promise<void>;
}

/** How many letters of a submitted name are stored anywhere: more than any valid name has. */
export const LONGEST_NAME = 100;

/** The form in which names are compared. */
export const foldName = (name: string): string => name.toLowerCase();

/**
 * Only ASCII letters, because clients disagree on how Basic encodes others.
 * @throws Error when this is not a valid name for a user
 */
export function assertName(name: string): void {
  if (/^[A-Za-z0-9._@-]{1,60}$/.test(name)) return;
  throw new Error(`${JSON.stringify(name)} is no name for a user: 1 to 60 letters (a to z), digits and . _ - @`);
}

/** @throws Error when this is not a valid text for `displayName` */
export function assertDisplayName(text: string): void {
  if ([...text].length <= 100 && !/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u.test(text)) return;
  throw new Error(`${JSON.stringify(text)} is no name to show: one line of at most 100 characters`);
}

/** The error for a name that is taken. */
export const nameTaken = (name: string): Error => new Error(`There is already a user ${name}`);

/** The error for an unknown user. */
export const unknownUser = (name: string): Error => new Error(`There is no user ${JSON.stringify(name)}`);
