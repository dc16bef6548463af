import { createHash } from 'node:crypto';
import type { JWSHeaderParameters, JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../data/port.ts';
import { tellsNothingNew, type User, type UserLookup, type Vouched } from '../../data/users/users.ts';
import type { Role, Viewer } from '../../domain/access.ts';
import { ROLES } from '../../domain/access.ts';
import { DomainError } from '../../domain/errors.ts';
import { refuseDeepJson } from '../json-depth.ts';
import { type Issuer, jose } from './issuer.ts';
import type { RequestHeaders, Sender } from './sender.ts';

/** What to demand of tokens, and what they tell. */
export interface TokenRules {
  issuer: string;
  audiences: readonly string[];
  rolesClaim: readonly string[];
  roles: ReadonlyMap<string, Role>;
  scopes: readonly string[];
}

/** An access token is not accepted: 401, or 403 if it is one of ours that may not do this. `bearer` is for the challenge (RFC 6750). */
export class TokenRefused extends DomainError {
  constructor(
    readonly bearer: { error: 'invalid_token' | 'insufficient_scope'; why: string } | undefined,
    ...[code, said]: ConstructorParameters<typeof DomainError>
  ) {
    super(code, said);
  }
}

/** Only signatures by private keys: with a shared secret, whoever checks tokens could make them. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** The longest token, in characters: Node takes 16 kB of headers. */
const LONGEST = 15_000;
/** Milliseconds by which the issuer's clock may be ahead, and the longest life of a token. */
const [AHEAD, LONGEST_LIFE] = [60_000, 86_400_000];
/** How many checked tokens a process remembers. */
const REMEMBERED = 5_000;
/** What scopes of OpenID Connect ask for is told in other ways: tokens need not name them. */
const NOT_IN_TOKENS = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/** Whether a token must have this scope, if clients ask for it. */
export const isInTokens = (scope: string): boolean => !NOT_IN_TOKENS.includes(scope);

/** The claims of ID tokens and logout tokens, and of tokens that only the owner of a key may send. */
const OF_OTHERS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'cnf'];

/** A token that was checked. */
interface Checked {
  vouched: Vouched;
  /** When it ends, in milliseconds. */
  until: number;
  /** The version of the keys that it was checked by. */
  version: number;
}

/** The access token of a request. Passwords in `Bearer` have no point, or stand behind a name and a colon. */
export const tokenOf = ({ authorization = '' }: RequestHeaders): string | undefined =>
  /^\s*bearer +([^\s:]*\.[^\s:]*)\s*$/i.exec(authorization)?.[1];

/**
 * Finds the user of an access token (RFC 9068), and when the token ends, in milliseconds; makes the user at the first one with a
 * role. @throws TokenRefused; UNAVAILABLE while the issuer is away and its keys are not known
 */
type TokenLogIn = (
  token: string,
  sender: Pick<Sender, 'client' | 'trace'>,
) => Promise<{ viewer: Viewer; until: number }>;

