import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const SRC = new URL('../../src/', import.meta.url);

/** A file of ours: its path below src/, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** One import statement. */
export interface Import {
  /** Path below src/ of the file that imports. */
  file: string;
  /** Path below src/ of what it imports, or the specifier of a package. */
  imported: string;
  /** Name of the package, `node` for what comes with Node; undefined for our own files. */
  package: string | undefined;
  /** Whether nothing of it is left when the types are gone. */
  typesOnly: boolean;
}

/** Every source file, in order of its path. */
export const sourceFiles = (): SourceFile[] =>
  (readdirSync(SRC, { recursive: true }) as string[])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, SRC), 'utf8') }));

const STATEMENT = /^(?:import|export)\s+(type\s)?([^'"`;]*?)\s*\bfrom\s*['"]([^'"]+)['"]/gm;
const BARE = /^import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports, read from its text. A dynamic import or one for its effects counts as one of values. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found = [
    ...[...text.matchAll(STATEMENT)].map(([, type, names = '', from = '']) => ({
      from,
      typesOnly: type !== undefined || /^\{(\s*type\s+[^,{}]+,?)+\s*\}$/.test(names),
    })),
    ...[...text.matchAll(BARE), ...text.matchAll(DYNAMIC)].map(([, from = '']) => ({ from, typesOnly: false })),
  ];
  return found.map(({ from, typesOnly }) => {
    const own = from.startsWith('.');
    return {
      file: path,
      imported: own ? posix.join(posix.dirname(path), from) : from,
      package: own ? undefined : packageOf(from),
      typesOnly,
    };
  });
}

const packageOf = (specifier: string): string =>
  specifier.startsWith('node:') ? 'node' : (/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
