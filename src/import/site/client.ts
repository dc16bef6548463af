import { createOutgoing, type OutgoingAnswer, REFUSED_ADDRESS, readBody, TOO_LARGE } from '../../http/outgoing.ts';
import { mayConnect } from '../../http/public-address.ts';
import { sourceRefused } from '../item.ts';
import { isOfSite, maySignIn, type NamedSite } from './address.ts';

/** A complete response of the site. */
export interface SiteAnswer {
  status: number;
  headers: OutgoingAnswer['headers'];
  bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
  /** The final URL, after redirects. */
  url: URL;
}

/** A polite client of sites: one request at a time, a limited rate, and growing pauses while a site is busy. */
export interface SiteClient {
  /** @throws SourceRefused if several tries fail, or if the response has more than `most` bytes, 30 MB by default */
  ask(url: URL, most?: number, headers?: Readonly<Record<string, string>>): Promise<SiteAnswer>;
  /** Streams the response, to be read line by line. It does not retry once the stream has begun. @throws SourceRefused */
  open(url: URL): Promise<OutgoingAnswer & { url: URL }>;
  close(): void;
}

export interface SiteClientDeps {
  /** No other is asked, whatever these say. */
  sites: readonly NamedSite[];
  /** `name:password` of a user there. */
  credentials?: string;
  /** Maximum requests a second. */
  perSecond: number;
  pause(milliseconds: number): Promise<unknown>;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** The media types wanted; by default JSON, else a page. */
  accept?: string;
  /** How often to ask for the same. */
  mostTries?: number;
  /** Timeout of a complete response in milliseconds; a minute by default. */
  longestAnswer?: number;
  /** Receives a line about each long pause. */
  warn?(line: string): void;
}

