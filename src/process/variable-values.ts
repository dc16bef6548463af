import { isIP } from 'node:net';
import { slugify } from '../domain/slug.ts';
import { isZone } from '../domain/zones.ts';
import { LEAST_MEMORY, usualMemory } from './memory.ts';
import type { Variable } from './variables.ts';

/** The error for a wrong value: one line that names the variable, its value without a password, and what is allowed. Each function below throws it. */
export const wrong = (name: Variable, given: string, allowed: string) =>
  new Error(`${name} is ${JSON.stringify(withoutPassword(given))}; it must be ${allowed}`);

const withoutPassword = (text: string) => text.replace(/\/\/[^/]*@/g, '//***@');

/** A host name or an IP address. */
export function hostOf(given: string) {
  if (isIP(given) > 0) return given;
  // 999.1.1.1 looks like a name but is neither a name nor an address.
  if (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(given) && URL.canParse(`http://${given}`)) return given;
  throw wrong('HOST', given, 'a host name or an IP address, without port or brackets');
}

/** A port; 0 for any free one. */
export function portOf(given: string) {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw wrong('PORT', given, 'a whole number from 0 (any free port) to 65535');
}

/** The start of addresses, without a slash at the end. */
export function baseUrlOf(name: Variable, given: string) {
  const url = webAddress(given);
  if (url && !/[?#]/.test(given)) return url.origin + url.pathname.replace(/\/+$/, '');
  throw wrong(name, given, 'an http or https address without user, query and fragment');
}

/** Names stand in HTTP headers and in feeds, so they are one line. */
export function lineOf(name: Variable, given: string | undefined, most: number) {
  if (given === undefined || (given.length <= most && !/\p{Cc}/u.test(given))) return given?.trim();
  throw wrong(name, given, `one line of at most ${most} characters`);
}

/** A time zone. */
export function zoneOf(given: string) {
  if (isZone(given)) return given;
  throw wrong('SITE_TIMEZONE', given, 'a time zone such as Europe/Madrid, UTC or UTC+2');
}

/** A slug: a word that needs no escaping in an address. */
export function wordOf(name: Variable, given: string, taken: readonly string[]) {
  if (slugify(given) === given && !taken.includes(given)) return given;
  throw wrong(name, given, `a word in small letters, such as agenda, and none of ${taken.join(', ')}`);
}

/** The path of REST. */
export function restRootOf(given: string, taken: readonly string[]) {
  const segments = given.slice(1).split('/');
  const isPath = given.startsWith('/') && segments.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/.test(segment));
  if (isPath && !taken.includes(segments[0]!)) return given;
  throw wrong(
    'REST_ROOT',
    given,
    `a path such as /wp-json: / and A-Z a-z 0-9 . _ ~ -, no / at the end, not in /${taken.join(', /')}`,
  );
}

/** Names of the namespace; none for `none`. */
export function namespacesOf(given: string) {
  if (given === 'none') return Object.freeze([]);
  const names = listOf(given, ',');
  if (names.every((name) => /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)+$/.test(name))) return Object.freeze(names);
  throw wrong('NAMESPACE_ALIASES', given, 'none, or names such as tribe/events/v1 with commas between');
}

/** The URI of MongoDB, which no error shows. */
export function mongodbUriOf(given: string) {
  if (/^mongodb(?:\+srv)?:\/\/./.test(given)) return given;
  throw new Error('MONGODB_URI is not shown, it may hold a password; it must begin with mongodb:// or mongodb+srv://');
}

/** One of some words. */
export function oneOf<T extends string>(allowed: readonly T[], name: Variable, given: string) {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw wrong(name, given, `one of ${allowed.join(', ')}`);
}

/** Origins, or any. */
export function corsOriginsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  return originsOf('CORS_ORIGINS', given, '* or origins such as https://example.org (no path)');
}

/** Origins: addresses without a path. */
export function originsOf(name: Variable, given: string | undefined, allowed: string) {
  const origins = (given?.split(',') ?? []).map((item) => originOf(item.trim()));
  if (origins.every((origin) => origin !== undefined)) return Object.freeze([...new Set(origins)]);
  throw wrong(name, given ?? '', `${allowed}, with commas between`);
}

function originOf(given: string) {
  const url = webAddress(given);
  return url && `${url.origin}/` === url.href && !/[?#]/.test(given) ? url.origin : undefined;
}

/** A whole number between two bounds. */
export function wholeOf(name: Variable, given: string, least: number, most = 999_999_999) {
  if (/^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given);
  throw wrong(name, given, `a whole number from ${least} to ${most}`);
}

/** The megabytes of each process. */
export function memoryOf(given: string | undefined, processes: number) {
  const all = given === undefined ? usualMemory(processes) : wholeOf('MEMORY', given, LEAST_MEMORY * processes);
  return Math.floor(all / processes);
}

/** Addresses, ranges and names of ranges. */
export function proxiesOf(given: string | undefined) {
  const proxies = given === undefined ? [] : given.split(',').map((item) => item.trim());
  if (proxies.every(isProxy)) return Object.freeze(proxies);
  throw wrong(
    'TRUST_PROXY',
    given ?? '',
    'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between',
  );
}

function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most));
}

/** Host names in lower case. */
export function hostsOf(name: Variable, given: string, allowed: string) {
  const hosts = given.split(',').map((item) => item.trim().toLowerCase());
  if (hosts.every((host) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))) return Object.freeze([...new Set(hosts)]);
  throw wrong(name, given, `${allowed}, with commas between`);
}

/** Host names, any, or none. */
export function imageHostsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  if (given === 'none') return Object.freeze([]);
  return hostsOf('IMAGE_HOSTS', given, '*, none or host names such as images.example.org');
}

/** An http or https address without user; undefined if it is none. */
export function webAddress(given: string) {
  if (!/^https?:\/\/[^\s\\]+$/i.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return url.username || url.password ? undefined : url;
}

/** The items of a text that are not blank. */
export const listOf = (given: string, separator: string) =>
  given
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
