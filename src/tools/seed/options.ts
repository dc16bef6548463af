import { MOST_EVENTS, readDay, type SeedOptions } from './parameters.ts';

/** The options of `npm run seed`. */
export const OPTIONS = {
  events: { takes: 'N', says: 'how many events, 1 to 10,000,000; what they name comes with them' },
  seed: { takes: 'S', says: 'any whole number; 1 without it' },
  around: { takes: 'YYYY-MM-DD', says: 'the day that dates lie around; today in Seoul without it' },
  'several-venues': { says: 'a few events have two venues, which old clients do not expect' },
} as const;

/** The option values as typed. */
export interface Typed {
  events?: string;
  seed?: string;
  around?: string;
  'several-venues'?: boolean;
}

/** Parses the options. Returns a one-line error message if they are invalid. `today` has the format of `around`. */
export function readOptions(values: Typed, today: string): SeedOptions | string {
  const { events, seed = '1', around = today, 'several-venues': severalVenues = false } = values;
  if (events === undefined) return 'Say how many: --events N.';
  if (!/^[1-9]\d*$/.test(events) || Number(events) > MOST_EVENTS)
    return `--events is ${JSON.stringify(events)}; it must be a whole number from 1 to ${MOST_EVENTS}.`;
  if (!/^(0|-?[1-9]\d*)$/.test(seed) || !Number.isSafeInteger(Number(seed)))
    return `--seed is ${JSON.stringify(seed)}; it must be a whole number.`;
  if (readDay(around) === undefined)
    return `--around is ${JSON.stringify(around)}; it must be a day such as 2027-03-06, from 1970 to 9990.`;
  return { events: Number(events), seed: Number(seed), around, severalVenues };
}
