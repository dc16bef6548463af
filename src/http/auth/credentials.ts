import { hashGenerated, matchNothing, type StoredSecret } from '../../data/users/secrets.ts';
import type { UserLookup } from '../../data/users/users.ts';
import type { Viewer } from '../../domain/access.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Trace } from '../../domain/request.ts';
import type { CountAttempt } from './log-in-limit.ts';
import { createRemembered } from './remembered.ts';
import type { Client, RequestHeaders, Sender } from './sender.ts';

/** Finds the viewer by the `Authorization` header (undefined: anonymous). */
type Authenticate = (sender: Pick<Sender, 'headers' | 'client' | 'trace'>) => Promise<Viewer | undefined>;

interface AuthenticateDeps {
  users: UserLookup;
  /** Milliseconds. */
  clock: () => number;
  countAttempt: CountAttempt;
  /** Called for every failed attempt, with its address and name. */
  failed(attempt: { address: string; name: string | undefined; trace: Trace | undefined }): void;
}

/**
 * Reads `Basic base64(name:secret)`, `Bearer secret` and `Bearer name:secret`. A secret alone identifies its user only if it was
 * generated; a chosen password needs the name. The user is read each time, so that a removal or a change of role or secret takes
 * effect at once.
 * A header in any other form counts as none.
 * @throws DomainError BAD_CREDENTIALS, with the same message for an unknown name and a wrong secret; TOO_MANY_REQUESTS when so
 * many attempts have failed that this one is not checked. A secret that is cheap to verify always passes, and one that matched
 * before is always checked.
 */
export function createAuthenticate({ users, clock, countAttempt, failed }: AuthenticateDeps): Authenticate {
  const remembered = createRemembered(clock);
  const running = new Map<string, Promise<boolean>>();

  async function identify({ name, secret }: Claim, { authorization }: RequestHeaders, client: Client) {
    const user = await (name === undefined ? users.bySecretHash(hashGenerated(secret).hash) : users.byName(name));
    const secrets = user?.secrets ?? [];
    if (secrets.some((stored) => remembered.isKnown(secret, stored))) return user;
    // Identical requests share one check: a page that sends ten requests at once is not guessing.
    const key = JSON.stringify([client.network, authorization, secrets]);
    const holds = running.get(key) ?? attempt({ name, secret }, secrets, client).finally(() => running.delete(key));
    running.set(key, holds);
    return (await holds) ? user : undefined;
  }

  async function attempt({ name, secret }: Claim, secrets: readonly StoredSecret[], client: Client) {
    const matchedBefore = secrets.some((stored) => remembered.wasKnown(secret, stored));
    const forgive = matchedBefore ? async () => {} : await countAttempt(client, name);
    const right = name !== undefined && (await holds(secret, secrets));
    if (right) await forgive();
    return right;
  }

  // Every refusal costs at least one scrypt, whether or not the user exists and however the secret is stored.
  async function holds(secret: string, secrets: readonly StoredSecret[]) {
    const chosen = secrets.filter((stored) => stored.scheme === 'scrypt');
    for (const stored of chosen) {
      if (await remembered.matches(secret, stored)) return true;
    }
    return chosen.length > 0 ? false : matchNothing(secret);
  }

  return async ({ headers, client, trace }) => {
    const claim = readClaim(headers.authorization ?? '');
    if (!claim) return undefined;
    const user = await identify(claim, headers, client);
    if (user && !user.origin?.shut) return { id: user.id, role: user.role };
    failed({ address: client.address, name: claim.name, trace });
    throw new DomainError('BAD_CREDENTIALS', REFUSED);
  };
}

const REFUSED =
  'These credentials are not valid. Send Basic with a user name and a password, or Bearer with a password that was generated; one that was chosen needs the name there too: Bearer name:password.';

/** A credential: a name and a secret, or a secret alone. */
interface Claim {
  name: string | undefined;
  secret: string;
}

function readClaim(header: string): Claim | undefined {
  const [, scheme, credentials] = /^([a-z]+) +(\S.*)$/i.exec(header.trim()) ?? [];
  if (scheme === undefined || credentials === undefined) return undefined;
  switch (scheme.toLowerCase()) {
    case 'basic':
      return readPair(decodeBase64(credentials));
    case 'bearer':
      return readPair(credentials) ?? { name: undefined, secret: credentials };
    default:
      return undefined;
  }
}

/** Names have no colon, so the first one ends the name. Generated secrets have none either. */
function readPair(text: string): Claim | undefined {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}

// Buffer skips invalid base64: if the text does not round-trip, it was invalid.
function decodeBase64(text: string) {
  const bytes = Buffer.from(text, 'base64');
  const [unpadded = ''] = bytes.toString('base64').split('=', 1);
  return text.startsWith(unpadded) && /^=*$/.test(text.slice(unpadded.length)) ? bytes.toString('utf8') : '';
}
