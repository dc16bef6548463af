import { isLanguage, type Language } from '../../domain/language.ts';

/** The parts of a REST address. */
export interface Address {
  /** The language segment before the root, if there is one. */
  segment?: Language;
  /** The name of the requested namespace, if any. */
  namespace?: string;
  /** What follows the root or the namespace: empty, or a path that begins with a slash. */
  path: string;
}

const SEGMENT = /^\/([a-z]{2})(?=\/|$)/i;

/**
 * Takes the language segment, the root and the namespace off a path, or off the path in `?rest_route=`. Returns undefined for
 * an address outside REST.
 */
export function restAddress(
  { pathname, searchParams }: URL,
  root: string,
  namespaces: readonly string[],
): Address | undefined {
  const segment = SEGMENT.exec(pathname)?.[1]?.toLowerCase();
  const language = isLanguage(segment) ? segment : undefined;
  const rest = language ? pathname.slice(3) : pathname;
  const below = belowRoot(rest, root, searchParams.get('rest_route'));
  return below === undefined
    ? undefined
    : { ...(language ? { segment: language } : {}), ...belowNamespace(below, namespaces) };
}

function belowRoot(address: string, root: string, route: string | null) {
  // WordPress puts its program before the path where a server cannot rewrite addresses.
  const path = address.replace(/^\/index\.php(?=\/)/, '');
  if (path === root || path.startsWith(`${root}/`)) return path.slice(root.length);
  return route !== null && /^\/?(index\.php)?$/.test(path) ? route.replace(/^\/?/, '/') : undefined;
}

function belowNamespace(path: string, namespaces: readonly string[]): Pick<Address, 'namespace' | 'path'> {
  for (const namespace of namespaces) {
    const prefix = `/${namespace}`;
    const rest = path.slice(prefix.length);
    const matches = path.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
    if (matches && (rest === '' || rest.startsWith('/'))) return { namespace, path: rest };
  }
  return { path };
}
