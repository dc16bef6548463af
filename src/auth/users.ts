import type { Role } from '../rules/access.ts';
import type { StoredSecret } from './secrets.ts';

/** Someone who may sign in. */
export interface User {
  /** From 1, in the order users were added. Never given to another user: records keep the ids of their authors. */
  id: number;
  /** As it was given: 1 to 60 letters (a to z), digits and `. _ - @`. */
  name: string;
  role: Role;
  secrets: readonly StoredSecret[];
}

/** A user before it has an id. */
export interface NewUser {
  name: string;
  role: Role;
  secret: StoredSecret;
}

/**
 * Who there is. Every call answers as of now: a change made by another process is seen at once, or within what they were
 * opened with.
 * Names compare without regard to case. Errors are plain ones with one line for people.
 */
export interface Users {
  byName(name: string): Promise<User | undefined>;
  /** In no promised order; unknown ids are left out. */
  byIds(ids: readonly number[]): Promise<User[]>;
  /** The user who holds the generated secret with this SHA-256. Chosen passwords cannot be found like this. */
  bySecretHash(hash: string): Promise<User | undefined>;
  /** Whether there is any user. Cheap enough for every request. */
  any(): Promise<boolean>;
  /** All, by id. */
  list(): Promise<User[]>;
  /** @throws Error when the name is no name for a user or is taken. */
  add(user: NewUser): Promise<User>;
  /** Returns the user as it is now. @throws Error when there is no such user. */
  setRole(name: string, role: Role): Promise<User>;
  /** Records keep the id of their author. @throws Error when there is no such user. */
  remove(name: string): Promise<void>;
  /**
   * Writes users of another place as they are, each in the place of the one with its id. Users that are added later get
   * ids above theirs. @throws Error when one has the name of a user with another id.
   */
  put(users: readonly User[]): Promise<void>;
  /** The last id given, 0 before the first; raised to `atLeast`, so that the next one is above it. */
  lastId(atLeast?: number): Promise<number>;
}

/** Letters of a name that was sent which are kept anywhere: more than any name has. */
export const LONGEST_NAME = 100;

/** What names compare by. */
export const foldName = (name: string): string => name.toLowerCase();

/** @throws Error when this is no name for a user. Letters are ASCII: clients disagree how Basic spells others. */
export function assertName(name: string): void {
  if (/^[A-Za-z0-9._@-]{1,60}$/.test(name)) return;
  throw new Error(`${JSON.stringify(name)} is no name for a user: 1 to 60 letters (a to z), digits and . _ - @`);
}

/** The users cannot be read at all: the message is one line for whoever runs the server. */
export const usersUnreadable = (message: string): Error =>
  Object.assign(new Error(message), { name: 'UsersUnreadable' });

export const isUsersUnreadable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UsersUnreadable';

/** The error for a name that another user has. */
export const nameTaken = (name: string): Error => new Error(`There is already a user ${name}`);

/** The error for a name that no user has. */
export const unknownUser = (name: string): Error => new Error(`There is no user ${JSON.stringify(name)}`);
