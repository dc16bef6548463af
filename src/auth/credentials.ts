import { DomainError } from '../errors.ts';
import type { Viewer } from '../rules/access.ts';
import { rememberingMatches } from './remembered.ts';
import { hashGenerated, matchNothing } from './secrets.ts';
import type { User, Users } from './users.ts';

/** From the `Authorization` header (null: there is none) to who asks (undefined: anonymous). */
export type Authenticate = (header: string | null) => Promise<Viewer | undefined>;

/**
 * Reads `Basic base64(name:secret)`, `Bearer secret` and `Bearer name:secret`. A secret alone identifies its user only
 * when it was generated; a chosen password has to come with the name. The user is read each time, so that a change of
 * role or secret and a removal take effect at once. `clock` gives milliseconds.
 * A header in any other form is as good as none.
 * @throws DomainError BAD_CREDENTIALS, in the same words for an unknown name and a wrong secret.
 */
export function createAuthenticate({ users, clock }: { users: Users; clock: () => number }): Authenticate {
  const matches = rememberingMatches(clock);

  async function identify({ name, secret }: Claim): Promise<User | undefined> {
    if (name === undefined) return users.bySecretHash(hashGenerated(secret).hash);
    const user = await users.byName(name);
    return (await holds(user, secret)) ? user : undefined;
  }

  // Every refusal costs at least one scrypt, whether there is such a user and however the secret is kept.
  async function holds(user: User | undefined, secret: string): Promise<boolean> {
    const secrets = user?.secrets ?? [];
    for (const stored of secrets) {
      if (await matches(secret, stored)) return true;
    }
    return secrets.some(({ scheme }) => scheme === 'scrypt') ? false : matchNothing(secret);
  }

  return async (header) => {
    const claim = header === null ? undefined : readClaim(header);
    if (!claim) return undefined;
    const user = await identify(claim);
    if (!user) throw new DomainError('BAD_CREDENTIALS', REFUSED);
    return { id: user.id, role: user.role };
  };
}

const REFUSED =
  'These credentials are not valid. Send Basic with a user name and an application password, or Bearer with the password.';

/** A credential in its form: a name and a secret, or a secret alone. */
interface Claim {
  name?: string;
  secret: string;
}

function readClaim(header: string): Claim | undefined {
  const [, scheme, credentials] = /^\s*([a-z]+) +(.*\S)\s*$/i.exec(header) ?? [];
  if (scheme === undefined || credentials === undefined) return undefined;
  switch (scheme.toLowerCase()) {
    case 'basic':
      return readPair(decodeBase64(credentials));
    case 'bearer':
      return readPair(credentials) ?? { secret: credentials };
    default:
      return undefined;
  }
}

/** Names have no colon, so the first one ends the name; generated secrets have none either. */
function readPair(text: string): Claim | undefined {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}

// Buffer skips what is not base64: text that does not come back the same was not.
function decodeBase64(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const unpadded = (base64: string) => base64.replace(/=+$/, '');
  return unpadded(bytes.toString('base64')) === unpadded(text) ? bytes.toString('utf8') : '';
}
