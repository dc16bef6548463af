import ipaddr from 'ipaddr.js';

/** The global IPv6 range. Special-purpose ranges within it have names of their own. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is public: not of this machine, a private network, link-local, or for another special purpose. An IPv4
 * address inside an IPv6 one is judged as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Whether an IP address belongs to this machine. */
export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';

/** Whether to connect to an IP address: private ones only if the operator allows it. */
export const mayConnect = ({ isPrivate }: { isPrivate: boolean }, address: string): boolean =>
  isPrivate || isPublicAddress(address);
