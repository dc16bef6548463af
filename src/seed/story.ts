import type { Writing } from '../fields/table.ts';
import type { Viewer } from '../rules/access.ts';
import type { Language, PerLanguage } from '../rules/language.ts';
import type { Instant } from '../rules/time.ts';

/** What somebody sent to the calendar: in one language, at one moment. */
export interface Saying<V extends object = object> {
  language: Language;
  now: Instant;
  values: V;
}

/** All that was sent to make a record what it is. */
export interface Story<V extends object = object> {
  /** What it was made with. */
  first: Saying<V>;
  /** What was said later, in other languages. */
  later: readonly Saying[];
  /** When it was put into the trash. */
  removed?: Instant;
  /** The image that `first` brings in. */
  picture?: Picture;
}

/** A record, and how it came to be. */
export interface Told<R, V extends object> {
  story: Story<V>;
  record: R;
}

/** An image that the server draws, and what is said of it. */
export interface Picture {
  /** Below the address of the site. */
  path: string;
  captions: PerLanguage<string>;
}

/** Who sends everything: the first user, an administrator. */
const VIEWER: Viewer = { id: 1, role: 'administrator' };

/** What a service knows of a request. */
export const callerOf = ({ language, now }: Pick<Saying, 'language' | 'now'>) => ({
  ...whereOf({ now }),
  viewer: VIEWER,
  language,
});

/** How naive times are meant. All moments here name a zone, so that the zone of the site changes nothing. */
export const whereOf = ({ now }: Pick<Saying, 'now'>) => ({ now, zone: 'UTC' });

/** How what was sent is kept. Nothing of it shows pages of other hosts. */
export const writingOf = (saying: Pick<Saying, 'language' | 'now'>): Writing => ({
  ...whereOf(saying),
  language: saying.language,
  embedHosts: [],
});
