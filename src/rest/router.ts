import type { Method } from './route.ts';

/** What a path names: the rows of its path, and what stood in the place of `<id>` or `<slug>`. */
export interface Match<R> {
  path: string;
  rows: readonly R[];
  params: Readonly<Record<string, string>>;
}

interface Row {
  path: string;
  methods: readonly Method[];
}

/** Finds the rows of a path. Literal parts match in any case, and slashes at the end are ignored. */
export function createRouter<R extends Row>(routes: readonly R[]): (path: string) => Match<R> | undefined {
  const byPath = new Map<string, R[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const patterns = [...byPath].map(([path, rows]) => ({
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

/** The pattern of a path, with its places as named groups in the form that JavaScript reads. */
export const pathPattern = (path: string): string =>
  path.replace('<id>', '(?<id>\\d+)').replace('<slug>', '(?<slug>[^/]+)');
