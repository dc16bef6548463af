import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from '../../http/public-address.ts';

/** A site that the operator named. */
export interface NamedSite {
  url: URL;
  /** Whether it may be at an address of this machine or of a private network. */
  isPrivate: boolean;
  /** Whether it is this machine. */
  isHere: boolean;
}

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');

/**
 * Parses the URL of a site or a file. Returns an error message if it is invalid, and undefined if it is not a web address. `webcal:` is
 * https, and http on this machine.
 */
export function readSite(written: string, { isPrivate = false } = {}): NamedSite | string | undefined {
  const text = written.replace(/^webcals?:\/\/(?=(localhost\b|127\.)?)/i, (_, isHere) =>
    isHere ? 'http://' : 'https://',
  );
  if (!/^https?:\/\//i.test(text)) return undefined;
  if (!URL.canParse(text)) return 'The address of the site cannot be read.';
  const url = new URL(text);
  if (url.username || url.password)
    return 'A password in an address is kept by the shell and shown by npm: put NAME:PASSWORD into IMPORT_CREDENTIALS.';
  url.hash = '';
  const host = withoutBrackets(url.hostname);
  const isHere = /^(?:.+\.)?localhost$/.test(host) || isLoopbackAddress(host);
  return { url, isHere, isPrivate: isPrivate || isHere || (isIP(host) > 0 && !isPublicAddress(host)) };
}

/** Whether credentials may be sent there. They never travel unencrypted over a network. */
export const maySignIn = ({ url, isHere }: Pick<NamedSite, 'url' | 'isHere'>): boolean =>
  url.protocol === 'https:' || isHere;

const bareHost = ({ hostname }: URL) => hostname.replace(/^www\./, '');

/** Compares explicit ports. A missing port follows from the scheme. */
const isSamePort = (one: URL, other: URL) => one.port === other.port;

/**
 * Whether a URL belongs to the site: the same host except for `www.`, with the same scheme, or https instead of http. No
 * other URL is requested, whatever the site says.
 */
export const isOfSite = (site: URL, address: URL): boolean =>
  bareHost(site) === bareHost(address) &&
  isSamePort(site, address) &&
  (address.protocol === site.protocol || (site.protocol === 'http:' && address.protocol === 'https:')) &&
  address.username === '' &&
  address.password === '';
