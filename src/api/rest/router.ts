import { FEED_FORMS } from '../../kinds/addresses.ts';
import type { Method } from './route.ts';

/** The match of a path: its rows, and the text in the place of `<id>`, `<slug>` or `<form>`. */
export interface Match<R> {
  path: string;
  rows: readonly R[];
  params: Readonly<Record<string, string>>;
}

interface Row {
  path: string;
  methods: readonly Method[];
}

/**
 * Finds the rows of a path. It tries feeds first, because `<slug>` matches their endings too. Literal parts match in any
 * case, and slashes at the end are ignored.
 */
export function createRouter<R extends Row>(routes: readonly R[]): (path: string) => Match<R> | undefined {
  const byPath = new Map<string, R[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const isFeed = (path: string) => path.includes('<form>');
  const paths = [...byPath].sort(([one], [other]) => Number(isFeed(other)) - Number(isFeed(one)));
  const patterns = paths.map(([path, rows]) => ({
    path,
    rows,
    pattern: new RegExp(`^${pathPattern(path)}/*$`, 'i'),
  }));
  return (path) => {
    for (const { path: name, rows, pattern } of patterns) {
      const found = pattern.exec(path);
      if (found) return { path: name, rows, params: { ...found.groups } };
    }
    return undefined;
  };
}

/** The pattern of a path. Its placeholders become named groups in JavaScript syntax. */
export const pathPattern = (path: string): string =>
  path
    .replace('<id>', '(?<id>\\d+)')
    .replace('.<form>', `\\.(?<form>${FEED_FORMS.join('|').replace('.', '\\.')})`)
    .replace('<slug>', `(?<slug>[^/]+${path.includes('<form>') ? '?' : ''})`);
