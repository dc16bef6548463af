import type { CryptoKey, JSONWebKeySet, JWSHeaderParameters, LocalJWKSet } from 'jose';
import type { Log } from '../../data/port.ts';
import { DomainError } from '../../domain/errors.ts';
import { once } from '../../domain/once-for.ts';
import { createOutgoing, readBody } from '../outgoing.ts';
import { isLoopbackAddress } from '../public-address.ts';

/** Loaded for the first token, and looked up once: finding a package again takes longer than a signature. */
export const jose = once(() => import('jose'));

/** Keys are read again after so many milliseconds: what the issuer no longer lists is gone then. */
const KEPT_FOR = 600_000;
/** Milliseconds between two questions, whatever came of the first. */
const PAUSE = 5_000;
/** Milliseconds for a question. While the issuer is away, a request waits for much less. */
const [PATIENCE, IMPATIENCE] = [3_000, 250];
/** The most bytes of a document of an issuer. */
const LARGEST = 250_000;

/** An identity provider: who signs tokens, and with which keys. */
export interface Issuer {
  /**
   * The key for a token with this header, and how the issuer calls itself. Undefined if the issuer has no such key.
   * @throws UNAVAILABLE while nobody can tell
   */
  keyFor(header: JWSHeaderParameters): Promise<{ key: CryptoKey; issuer: string } | undefined>;
  /** Changes whenever the keys do. Starts to read old keys again, and does not wait for that. */
  version(): number;
  /** Where it gives tokens. Undefined until it was asked, which begins then. */
  tokenOrigin(): string | undefined;
}

interface Keys {
  select: LocalJWKSet;
  text: string;
  issuer: string;
  tokenOrigin: string | undefined;
  readAt: number;
}

/**
 * Reads the keys of an issuer when they are needed first (OpenID Connect Discovery 1.0). While it is away, the known ones go on.
 * `clock` is in milliseconds.
 */
export function createIssuer(address: string, { clock, log }: { clock: () => number; log: Pick<Log, 'warn'> }): Issuer {
  // On this machine, http is as safe as https.
  const mayBePlain = address.startsWith('http:');
  const outgoing = createOutgoing((found) => !mayBePlain || isLoopbackAddress(found), {
    maxSockets: 2,
    keepAlive: false,
  });
  let keys: Keys | undefined;
  let version = 0;
  let asked = Number.NEGATIVE_INFINITY;
  let isAway = false;
  let running: Promise<void> | undefined;

  async function document<T>(at: string, until: number): Promise<T> {
    const url = new URL(at);
    if (url.protocol !== 'https:' && !mayBePlain) throw new Error(`${url.origin} is not https`);
    const within = Math.max(1, Math.ceil(until - performance.now()));
    const answer = await outgoing.get(url, { within, headers: { Accept: 'application/json' } });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw new Error(`${url.origin} answered ${answer.status}`);
    }
    return JSON.parse((await readBody(answer, LARGEST)).toString());
  }

  async function read() {
    const until = performance.now() + PATIENCE;
    const known = await document<Record<string, unknown>>(
      `${trimmed(address)}/.well-known/openid-configuration`,
      until,
    );
    const { issuer, jwks_uri, token_endpoint } = known;
    if (typeof issuer !== 'string' || trimmed(issuer) !== trimmed(address))
      throw new Error('its document names another issuer');
    const set = await document<JSONWebKeySet>(String(jwks_uri), until);
    const { createLocalJWKSet } = await jose();
    const text = JSON.stringify(set);
    if (text !== keys?.text) version += 1;
    const at = String(token_endpoint);
    const tokenOrigin = URL.canParse(at) ? new URL(at).origin : undefined;
    keys = { text, issuer, tokenOrigin, readAt: clock(), select: createLocalJWKSet(set) };
  }

  /** All who ask at once share one question. */
  function ask() {
    const now = clock();
    if (running || (now >= asked && now < asked + PAUSE)) return running ?? Promise.resolve();
    asked = now;
    running = read()
      .then(
        () => {
          isAway = false;
        },
        (error: Error) => {
          isAway = true;
          log.warn({ issuer: address, why: error.message }, 'the identity provider cannot be asked for its keys');
        },
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  /** Who knows that the issuer is away waits only a moment, in case it is back. */
  const asking = () =>
    isAway ? Promise.race([ask(), new Promise((end) => setTimeout(end, IMPATIENCE).unref())]) : ask();

  const areOld = () => !keys || clock() < keys.readAt || clock() >= keys.readAt + KEPT_FOR;

  async function found(header: JWSHeaderParameters): Promise<Awaited<ReturnType<Issuer['keyFor']>>> {
    const key = await keys?.select(header).catch(() => undefined);
    return key && { key, issuer: keys!.issuer };
  }

  return {
    version() {
      if (keys && areOld()) void ask();
      return version;
    },
    tokenOrigin() {
      if (!keys) void ask();
      return keys?.tokenOrigin;
    },
    async keyFor(header) {
      if (areOld()) await asking();
      let key = await found(header);
      if (!key) {
        await asking();
        key = await found(header);
      }
      if (!key && (!keys || isAway)) throw unreachable();
      return key;
    },
  };
}

const trimmed = (address: string) => address.replace(/\/$/, '');

const unreachable = () =>
  new DomainError('UNAVAILABLE', 'The log-in of this calendar cannot be reached now. Please try again soon.');
