/** What a text says about a moment: each part at most once, and none of them ignored. */
export interface Said {
  /** Without a year, this year is meant. Without a day, `ofMonth` names it. */
  date?: { year?: number; month: number; day?: number };
  /** yesterday, today, tomorrow: -1, 0, 1. */
  fromToday?: number;
  /** Hours, minutes, seconds. */
  time?: readonly [number, number, number];
  /** A zone as `isZone` knows it. */
  zone?: string;
  /** A day of the week, 0 is Sunday: the next one, plus this many weeks. If today is such a day, it counts unless `past`. */
  weekday?: { day: number; past: boolean; weeks: number };
  /** Weeks from this one. Weeks begin on Monday. */
  week?: number;
  /** The first or last day of a month, or the nth such weekday in it; -1 is the last. */
  ofMonth?: 'first' | 'last' | { day: number; nth: number };
  /** Whether a word stands for whole days, which begin at 00:00:00. */
  wholeDay?: true;
  /** What to add to that. */
  count: { years: number; months: number; days: number; weekdays: number; seconds: number };
}

/** A way to write some part of a moment. */
export interface Form {
  pattern: RegExp;
  /** Notes what the groups of the pattern matched. False if that cannot stand beside what the text said before. */
  note(said: Said, ...parts: (string | undefined)[]): boolean;
}

/** A form by its pattern, in any case. A match must not end within a number or a word. */
export const form = (pattern: string, note: Form['note']): Form => ({
  pattern: new RegExp(`^(?:${pattern})(?!(?<=\\d)\\d|(?<=[a-z])[a-z])`, 'i'),
  note,
});

/** Notes one part; false if the text has said it already. */
export function once<K extends keyof Said>(said: Said, key: K, value: Said[K]): boolean {
  if (said[key] !== undefined) return false;
  said[key] = value;
  return true;
}

/**
 * What the text says. At each place the first form that fits counts. Undefined if some part cannot be read, or if the text says
 * no more than a zone.
 */
export function saidBy(forms: readonly Form[], text: string): Said | undefined {
  const said: Said = { count: { years: 0, months: 0, days: 0, weekdays: 0, seconds: 0 } };
  let parts = 0;
  let remaining = text;
  while (remaining !== '') {
    const length = noteFirst(forms, remaining, said);
    if (length === undefined) return undefined;
    remaining = remaining.slice(length).replace(/^[ .,]+/, '');
    parts += 1;
  }
  return parts > (said.zone ? 1 : 0) ? said : undefined;
}

/**
 * Notes the first form that fits the beginning of the text, and returns the length of the match; undefined if none can be noted.
 */
function noteFirst(forms: readonly Form[], text: string, said: Said) {
  for (const { pattern, note } of forms) {
    const found = pattern.exec(text);
    if (found) return note(said, ...found.slice(1)) ? found[0].length : undefined;
  }
  return undefined;
}
