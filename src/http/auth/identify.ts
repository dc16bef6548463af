import type { Log } from '../../data/port.ts';
import { LONGEST_NAME, type UserLookup } from '../../data/users/users.ts';
import type { Viewer } from '../../domain/access.ts';
import type { NewLimiter } from '../limiter.ts';
import { createAuthenticate } from './credentials.ts';
import type { Issuer } from './issuer.ts';
import { createLogInLimit } from './log-in-limit.ts';
import { type OpenModeConfig, openModePossible, openViewer } from './open-mode.ts';
import type { Sender } from './sender.ts';
import { createTokenLogIn, type TokenRules, tokenOf } from './tokens.ts';

/** The caller. */
interface Identity {
  /** Undefined is anonymous. */
  viewer: Viewer | undefined;
  /** When the access token ends that the caller sent. Milliseconds since the epoch. */
  until?: number;
}

/** Finds a request's caller. */
export type Identify = (sender: Sender) => Promise<Identity>;

interface IdentifyDeps {
  users: UserLookup;
  config: OpenModeConfig & { loginFailures: number; oidc?: TokenRules };
  /** Milliseconds. */
  clock: () => number;
  log: Pick<Log, 'warn'>;
  newLimiter?: NewLimiter;
  /** The identity provider, if there is one. */
  issuer?: Issuer;
}

/**
 * Identifies the caller: in open mode while there are no users (ignoring credentials), otherwise by the `Authorization` header.
 * Adding a user while the server runs ends open mode at once. With an identity provider there is no open mode, and access tokens
 * count too.
 * @throws DomainError BAD_CREDENTIALS when the header is a credential that matches no user; TOO_MANY_REQUESTS after too many of
 * those; what is thrown for tokens
 */
export function createIdentify({ users, config, clock, log, newLimiter, issuer }: IdentifyDeps): Identify {
  const authenticate = createAuthenticate({
    users,
    clock,
    countAttempt: createLogInLimit(config.loginFailures, newLimiter),
    failed: ({ trace, address, name }) =>
      log.warn({ ...trace, address, name: name?.slice(0, LONGEST_NAME) }, 'a log-in failed'),
  });
  const mayBeOpen = openModePossible(config);
  const logIn = config.oidc && issuer && createTokenLogIn(config.oidc, { issuer, users, clock, log });

  return async (sender) => {
    const token = logIn && tokenOf(sender.headers);
    if (token) return logIn(token, sender);
    const viewer = mayBeOpen && !(await users.any()) ? openViewer(sender, config) : undefined;
    return { viewer: viewer ?? (await authenticate(sender)) };
  };
}
