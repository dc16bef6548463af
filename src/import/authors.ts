import { readFileSync } from 'node:fs';
import { type Users, unlessRemoved } from '../data/users/users.ts';
import type { Viewer } from '../domain/access.ts';
import { isObject } from '../domain/values.ts';

/**
 * The user who imports: the one with this name, or else the only administrator. Without any users, it is the administrator
 * that a server takes everybody for. @throws Error with one line
 */
export async function importerOf(users: Users, name: string | undefined): Promise<Viewer> {
  const all = await users.list();
  if (name !== undefined) {
    const user = await users.byName(name);
    if (!user) throw new Error(`There is no user ${JSON.stringify(name)}`);
    return { id: user.id, role: user.role };
  }
  if (all.length === 0) return { id: 1, role: 'administrator' };
  const administrators = all.filter(({ role }) => role === 'administrator');
  if (administrators.length === 1) return { id: administrators[0]!.id, role: 'administrator' };
  throw new Error('Say who imports: --user NAME');
}

/**
 * Ids of our users by the names that a source has for them: users of the same name, and those in the map file, if there is
 * one. @throws Error with one line
 */
export async function readAuthors(path: string | undefined, users: Users): Promise<Map<string, number>> {
  // A name that is a number could be mistaken for an id.
  const ids = new Map(
    (await users.list())
      .filter(unlessRemoved)
      .flatMap(({ id, name }) => (/^\d+$/.test(name) ? [] : [[name, id] as const])),
  );
  for (const [there, name] of Object.entries(path === undefined ? {} : authorsIn(path))) {
    const user = await users.byName(String(name));
    if (!user)
      throw new Error(`${path} names ${JSON.stringify(name)}, and there is no such user: add them, or take them out`);
    ids.set(there, user.id);
  }
  return ids;
}

function authorsIn(path: string) {
  const wrong = new Error(`${path} must hold JSON such as {"authors": {"3": "ana"}}`);
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Error(`There is no file ${path}`) : wrong;
  }
  const { authors } = Object(read) as { authors?: unknown };
  if (!isObject(authors)) throw wrong;
  return authors;
}
