import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** Most bytes in a file of the site's own, because every visitor loads it. */
const LARGEST = 100_000;

const PICTURES = ['.svg', '.png', '.jpg', '.webp'];

/** The files with which a site changes the look of its pages. */
export interface OwnFiles {
  /** Styles, applied after ours. */
  theme?: string;
  logo?: { name: string; content: Uint8Array };
}

/** Reads these files. @throws Error with one line that says why the server cannot start */
export function readOwnFiles({ themeCss, siteLogo }: { themeCss?: string; siteLogo?: string }): OwnFiles {
  const extension = siteLogo && extname(siteLogo).toLowerCase();
  if (extension !== undefined && !PICTURES.includes(extension))
    throw new Error(`SITE_LOGO names ${siteLogo}, which must end with ${PICTURES.join(', ')}`);
  return {
    ...(themeCss && { theme: read('THEME_CSS', themeCss).toString() }),
    ...(siteLogo && { logo: { name: `logo${extension}`, content: read('SITE_LOGO', siteLogo) } }),
  };
}

function read(variable: string, file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    throw new Error(`${variable} names ${file}, which cannot be read: ${(error as Error).message}`);
  }
  const bytes = content.length;
  if (bytes > LARGEST) throw new Error(`${variable} names ${file}, which has ${bytes} bytes: ${LARGEST} are allowed`);
  return content;
}
