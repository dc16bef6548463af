import type { DateForm } from './files/dates.ts';
import { OPTIONS, readDates, readSource } from './options.ts';
import type { NamedSite } from './site/address.ts';

/** The options of `npm run demo`. They need a SOURCE. */
export const DEMO_OPTIONS = {
  events: { takes: 'N', says: 'the most events that are taken; 500 without it' },
  dates: OPTIONS.dates,
  private: OPTIONS.private,
} as const;

/** A parsed command line of the demo. */
export interface DemoOptions {
  /** A site or a file path. Without it, the demo is seeded. */
  from: NamedSite | string | undefined;
  events: number;
  dates: DateForm | undefined;
}

const [USUAL, MOST] = [500, 10_000];

/** Parses the options. Returns a one-line error message if they are invalid. */
export function readDemo(
  { events, dates: form, private: isPrivate }: { events?: string; dates?: string; private?: boolean },
  words: readonly string[],
): DemoOptions | string {
  const [source, ...more] = words;
  if (more.length > 0) return 'One SOURCE is enough: the address of a site, or a file.';
  if (source === undefined)
    return events || form || isPrivate
      ? 'Options need a SOURCE.'
      : { from: undefined, events: USUAL, dates: undefined };
  const from = readSource(source, isPrivate);
  if ('wrong' in from) return from.wrong;
  const most = Number(events ?? USUAL);
  if (!Number.isInteger(most) || most < 1 || most > MOST)
    return `--events is ${JSON.stringify(events)}; it must be a whole number from 1 to ${MOST}.`;
  const dates = readDates(form);
  if (typeof dates === 'string') return dates;
  return { from: from.found, events: most, dates };
}
