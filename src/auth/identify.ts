import type { NewLimiter } from '../limiter.ts';
import type { Viewer } from '../rules/access.ts';
import type { Log } from '../store/port.ts';
import { createAuthenticate } from './credentials.ts';
import { createLogInLimit } from './log-in-limit.ts';
import { type OpenModeConfig, openModePossible, openViewer } from './open-mode.ts';
import type { Sender } from './sender.ts';
import { isUsersUnreadable, LONGEST_NAME, type Users } from './users.ts';

/** Who asks. */
export interface Identity {
  /** Undefined is anonymous. */
  viewer: Viewer | undefined;
  /** Whether nobody can say who it is: the list of users is broken. */
  viewerUnknown?: true;
}

/** From a request to who asks. */
export type Identify = (sender: Sender) => Promise<Identity>;

export interface IdentifyDeps {
  users: Users;
  config: OpenModeConfig & { loginFailures: number };
  /** Milliseconds. */
  clock: () => number;
  log: Pick<Log, 'warn' | 'error'>;
  newLimiter?: NewLimiter | undefined;
}

/**
 * Who asks, for both doors: by open mode while there is no user at all (then no credentials are looked at), else by the
 * `Authorization` header. A user added beside the running server ends open mode at once.
 * @throws DomainError BAD_CREDENTIALS when the header is a credential and matches no user; TOO_MANY_REQUESTS when too many
 * did not
 */
export function createIdentify({ users, config, clock, log, newLimiter }: IdentifyDeps): Identify {
  const authenticate = createAuthenticate({
    users,
    clock,
    countAttempt: createLogInLimit(config.loginFailures, newLimiter),
    failed: ({ trace, address, name }) =>
      log.warn({ ...trace, address, name: name?.slice(0, LONGEST_NAME) }, 'a log-in failed'),
  });
  const mayBeOpen = openModePossible(config);
  let told: Error | undefined;

  function unreadable(error: Error): Identity {
    if (error !== told)
      log.error({}, `${error.message}. Until then nobody can sign in: reading goes on, nothing is written`);
    told = error;
    return { viewer: undefined, viewerUnknown: true };
  }

  return async (sender) => {
    try {
      const viewer = mayBeOpen && !(await users.any()) ? openViewer(sender, config) : undefined;
      return { viewer: viewer ?? (await authenticate(sender)) };
    } catch (error) {
      if (isUsersUnreadable(error)) return unreadable(error);
      throw error;
    }
  };
}
