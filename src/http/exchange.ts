import { type DomainError, httpStatus } from '../errors.ts';
import type { Running } from '../request.ts';

/** A request as it came. Nothing of it has been looked at yet but the syntax of HTTP. */
export interface Incoming {
  /** In upper case. */
  method: string;
  /** Path and query. Its host says nothing: what a client calls us is a header. */
  url: URL;
  /** By name in lower case; several of one name stand in one text, with commas between. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The address at the other end of the connection: the client's, or that of the last proxy. */
  peer: string;
  /** `1.1` or `1.0`. */
  httpVersion: string;
  /** How many requests are being answered: counted by whoever answers them. */
  load: { inFlight: number };
  /**
   * Reads the body, once, until it is there or the signal is aborted.
   * @throws TOO_LARGE past so many bytes; what follows is thrown away. REQUEST_TIMEOUT when it comes too slowly
   */
  body(limit: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** What is shared by all that is done for it. Its signal is aborted with a DomainError. */
  running: Running;
}

/** Whether a request only asks for what is there. */
export const isReading = ({ method }: Pick<Incoming, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** What is sent back. */
export interface Answer {
  status: number;
  /** By name as it is written in documents: `Content-Type`. */
  headers: Record<string, string>;
  /** Left out for HEAD, when it is sent. */
  content: string | Uint8Array;
  /** The entity tag of the content as it is here, with its quotes. Without it, one is made of the content. */
  tag?: string;
  /** Gives the content compressed, where that is kept. Without it, it is compressed for each request. */
  compressed?: Compressed;
  /** What ran, for the log: the name of the operation of GraphQL, or the hash of its document. */
  operation?: string | undefined;
}

/** The ways to compress what is sent, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

export type Compressed = (encoding: Encoding) => Promise<Uint8Array>;

/** Adds names to a list that a header is, such as `Vary`. */
export function appendHeader({ headers }: Pick<Answer, 'headers'>, name: string, value: string): void {
  headers[name] = headers[name] ? `${headers[name]}, ${value}` : value;
}

/** An answer of JSON that no door has a form for. */
export const jsonAnswer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  content: JSON.stringify(body),
});

/** An error that no door has a form for. */
export const jsonFailure = ({ code, message }: DomainError): Answer => jsonAnswer(httpStatus(code), { message });
