import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { readPage } from '../docs/blocks.ts';

/** The exports of a program on a page of the docs, found by some text of it. */
export async function programOfPage<Program>(page: string, has: string): Promise<Program> {
  const { text } = readPage(page).blocks.find((block) => block.text.includes(has))!;
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, (await transform(text, { loader: 'ts' })).code);
  const program = await import(pathToFileURL(file).href);
  rmSync(folder, { recursive: true });
  return program;
}
