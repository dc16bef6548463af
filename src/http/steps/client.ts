import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Client } from '../../auth/sender.ts';
import { openWork, type Work } from '../../event-loop.ts';
import type { Incoming } from '../exchange.ts';

/** How many of the eight parts of an IPv6 address name a network, and how many a site. */
const [NETWORK_PARTS, SITE_PARTS] = [4, 3];

/** An address with a port, as some proxies write it. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/;

/**
 * Where a request comes from: the connection, or what the proxies that are trusted say in `X-Forwarded-For`. What they say
 * that is no address means the proxy that said it. Work for it is charged to its site or network.
 */
export function clientStep(trustProxy: readonly string[]): (incoming: Incoming) => { client: Client; work: Work } {
  const trusted = proxyAddr.compile([...trustProxy]);
  return ({ peer, headers, running }) => {
    const said = proxyAddr({ socket: { remoteAddress: peer }, headers } as never, trusted);
    const { v4, v6 } = WITH_PORT.exec(said)?.groups ?? {};
    const client = clientOf([v4 ?? v6 ?? said, peer].find(ipaddr.isValid) ?? peer);
    // From now on the lines of the request say where it comes from.
    if (running.trace && client.address) running.trace.address = client.address;
    return { client, work: openWork(client.site ?? client.network, running) };
  };
}

function clientOf(found: string): Client {
  if (!ipaddr.isValid(found)) return { address: found, network: found };
  // IPv4 inside IPv6 is IPv4.
  const address = ipaddr.process(found);
  const text = address.toString();
  if (!(address instanceof ipaddr.IPv6)) return { address: text, network: text };
  const first = (parts: number): string => address.parts.slice(0, parts).join(':');
  return { address: text, network: first(NETWORK_PARTS), site: first(SITE_PARTS) };
}
