import { type DomainError, httpStatus } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import { messageIn } from '../domain/message.ts';
import type { Running } from '../domain/request.ts';

/** A request as it arrived. Nothing is checked yet except the HTTP syntax. */
export interface Incoming {
  /** In upper case. */
  method: string;
  /** Path and query. Its host is meaningless: the name that the client used for us is in a header. */
  url: URL;
  /** By name in lower case; several values of one name are joined with commas. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The address at the other end of the connection: the client's, or that of the last proxy. */
  peer: string;
  /** `1.1` or `1.0`. */
  httpVersion: string;
  /** How many requests are in progress; the code that answers them counts. */
  load: { inFlight: number };
  /**
   * Reads the body (only once), until it is complete or the signal aborts. With `take`, returns nothing: each part is given to
   * `take` instead, the next when it is done with the last.
   * @throws TOO_LARGE beyond `limit` bytes; the rest is discarded. REQUEST_TIMEOUT when it arrives too slowly. What `take` throws
   */
  body(limit: number, take?: (part: Uint8Array) => Promise<unknown>, signal?: AbortSignal): Promise<Uint8Array>;
  /** Shared by all work for the request. Until the answer is ready, its signal aborts with a DomainError when time is up. */
  running: Running;
}

/** Whether a request has no body, as its headers say (RFC 9112, section 6.3). */
export const announcesNoBody = ({
  headers,
}: {
  headers: { 'transfer-encoding'?: string; 'content-length'?: string };
}): boolean => headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Whether a request only reads. */
export const isReading = ({ method }: Pick<Incoming, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** The answer to a request. */
export interface Answer {
  status: number;
  /** By name in its usual spelling: `Content-Type`. */
  headers: Record<string, string>;
  /** Not sent for HEAD. */
  content: string | Uint8Array;
  /**
   * Replaces the content, which is then empty: parts made while they are sent, the next when the client has taken the last. Ends
   * by itself soon after the request's `running.signal` aborts. Call `return`, whether or not you send it.
   */
  stream?: AsyncIterable<string | Uint8Array>;
  /** The entity tag of the uncompressed content, with quotes. By default it is made from the content. */
  tag?: string;
  /** Returns the compressed content if it is cached. By default each request compresses it. */
  compressed?: Compressed;
  /** What ran, for the log: the GraphQL operation's name, or its document's hash. */
  operation?: string;
}

/** The supported encodings, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

export type Compressed = (encoding: Encoding) => Promise<Uint8Array>;

/** Adds a value to a list header, such as `Vary`. */
export function appendHeader({ headers }: Pick<Answer, 'headers'>, name: string, value: string): void {
  headers[name] = headers[name] ? `${headers[name]}, ${value}` : value;
}

/** Sends the client on to another address. */
export const redirect = (status: 301 | 307, location: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { ...headers, Location: location },
  content: '',
});

/** A JSON answer outside the format of any API. */
export const jsonAnswer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  content: JSON.stringify(body),
});

/** An error outside the format of any API, with the problem of each parameter. */
export const jsonFailure = ({ code, said, problems }: DomainError, language: Language): Answer =>
  jsonAnswer(httpStatus(code), {
    message: messageIn(said, language),
    ...(problems.length
      ? {
          params: Object.fromEntries(
            problems.map(({ field, at = [], message }) => [[field, ...at].join('.'), messageIn(message, language)]),
          ),
        }
      : {}),
  });
