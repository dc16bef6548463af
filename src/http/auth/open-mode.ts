import type { Viewer } from '../../domain/access.ts';
import { isForwarding } from './forwarding-headers.ts';
import type { Sender } from './sender.ts';

/** What the open mode depends on. */
export interface OpenModeConfig {
  nodeEnv: 'development' | 'production' | 'test';
  host: string;
  siteUrl: string;
  /** An identity provider. */
  oidc?: object;
}

const ADMINISTRATOR: Viewer = Object.freeze({ id: 1, role: 'administrator' });
const ADD_A_USER = 'npm run user -- add NAME --role administrator';

/**
 * Whether this process may use open mode at all: only outside production, when it listens on loopback only, and without an
 * identity provider.
 */
export const openModePossible = ({ nodeEnv, host, oidc }: Omit<OpenModeConfig, 'siteUrl'>): boolean =>
  nodeEnv !== 'production' && isLoopback(host) && !oidc;

/**
 * Returns a warning for the server's start, or undefined.
 * @throws Error in production without users, with one line that says how to add one
 */
export function assertOpenModeAllowed(config: Omit<OpenModeConfig, 'siteUrl'>, hasUsers: boolean): string | undefined {
  if (hasUsers || config.oidc) return undefined;
  if (config.nodeEnv === 'production') {
    throw new Error(
      `There is no user, and NODE_ENV=production does not start without one. Add one (needs MONGODB_URI or a directory in DATA_DIR): ${ADD_A_USER}`,
    );
  }
  return openModePossible(config)
    ? `There is no user: every caller on this machine is the administrator. To end this: ${ADD_A_USER}`
    : `There is no user, and HOST=${config.host} is not loopback: every caller is anonymous. To sign in, add a user: ${ADD_A_USER}`;
}

/**
 * The caller while there are no users (check that first): the administrator with id 1. Undefined (anonymous) if open mode is not
 * possible or the request may come from elsewhere: through a proxy (those that add no header often use HTTP/1.0), under a host
 * name that is not loopback (DNS rebinding), or from another site's page in a browser on this machine.
 */
export function openViewer(
  { headers, httpVersion }: Pick<Sender, 'headers' | 'httpVersion'>,
  config: OpenModeConfig,
): Viewer | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const trusted =
    openModePossible(config) &&
    httpVersion === '1.1' &&
    isLoopbackHost(host) &&
    isOwnOrigin(origin, host, config.siteUrl) &&
    isOwnFetch(site) &&
    !Object.keys(headers).some(isForwarding);
  return trusted ? ADMINISTRATOR : undefined;
}

const LOOPBACK = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`;
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK}(?::\\d{1,5})?$`, 'i');

const isLoopback = (host: string) => LOOPBACK_HOST.test(host.includes(':') ? `[${host}]` : host);

const isLoopbackHost = (host: string) => LOOPBACK_HOST.test(host);

/** Programs send no origin. `null`, sent by sandboxed and local pages, is foreign. */
function isOwnOrigin(origin: string | undefined, host: string, siteUrl: string) {
  if (origin === undefined) return true;
  const own = [new URL(siteUrl).origin, `http://${host}`, `https://${host}`];
  return own.some((allowed) => allowed.toLowerCase() === origin.toLowerCase());
}

/** Browsers send `none` when the user typed the address. */
const isOwnFetch = (site: string | undefined) => site === undefined || site === 'same-origin' || site === 'none';
