import type { Viewer } from '../rules/access.ts';
import { createAuthenticate } from './credentials.ts';
import { type OpenModeConfig, type OpenModeRequest, openModePossible, openViewer } from './open-mode.ts';
import type { Users } from './users.ts';

/** From a request to who asks (undefined: anonymous). */
export type Identify = (request: OpenModeRequest) => Promise<Viewer | undefined>;

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

  return async (request) => {
    const viewer = mayBeOpen && !(await users.any()) ? openViewer(request, config) : undefined;
    return viewer ?? authenticate(request.headers.get('authorization'));
  };
}
