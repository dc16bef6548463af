import type { Trace } from '../../domain/request.ts';

/** The headers of a request, by name in lower case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Where a request comes from. */
export interface Client {
  /** IPv4 as four numbers, or IPv6; empty if the connection is already closed. */
  address: string;
  /** What limits count as one: the IPv4 address, or the first half (/64) of an IPv6 address, which belongs to one customer. */
  network: string;
  /** The first 48 bits (/48) of an IPv6 address, in which one customer may have many networks. */
  site?: string;
}

/** What is known about a request before its caller is identified. */
export interface Sender {
  headers: RequestHeaders;
  /** `1.1` or `1.0`. */
  httpVersion: string;
  client: Client;
  /** Fields for its log lines. */
  trace?: Trace;
}
