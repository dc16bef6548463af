import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { imageSize } from 'image-size';

/** Most bytes in a file that every visitor loads, and in one that only other sites load. */
const [LARGEST, LARGEST_IMAGE] = [100_000, 1_000_000];

/** What other sites draw, and what browsers do. */
const IMAGES = ['.png', '.jpg', '.webp'];
const LOGOS = ['.svg', ...IMAGES];

/** The files with which a site changes the look of its pages. */
export interface OwnFiles {
  /** Styles, applied after ours. */
  theme?: string;
  logo?: OwnPicture;
  /** What other sites show of pages without a picture. */
  image?: OwnPicture & { width: number; height: number };
}

interface OwnPicture {
  name: string;
  content: Uint8Array;
}

/** Reads these files. @throws Error with one line that says why the server cannot start */
export function readOwnFiles({
  themeCss,
  siteLogo,
  siteImage,
}: {
  themeCss?: string;
  siteLogo?: string;
  siteImage?: string;
}): OwnFiles {
  return {
    ...(themeCss && { theme: read('THEME_CSS', themeCss, LARGEST).toString() }),
    ...(siteLogo && { logo: readPicture('SITE_LOGO', siteLogo, { as: 'logo', forms: LOGOS, most: LARGEST }) }),
    ...(siteImage && { image: readImage(siteImage) }),
  };
}

function readImage(file: string): NonNullable<OwnFiles['image']> {
  const picture = readPicture('SITE_IMAGE', file, { as: 'image', forms: IMAGES, most: LARGEST_IMAGE });
  try {
    const { width, height } = imageSize(picture.content);
    return { ...picture, width, height };
  } catch (error) {
    throw new Error(`SITE_IMAGE names ${file}, which cannot be read as a picture: ${(error as Error).message}`);
  }
}

function readPicture(
  variable: string,
  file: string,
  { as, forms, most }: { as: string; forms: readonly string[]; most: number },
): OwnPicture {
  const extension = extname(file).toLowerCase();
  if (!forms.includes(extension)) throw new Error(`${variable} names ${file}, which must end with ${forms.join(', ')}`);
  return { name: as + extension, content: read(variable, file, most) };
}

function read(variable: string, file: string, most: number) {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    throw new Error(`${variable} names ${file}, which cannot be read: ${(error as Error).message}`);
  }
  const bytes = content.length;
  if (bytes > most) throw new Error(`${variable} names ${file}, which has ${bytes} bytes: ${most} are allowed`);
  return content;
}
