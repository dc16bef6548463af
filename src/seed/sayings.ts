import { LANGUAGES, type Language } from '../rules/language.ts';
import type { Instant } from '../rules/time.ts';
import type { Random } from './random.ts';
import type { Picture, Saying, Story } from './story.ts';

/** Milliseconds. */
const SECOND = 1000;
export const DAY = 86_400 * SECOND;

/** A moment so many days before another, at any time of the day. */
export const before = (random: Random, moment: Instant, least: number, most: number): Instant =>
  moment - random.between(least, most) * DAY - random.below(86_400) * SECOND;

/** A moment some days after another, but not after a third. */
const after = (random: Random, moment: Instant, most: number, latest: Instant): Instant =>
  Math.min(latest, moment + random.between(1, most) * DAY + random.below(86_400) * SECOND);

/** The language a record is first written in: mostly that of its place. */
export const original = (random: Random, main: Language): Language =>
  random.chance(0.85) ? main : random.pick(LANGUAGES);

/** How often a record is translated into each of the other languages. */
const OFTEN = 0.6;

/** What is said in the other languages, one after the other, none after `latest`. */
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

/** What becomes of a record in the end. */
interface Ending {
  /** What was said of it after `first`. */
  later: readonly Saying[];
  /** Within so many days of that it is put into the trash; undefined when it never is. */
  removedWithin: number | undefined;
  picture: Picture | undefined;
}

/** The whole story, nothing in it after `latest`. */
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
