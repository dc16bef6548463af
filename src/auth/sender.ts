import type { Trace } from '../request.ts';

/** The headers of a request, by name in lower case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Where a request comes from. */
export interface Client {
  /** IPv4 in four numbers, else IPv6; empty when the connection is closed already. */
  address: string;
  /** What limits count as one: the address, and of IPv6 the first half (/64), which one customer has as a whole. */
  network: string;
  /** Of IPv6 the first 48 bits (/48), in which one customer may have many networks. */
  site?: string;
}

/** What is known of a request before anybody knows who asks. */
export interface Sender {
  headers: RequestHeaders;
  /** `1.1` or `1.0`. */
  httpVersion: string;
  client: Client;
  /** What lines of the log about it say. */
  trace?: Trace | undefined;
}
