import { createFiles } from '../http/files.ts';
import { ICON, STYLE } from './style.ts';

const { add, get } = createFiles();

/** Where the files of pages lie, below the root of the site. */
export const FILES = 'files/';

/** The names of the files that every page loads. */
export const names = { style: add('pages.css', STYLE), icon: add('calendar.svg', ICON) };

/** The files themselves. */
export const pageFiles = async () => ({ get });
