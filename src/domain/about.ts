import type { Language } from './language.ts';

/** What a site is called, and what it is about in a sentence. */
interface About {
  name: string;
  description: string | undefined;
}

/** The same in each language. */
export type Abouts = Readonly<Record<Language, About>>;
