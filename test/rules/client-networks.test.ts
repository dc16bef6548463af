import { expect, test } from 'vitest';
import { clientStep } from '../../src/http/steps/client.ts';
import { incomingOf } from '../support/web.ts';

/** The address that is found for a connection from a peer that says whose request it brings. */
const clientOf = (trusted: string[], peer: string, forwarded?: string) => {
  const headers: HeadersInit = forwarded === undefined ? [] : [['X-Forwarded-For', forwarded]];
  return clientStep(trusted)(incomingOf(new Request('http://localhost/', { headers }), { peer })).client;
};

test.each([
  [[], '203.0.113.7', undefined, '203.0.113.7'],
  [[], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  [[], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  [['loopback'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  [['loopback'], '::1', '198.51.100.1', '198.51.100.1'],
  [['loopback'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  // Whatever the client itself says stands before what the first trusted proxy adds.
  [['10.0.0.0/8'], '10.1.2.3', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  [['10.0.0.1', '2001:db8::/32'], '2001:db8::5', '198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [['loopback'], '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  [['loopback'], '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  [['loopback'], '127.0.0.1', '2001:db8::1', '2001:db8::1'],
  [['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
  [['loopback'], '127.0.0.1', '', '127.0.0.1'],
])('with %j trusted, a peer of %s that says %s is of %s', (trusted, peer, forwarded, address) => {
  expect(clientOf(trusted, peer, forwarded).address).toBe(address);
});

test('the networks of an IPv6 site have the first 48 bits in common; an address of IPv4 has no site', () => {
  const siteOf = (peer: string) => clientOf([], peer).site;
  expect(siteOf('2001:db8:1:2::')).toBe(siteOf('2001:db8:1:ffff::1'));
  expect(siteOf('2001:db8:1:2::')).not.toBe(siteOf('2001:db8:2:2::'));
  expect(siteOf('203.0.113.7')).toBeUndefined();
});

test('what limits count as one is an address, and of IPv6 its first half', () => {
  const networkOf = (peer: string) => clientOf([], peer).network;
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.113.8'));
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::'));
  expect(networkOf('2001:db8:1:2::')).not.toBe(networkOf('2001:db8:1:3::'));
  expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.7'));
});
