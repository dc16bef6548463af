import { isLanguage, type Language } from '../rules/language.ts';

/** Where in REST a request goes. */
export interface Address {
  /** The language segment before the root, if there is one. */
  language?: Language;
  /** What follows the root: empty, or a path that begins with a slash. */
  path: string;
}

const SEGMENT = /^\/([a-z]{2})(?=\/|$)/i;

/** Takes language segment and root off a path, or the path out of `?rest_route=`; undefined for what is not REST. */
export function restAddress({ pathname, searchParams }: URL, root: string): Address | undefined {
  const segment = SEGMENT.exec(pathname)?.[1]?.toLowerCase();
  const language = isLanguage(segment) ? segment : undefined;
  const rest = language ? pathname.slice(3) : pathname;
  const at = language ? { language } : {};
  if (rest === root || rest.startsWith(`${root}/`)) return { ...at, path: rest.slice(root.length) };
  const route = searchParams.get('rest_route');
  if (route !== null && /^\/?(index\.php)?$/.test(rest)) return { ...at, path: route.replace(/^\/?/, '/') };
  return undefined;
}
