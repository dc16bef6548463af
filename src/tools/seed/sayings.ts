import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { Instant } from '../../domain/time.ts';
import type { Random } from './random.ts';
import type { Picture, Saying, Story } from './story.ts';

/** Milliseconds. */
const SECOND = 1000;
export const DAY = 86_400 * SECOND;

/** A moment some days before another, at any time of day. */
export const before = (random: Random, moment: Instant, least: number, most: number): Instant =>
  moment - random.between(least, most) * DAY - random.below(86_400) * SECOND;

/** A moment some days after another, but no later than `latest`. */
const after = (random: Random, moment: Instant, most: number, latest: Instant): Instant =>
  Math.min(latest, moment + random.between(1, most) * DAY + random.below(86_400) * SECOND);

/** The original language of a record, usually that of its place. */
export const original = (random: Random, main: Language): Language =>
  random.chance(0.85) ? main : random.pick(LANGUAGES);

/** The probability that a record is translated into another language. */
const OFTEN = 0.6;

/** Translations, one after another, none later than `latest`. */
export function translations(
  random: Random,
  first: Saying,
  latest: Instant,
  say: (language: Language) => object,
  often = OFTEN,
): Saying[] {
  const sayings: Saying[] = [];
  let now = first.now;
  for (const language of LANGUAGES) {
    if (language === first.language || !random.chance(often)) continue;
    now = after(random, now, 10, latest);
    sayings.push({ language, now, values: say(language) });
  }
  return sayings;
}

/** Translations into all other languages, one a day. */
export const inOtherLanguages = (
  { language, now }: Pick<Saying, 'language' | 'now'>,
  say: (language: Language) => object,
): Saying[] =>
  LANGUAGES.filter((each) => each !== language).map((each, at) => ({
    ...{ language: each, now: now + (at + 1) * DAY },
    values: say(each),
  }));

/** How the story of a record ends. */
interface Ending {
  /** The changes after `first`. */
  later: readonly Saying[];
  /** It is trashed within this many days after the last change; undefined if it never is. */
  removedWithin: number | undefined;
  picture: Picture | undefined;
}

/** The complete story, with nothing later than `latest`. */
export function ended<V extends object>(
  random: Random,
  first: Saying<V>,
  latest: Instant,
  { later, removedWithin, picture }: Ending,
): Story<V> {
  const last = later.at(-1)?.now ?? first.now;
  return {
    first,
    later,
    ...(removedWithin === undefined ? {} : { removed: after(random, last, removedWithin, latest) }),
    ...(picture ? { picture } : {}),
  };
}
