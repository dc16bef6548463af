import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { openWork, type Work } from '../../domain/event-loop.ts';
import type { Identify } from '../auth/identify.ts';
import type { Client } from '../auth/sender.ts';
import type { Incoming } from '../exchange.ts';

/** How many of an IPv6 address's eight parts identify a network, and a site. */
const [NETWORK_PARTS, SITE_PARTS] = [4, 3];

/** An address with a port, as some proxies send it. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/;

/**
 * Finds the client: the connection's peer, or what trusted proxies say in `X-Forwarded-For`. If that is not an address, the peer
 * counts as the client. Work is charged to the client's site or network.
 */
export function clientStep(trustProxy: readonly string[]): (incoming: Incoming) => { client: Client; work: Work } {
  const trusted = proxyAddr.compile([...trustProxy]);
  return ({ peer, headers, running }) => {
    const said = proxyAddr({ socket: { remoteAddress: peer }, headers } as IncomingMessage, trusted);
    const { v4, v6 } = WITH_PORT.exec(said)?.groups ?? {};
    const client = clientOf([v4 ?? v6 ?? said, peer].find(ipaddr.isValid) ?? peer);
    // The request's log lines include the address from now on.
    if (running.trace && client.address) running.trace.address = client.address;
    return { client, work: openWork(client.site ?? client.network, running) };
  };
}

function clientOf(found: string): Client {
  if (!ipaddr.isValid(found)) return { address: found, network: found };
  // Treat IPv4 inside IPv6 as IPv4.
  const address = ipaddr.process(found);
  const text = address.toString();
  if (!(address instanceof ipaddr.IPv6)) return { address: text, network: text };
  const first = (parts: number) => address.parts.slice(0, parts).join(':');
  return { address: text, network: first(NETWORK_PARTS), site: first(SITE_PARTS) };
}

/** Identifies the caller. @throws BAD_CREDENTIALS, TOO_MANY_REQUESTS */
export const identityStep =
  (identify: Identify) =>
  async ({ headers, httpVersion, client, running: { trace } }: Incoming & { client: Client }) => {
    const found = await identify({ headers, httpVersion, client, trace });
    // The request's log lines include the user from now on.
    if (trace && found.viewer) trace.user = found.viewer.id;
    return found;
  };
