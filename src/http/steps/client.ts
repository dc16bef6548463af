import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Client } from '../../auth/sender.ts';
import type { Incoming } from '../exchange.ts';

/** How many of the eight parts of an IPv6 address one customer has as a whole. */
const NETWORK_PARTS = 4;

/** Where a request comes from: the connection, or what the proxies that are trusted say in `X-Forwarded-For`. */
export function clientStep(trustProxy: readonly string[]): (incoming: Incoming) => { client: Client } {
  const trusted = proxyAddr.compile([...trustProxy]);
  return ({ peer, headers }) => {
    const request = { socket: { remoteAddress: peer }, headers } as never;
    return { client: clientOf(proxyAddr(request, trusted)) };
  };
}

function clientOf(said: string): Client {
  if (!ipaddr.isValid(said)) return { address: said, network: said };
  // IPv4 inside IPv6 is IPv4.
  const address = ipaddr.process(said);
  const text = address.toString();
  const network = address instanceof ipaddr.IPv6 ? address.parts.slice(0, NETWORK_PARTS).join(':') : text;
  return { address: text, network };
}
