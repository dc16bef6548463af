import { readFileSync } from 'node:fs';

/** Most bytes in the styles of a site, because every visitor loads them. */
const LARGEST = 100_000;

/** Reads the styles that a site adds after ours. @throws Error with one line that says why the server cannot start */
export function readTheme(file: string): string {
  const css = textOf(file);
  const bytes = Buffer.byteLength(css);
  if (bytes > LARGEST) throw new Error(`THEME_CSS names ${file}, which has ${bytes} bytes: ${LARGEST} are allowed`);
  return css;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`THEME_CSS names ${file}, which cannot be read: ${(error as Error).message}`);
  }
}
