import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const SRC = new URL('../../src/', import.meta.url);

/** A file of ours: its path below src/, and its text. */
interface SourceFile {
  path: string;
  text: string;
}

/** One import statement. */
export interface Import {
  /** Path below src/ of the file that imports. */
  file: string;
  /** Path below src/ of what it imports, or the specifier of a package. */
  imported: string;
  /** Name of the package, `node` for what comes with Node but what loads modules; undefined for our own files. */
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
/** With what is loaded, where the text says it: no part of it is computed. */
const DYNAMIC = /\b(?:import|require|createRequire|getBuiltinModule)\(\s*(?:(['"`])([^'"`$]+)\1\s*\))?/g;

/** The package of what is loaded by a name that the text does not say: nobody may. */
const COMPUTED = '(computed)';

/** What a file imports, read from its text. A dynamic import or one for its effects counts as one of values. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found = [
    ...[...text.matchAll(STATEMENT)].map(([, type, names = '', from = '']) => ({
      from,
      typesOnly: type !== undefined || /^\{(\s*type\s+[^,{}]+,?)+\s*\}$/.test(names),
    })),
    ...[...text.matchAll(BARE)].map(([, from = '']) => ({ from, typesOnly: false })),
    ...[...text.matchAll(DYNAMIC)].map(([, , from = COMPUTED]) => ({ from, typesOnly: false })),
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

/** Reads the environment of the process, by whatever form. */
const ENVIRONMENT = [
  /\bprocess\s*(\?\.)?\s*\[/,
  /\bprocess\s*\??\.\s*env\b/,
  /=\s*(globalThis\s*\.\s*)?process\b(?!\s*\??\.)/,
  /['"`](node:)?process['"`]/,
];

/** Whether a text reads the environment of the process, or might: `process[…]` and the module `process` count. */
export const readsEnvironment = (text: string): boolean => ENVIRONMENT.some((form) => form.test(text));

const packageOf = (specifier: string): string =>
  specifier.startsWith('node:') && specifier !== 'node:module'
    ? 'node'
    : (/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
