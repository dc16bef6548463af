import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...GUIDES.map((name) => `docs/${name}`)];

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

/** The anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

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

test.each(PAGES)('every heading that %s links to is there', (page) => {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
  const missing = links.filter(([, path, anchor = '']) => {
    const target = path ? join(dirname(page), path) : page;
    return !anchorsOf(readFileSync(join(ROOT, target), 'utf8')).includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});
