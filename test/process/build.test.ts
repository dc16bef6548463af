import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scripts } from '../../package.json';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'build-'));

/** Any time that is past. */
const LONG_AGO = new Date('2001-02-03T04:05:06Z');

function build(): void {
  execFileSync('sh', ['-c', scripts.build], { cwd: dir });
}

const builtAt = (program: string): number => statSync(join(dir, 'dist', program)).mtimeMs;

beforeAll(() => {
  for (const name of ['src', 'package.json', 'package-lock.json'])
    cpSync(join(PACKAGE, name), join(dir, name), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(dir, 'node_modules'));
  build();
});
afterAll(() => rmSync(dir, { recursive: true }));

test('nothing is built where nothing has changed', () => {
  const before = builtAt('main.js');
  build();
  expect(builtAt('main.js')).toBe(before);
});

test.each([
  [
    'a source that is older than the programs',
    () => utimesSync(join(dir, 'src/kinds/record-urls.ts'), LONG_AGO, LONG_AGO),
  ],
  ['other packages', () => appendFileSync(join(dir, 'package-lock.json'), '\n')],
  ['a program that is new', () => writeFileSync(join(dir, 'src/commands/new.ts'), 'export {};\n')],
  ['a program that is gone', () => rmSync(join(dir, 'dist/server.js'))],
  ['a build that was not ended', () => writeFileSync(join(dir, 'dist/built.json'), '{"made"')],
])('%s makes it build again, once', (_, change) => {
  const before = builtAt('main.js');
  change();
  build();
  const after = builtAt('main.js');
  expect(after).toBeGreaterThan(before);
  expect(builtAt('server.js')).toBeGreaterThan(before);
  build();
  expect(builtAt('main.js')).toBe(after);
});
