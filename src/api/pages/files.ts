import { createFiles, type Files } from '../../http/files.ts';
import type { OwnFiles } from './own-files.ts';
import { PAGE_SCRIPT } from './scripts.ts';
import { ICON, STYLE } from './style.ts';

/** Where the files of pages lie, below the root of the site. */
export const FILES = 'files/';

/** The files that pages load. */
export interface PageFiles extends Pick<Files, 'get'> {
  /** Their names below `FILES`. `theme`, `logo` and `image` are the site's own. */
  names: Readonly<Record<'style' | 'icon' | 'script', string> & Partial<Record<keyof OwnFiles, string>>>;
}

/** Creates the files of pages. */
export function createPageFiles({ theme, logo, image }: OwnFiles): PageFiles {
  const { add, get } = createFiles();
  return {
    names: {
      style: add('pages.css', STYLE),
      icon: add('calendar.svg', ICON),
      script: add('pages.js', PAGE_SCRIPT),
      ...(theme && { theme: add('theme.css', theme) }),
      ...(logo && { logo: add(logo.name, logo.content) }),
      ...(image && { image: add(image.name, image.content) }),
    },
    get,
  };
}
