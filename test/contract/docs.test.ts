import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];

/** `src/{a,b}/c.ts` as `src/a/c.ts` and `src/b/c.ts`. */
function spelledOut(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  return choices === undefined
    ? [path]
    : choices.split(',').flatMap((choice) => spelledOut(`${before}${choice.trim()}${after}`));
}

/** The files and folders of ours that a page names in its text. */
const named = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|schema|bench|docs)\/[\w./{}, *-]*)`/g)].map(([, path = '']) => path);

/** What a page links to, beside itself. */
const linked = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);

test.each(PAGES)('every file that %s names is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const paths = [
    ...named(text)
      .filter((path) => !path.includes('*'))
      .flatMap(spelledOut),
    ...linked(text).map((path) => join(dirname(page), path)),
  ];
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
