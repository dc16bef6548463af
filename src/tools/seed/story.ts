import type { Viewer } from '../../domain/access.ts';
import type { Writing } from '../../domain/fields/table.ts';
import type { Language, PerLanguage } from '../../domain/language.ts';
import type { Instant } from '../../domain/time.ts';

/** A write to the calendar: values in one language, at one moment. */
export interface Saying<V extends object = object> {
  language: Language;
  now: Instant;
  values: V;
}

/** All writes that led to a record. */
export interface Story<V extends object = object> {
  /** The write that created it. */
  first: Saying<V>;
  /** Later writes, in other languages. */
  later: readonly Saying[];
  /** When it was trashed. */
  removed?: Instant;
  /** Its image, which `first` creates. */
  picture?: Picture;
}

/** A record and its story. */
export interface Told<R, V extends object> {
  story: Story<V>;
  record: R;
}

/** An image that the server draws, and its alternative texts. */
export interface Picture {
  /** The path below the URL of the site. */
  path: string;
  captions: PerLanguage<string>;
}

/** The author of every write: the first user, an administrator. */
const VIEWER: Viewer = { id: 1, role: 'administrator' };

/** The caller that a service sees. */
export const callerOf = ({ language, now }: Pick<Saying, 'language' | 'now'>) => ({
  ...whereOf({ now }),
  viewer: VIEWER,
  language,
});

/** How times without a zone are read. All times here have one, so the site's zone does not matter. */
export const whereOf = ({ now }: Pick<Saying, 'now'>) => ({ now, zone: 'UTC' });

/** How values are stored. None of them embeds pages of other hosts. */
export const writingOf = (saying: Pick<Saying, 'language' | 'now'>): Writing => ({
  ...whereOf(saying),
  language: saying.language,
  embedHosts: [],
});