export function createTokenLogIn(
  rules: TokenRules,
  deps: { issuer: Issuer; users: UserLookup; clock: () => number; log: Pick<Log, 'warn'> },
): TokenLogIn {
  const { issuer, users, clock, log } = deps;
  const known = new LRUCache<string, Checked>({ max: REMEMBERED });
  const making = new Map<string, Promise<User | undefined>>();
  const demanded = rules.scopes.filter(isInTokens);

  async function check(token: string) {
    const hash = createHash('sha256').update(token).digest('base64');
    const before = known.get(hash);
    const version = issuer.version();
    if (before && before.version === version) {
      if (before.until <= clock()) throw invalid('The token has expired.');
      return before;
    }
    const checked = await verify(token);
    known.set(hash, checked);
    return checked;
  }

  async function verify(token: string): Promise<Checked> {
    if (token.length > LONGEST) throw invalid('The token is too long.');
    const parts = token.split('.');
    if (parts.length !== 3) throw invalid('It is no signed token.');
    try {
      for (const part of parts.slice(0, 2)) refuseDeepJson(Buffer.from(part, 'base64url'));
    } catch {
      throw invalid('The token is nested too deeply.');
    }
    const { jwtVerify } = await jose();
    let iss: string | undefined;
    const keyFor = async (header: JWSHeaderParameters) => {
      assertHeader(header);
      const found = await issuer.keyFor(header);
      if (!found) throw invalid('The issuer has no such key.');
      iss = found.issuer;
      return found.key;
    };
    const { payload } = await jwtVerify(token, keyFor, {
      algorithms: ALGORITHMS,
      audience: [...rules.audiences],
      requiredClaims: ['iss', 'sub', 'exp', 'iat'],
      clockTolerance: AHEAD / 1000,
      currentDate: new Date(clock()),
    }).catch((error: Error & { code?: string; claim?: string }) => {
      throw error instanceof DomainError ? error : invalid(reasonOf(error));
    });
    const { sub, iat, exp } = payload as { sub: unknown; iat: number; exp: number };
    if (payload.iss !== iss) throw invalid('It is of another issuer.');
    if (exp * 1000 <= clock()) throw invalid('The token has expired.');
    if (iat * 1000 > clock() + AHEAD) throw invalid('The token was issued in the future.');
    if ((exp - iat) * 1000 > LONGEST_LIFE) throw invalid('The token lives longer than a day.');
    if (typeof sub !== 'string' || !/^[!-~]{1,255}$/.test(sub)) throw invalid('The claim sub is not accepted.');
    assertAccess(payload);
    if (!hasScopes(payload, demanded)) {
      const why = `The token needs the scope ${demanded.join(' ')}.`;
      throw new TokenRefused(
        { error: 'insufficient_scope', why },
        'FORBIDDEN',
        'This needs rights that you do not have.',
      );
    }
    return {
      vouched: {
        issuer: payload.iss!,
        subject: sub,
        issuedAt: Math.floor(iat),
        role: roleOf(payload, rules),
        displayName: displayNameOf(payload),
      },
      until: exp * 1000,
      version: issuer.version(),
    };
  }

  /** The user as the newest token says. Requests that come at once share one write. */
  async function userOf(vouched: Vouched) {
    const found = await users.byAccount(vouched);
    if (found && tellsNothingNew(found, vouched)) return found;
    const key = JSON.stringify(vouched);
    const made = making.get(key) ?? users.vouch(vouched).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  return async (token, { client: { address }, trace }) => {
    try {
      const { vouched, until } = await check(token);
      const user = await userOf(vouched);
      if (user && !user.origin!.shut) return { viewer: { id: user.id, role: user.role }, until };
      throw new TokenRefused(undefined, 'FORBIDDEN', 'Your account at the log-in has no role in this calendar.');
    } catch (error) {
      if (error instanceof TokenRefused)
        log.warn({ ...trace, address, why: error.bearer?.why ?? error.message }, 'an access token was refused');
      throw error;
    }
  };
}

const invalid = (why: string) =>
  new TokenRefused(
    { error: 'invalid_token', why },
    'BAD_CREDENTIALS',
    'This access token is not valid here, or not any more. Sign in again.',
  );

/** Why a library refused a token, in words that repeat nothing of it. */
function reasonOf({ code, claim = '' }: { code?: string; claim?: string }) {
  if (code === 'ERR_JWT_EXPIRED') return 'The token has expired.';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return ['iss', 'sub', 'aud', 'exp', 'iat', 'nbf'].includes(claim)
      ? `The claim ${claim} is missing or not accepted.`
      : 'A claim is not accepted.';
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return 'The signature does not match.';
  if (code === 'ERR_JOSE_ALG_NOT_ALLOWED') return 'The algorithm is not accepted.';
  return 'The token is not well-formed.';
}

/** Other kinds of tokens say so in `typ`; many issuers call access tokens just JWT (RFC 9068, section 2.1, and before). */
function assertHeader({ typ, kid }: JWSHeaderParameters) {
  if (typ !== undefined && !/^(?:(?:application\/)?at\+jwt|jwt)$/i.test(String(typ)))
    throw invalid('It is no access token.');
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > 512)) throw invalid('The issuer has no such key.');
}

/** @throws TokenRefused for ID tokens, logout and refresh tokens, and those that are bound to a key of their sender */
function assertAccess(payload: JWTPayload) {
  // Keycloak says there what a token is for.
  const { typ } = payload;
  if (OF_OTHERS.some((claim) => payload[claim] !== undefined) || (typ !== undefined && typ !== 'Bearer'))
    throw invalid('It is no access token that its bearer may send.');
}

const words = (value: unknown) =>
  (Array.isArray(value) ? value : String(value ?? '').split(' ')).filter((word) => typeof word === 'string');

/** A scope may be asked for by an address, and be in the token by its last part (Entra). */
function hasScopes({ scope, scp }: JWTPayload, demanded: readonly string[]) {
  const given = [...words(scope), ...words(scp)];
  return demanded.every((each) => given.includes(each) || given.includes(each.slice(each.lastIndexOf('/') + 1)));
}

/** The highest role of the groups in a token. */
function roleOf(payload: JWTPayload, { rolesClaim, roles }: TokenRules): Role | undefined {
  const claim = rolesClaim.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
        ? (inside as Record<string, unknown>)[key]
        : undefined,
    payload,
  );
  const groups = new Set([claim].flat());
  const theirs = [...roles].filter(([group]) => groups.has(group)).map(([, role]) => role);
  return ROLES.find((role) => theirs.includes(role));
}

/** One line of at most 100 characters, as users have it. */
function displayNameOf({ name, preferred_username }: JWTPayload) {
  const text = [name, preferred_username].find((value) => typeof value === 'string' && value.trim() !== '') as
    | string
    | undefined;
  const line = text?.replace(/[\p{C}\u2028\u2029]+/gu, ' ').normalize('NFC');
  return (line && [...line.trim()].slice(0, 100).join('').trim()) || undefined;
}
