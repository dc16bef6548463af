import type { Abouts } from '../../domain/about.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { WORDS } from './words.ts';

type Said = Readonly<Record<Language, string | undefined>>;

/** What everybody is told about a site: its own names, or else those of any calendar. */
export const aboutsOf = (config: { siteName: Said; siteDescription: Said }): Abouts =>
  perLanguage((language) => ({
    name: config.siteName[language] ?? WORDS[language].calendar,
    description: config.siteDescription[language],
  }));
