import type { Viewer } from '../rules/access.ts';
import { createAuthenticate } from './credentials.ts';
import { type OpenModeConfig, openModePossible, openViewer, type RequestHeaders } from './open-mode.ts';
import type { Users } from './users.ts';

/** From the headers of a request to who asks (undefined: anonymous). */
export type Identify = (headers: RequestHeaders) => Promise<Viewer | undefined>;

/**
 * Who asks, for both doors: by open mode while there is no user at all (then no credentials are looked at), else by the
 * `Authorization` header. A user added beside the running server ends open mode at once. `clock` gives milliseconds.
 * @throws DomainError BAD_CREDENTIALS when the header is a credential and matches no user.
 */
export function createIdentify({
  users,
  config,
  clock,
}: {
  users: Users;
  config: OpenModeConfig;
  clock: () => number;
}): Identify {
  const authenticate = createAuthenticate({ users, clock });
  const mayBeOpen = openModePossible(config);

  return async (headers) => {
    const viewer = mayBeOpen && !(await users.any()) ? openViewer(headers, config) : undefined;
    return viewer ?? authenticate(headers.authorization ?? null);
  };
}
