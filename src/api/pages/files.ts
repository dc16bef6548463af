import { createFiles, type Files } from '../../http/files.ts';
import { PAGE_SCRIPT } from './scripts.ts';
import { ICON, STYLE } from './style.ts';

/** Where the files of pages lie, below the root of the site. */
export const FILES = 'files/';

/** The files that pages load. */
export interface PageFiles extends Pick<Files, 'get'> {
  /** Their names below `FILES`. `theme` is the site's own styles, which pages load after ours. */
  names: Readonly<Record<'style' | 'icon' | 'script', string> & { theme?: string }>;
}

/** Creates the files of pages. `theme` is the text of the site's own styles. */
export function createPageFiles(theme?: string): PageFiles {
  const { add, get } = createFiles();
  return {
    names: {
      style: add('pages.css', STYLE),
      icon: add('calendar.svg', ICON),
      script: add('pages.js', PAGE_SCRIPT),
      ...(theme && { theme: add('theme.css', theme) }),
    },
    get,
  };
}
