/** What a text says of a moment: every part once at most, and none of them left out. */
export interface Said {
  /** A year that is not said is this one; a day that is not said is for `ofMonth` to say. */
  date?: { year?: number; month: number; day?: number };
  /** yesterday, today, tomorrow: -1, 0, 1. */
  fromToday?: number;
  /** Hours, minutes, seconds. */
  time?: readonly [number, number, number];
  /** A zone as `isZone` knows it. */
  zone?: string;
  /** A day of the week, 0 is Sunday: the next one, `past` this day if that is one, and so many weeks on. */
  weekday?: { day: number; past: boolean; weeks: number };
  /** Weeks from this one. Weeks begin on Monday. */
  week?: number;
  /** The first or the last day of a month, or the nth of a day of the week in it, -1 for the last. */
  ofMonth?: 'first' | 'last' | { day: number; nth: number };
  /** A word was said that stands for whole days: they begin at 00:00:00. */
  wholeDay?: true;
  /** What is counted from there on. */
  count: { years: number; months: number; days: number; weekdays: number; seconds: number };
}

/** A way to write some part of a moment. */
export interface Form {
  pattern: RegExp;
  /** Takes down what was written, by the groups of the pattern; false when it cannot be meant beside what was said before. */
  note(said: Said, ...parts: (string | undefined)[]): boolean;
}

/** A form by its pattern: in any case, and not followed by more digits or letters of the same number or word. */
export const form = (pattern: string, note: Form['note']): Form => ({
  pattern: new RegExp(`^(?:${pattern})(?!(?<=\\d)\\d|(?<=[a-z])[a-z])`, 'i'),
  note,
});

/** Takes down one part, unless it was said already. */
export function once<K extends keyof Said>(said: Said, key: K, value: Said[K]): boolean {
  if (said[key] !== undefined) return false;
  said[key] = value;
  return true;
}

/**
 * What the text says by these forms, of which the first that fits counts; undefined when some of it says nothing, and
 * when all of it says no more than a zone.
 */
export function saidBy(forms: readonly Form[], text: string): Said | undefined {
  const said: Said = { count: { years: 0, months: 0, days: 0, weekdays: 0, seconds: 0 } };
  let parts = 0;
  let rest = text;
  while (rest !== '') {
    const length = noteFirst(forms, rest, said);
    if (length === undefined) return undefined;
    rest = rest.slice(length).replace(/^[ .,]+/, '');
    parts += 1;
  }
  return parts > (said.zone ? 1 : 0) ? said : undefined;
}

/** Takes down the first form that fits the beginning of the text, and tells how long that is. */
function noteFirst(forms: readonly Form[], text: string, said: Said): number | undefined {
  for (const { pattern, note } of forms) {
    const found = pattern.exec(text);
    if (found) return note(said, ...found.slice(1)) ? found[0].length : undefined;
  }
  return undefined;
}