/** Bytes of a response, after decompression. */
const LARGEST_ANSWER = 30_000_000;
const LONGEST_ANSWER = 60_000;
const MOST_REDIRECTS = 5;
const MOST_TRIES = 6;
/** Milliseconds: the first pause, which doubles each time, and the longest that a site may demand. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 600_000];

const BUSY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @throws SourceRefused if credentials would travel unencrypted over a network */
export function createSiteClient({
  sites,
  credentials,
  perSecond,
  pause,
  clock,
  accept = 'application/json, text/html;q=0.9, */*;q=0.5',
  mostTries = MOST_TRIES,
  longestAnswer = LONGEST_ANSWER,
  warn = () => undefined,
}: SiteClientDeps): SiteClient {
  if (credentials !== undefined && !sites.every(maySignIn))
    throw sourceRefused('IMPORT_CREDENTIALS would go over the network in clear: name the site by https');
  const outgoing = new Map(sites.map((site) => [site, createOutgoing((address) => mayConnect(site, address))]));
  let nextAt = Number.NEGATIVE_INFINITY;

  async function inTurn() {
    const waits = nextAt - clock();
    if (waits > 0) await pause(waits);
    nextAt = clock() + 1000 / perSecond;
  }

  /** Sends one request and follows its redirects. */
  async function follow(
    url: URL,
    { within, headers }: { within?: number; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<OutgoingAnswer & { url: URL }> {
    const seen = new Set<string>();
    for (let at = url; ; ) {
      const site = sites.find((each) => isOfSite(each.url, at));
      if (!site) throw sourceRefused(`${url.origin} leads to ${at.origin}, which is another site`);
      if (seen.size > MOST_REDIRECTS || seen.has(at.href))
        throw sourceRefused(`${url.href} leads from one address to the next, and never arrives`);
      seen.add(at.href);
      await inTurn();
      const signed = credentials !== undefined && maySignIn({ ...site, url: at });
      const answer = await outgoing.get(site)!.get(at, {
        headers: {
          Accept: accept,
          'User-Agent': 'event-calendar-gateway (import)',
          ...headers,
          ...(signed && { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        },
        ...(within !== undefined && { within }),
      });
      const to = REDIRECTS.has(answer.status) ? answer.headers.location : undefined;
      if (to === undefined) return { ...answer, url: at };
      answer.body.destroy();
      if (!URL.canParse(to, at)) throw sourceRefused(`${at.href} leads to ${JSON.stringify(to.slice(0, 200))}`);
      at = new URL(to, at);
    }
  }

  async function askOnce(url: URL, most: number, headers?: Readonly<Record<string, string>>): Promise<SiteAnswer> {
    const { body, ...answer } = await follow(url, { within: longestAnswer, headers });
    const bytes = await readBody({ body }, most);
    return {
      ...answer,
      bytes,
      get text() {
        return bytes.toString('utf8');
      },
    };
  }

  async function openOnce(url: URL): Promise<OutgoingAnswer & { url: URL }> {
    const answer = await follow(url);
    if (BUSY.has(answer.status)) answer.body.destroy();
    return answer;
  }

  /** Retries while the site is busy or temporarily unreachable. */
  async function withRetries<A extends Pick<SiteAnswer, 'status' | 'headers'>>(
    url: URL,
    askOnce: (url: URL) => Promise<A>,
    most = LARGEST_ANSWER,
  ) {
    for (let tries = 1, wait = FIRST_PAUSE; ; tries += 1, wait *= 2) {
      const answered = await askOnce(url).catch((error: Error) => error);
      if (!(answered instanceof Error) && !BUSY.has(answered.status)) return answered;
      if (answered instanceof Error && !isPassing(answered)) throw refusal(url, answered, most);
      if (tries === mostTries) {
        if (answered instanceof Error) throw refusal(url, answered, most);
        throw sourceRefused(`${url.href} answers ${answered.status} again and again`, { isPassing: true });
      }
      const requested = answered instanceof Error ? 0 : retryAfter(answered.headers['retry-after'], clock());
      if (requested > LONGEST_PAUSE)
        throw sourceRefused(
          `${url.href} answers ${(answered as A).status} and asks to come back in ${Math.ceil(requested / 60_000)} minutes`,
          { isPassing: true },
        );
      const milliseconds = Math.max(requested, wait);
      if (milliseconds > 5_000) warn(`${url.origin} is busy: waiting ${Math.ceil(milliseconds / 1000)} s.`);
      await pause(milliseconds);
    }
  }

  return {
    ask: (url, most = LARGEST_ANSWER, headers) => withRetries(url, () => askOnce(url, most, headers), most),
    open: (url) => withRetries(url, openOnce),
    close() {
      for (const each of outgoing.values()) each.close();
    },
  };
}

/** Parses `Retry-After`, in seconds or as a date, into milliseconds. */
export function retryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** Whether a retry may help. */
const isPassing = (error: Error) => {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'SourceRefused' || code === REFUSED_ADDRESS || code === TOO_LARGE) return false;
  return !/^(ENOTFOUND|ECONNREFUSED|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_|ERR_INVALID|HPE_)/.test(code);
};

/** Nobody is there, and a retry at once will not help. */
const NOBODY = /^(?:ENOTFOUND|ECONNREFUSED)$/;

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection broke before all had come',
  Z_BUF_ERROR: 'the connection broke before all had come',
  Z_DATA_ERROR: 'the answer is not compressed as it says',
  ABORT_ERR: 'no whole answer came in a minute',
};

/** Explains a failed request in one line. */
function refusal(url: URL, error: unknown, most: number) {
  const { code = '', name, message, address } = error as NodeJS.ErrnoException & { address?: string };
  if (name === 'SourceRefused') return error as Error;
  if (code === REFUSED_ADDRESS)
    return sourceRefused(
      `${url.hostname} is at ${address}, an address of a private network: say --private if it is meant`,
      { isPrivate: true },
    );
  if (code === TOO_LARGE)
    return sourceRefused(`${url.href} cannot be read: the answer is larger than ${most / 1_000_000} MB`);
  return sourceRefused(
    `${url.href} cannot be read: ${REASONS[code] ?? (name === 'AbortError' || name === 'TimeoutError' ? REASONS.ABORT_ERR : message)}`,
    { isPassing: isPassing(error as Error), isAway: isPassing(error as Error) || NOBODY.test(code) },
  );
}
