import { parseArgs } from 'node:util';
import { MOST_EVENTS, readDay, type SeedOptions } from './parameters.ts';

/** How `npm run seed` is used. */
export const USAGE = `Usage:
  npm run seed -- --events N [--seed S] [--around YYYY-MM-DD] [--several-venues]
Fills an empty calendar (MONGODB_URI, else DATA_DIR) with N events, 1 to 10,000,000, and what they name.
Stop the server of a DATA_DIR before.
S is any whole number, 1 without it. Dates lie around a day, today (UTC) without --around.
The same N, S and day make the same records: without --around, on one day; with it, for ever.
An event has one venue or none; with --several-venues a few have two, which old clients do not expect.
Pictures have addresses below SITE_URL, and the server there draws them.
A seed that was interrupted goes on when it is run again. Let nobody write meanwhile.`;

/** What the arguments of a process ask for, or what is wrong with them, in one line. `today` is a day of this form. */
export function readArguments(args: string[], today: string): SeedOptions | string {
  const values = parse(args);
  if (typeof values === 'string') return values;
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

function parse(args: string[]) {
  try {
    const options = {
      events: { type: 'string' },
      seed: { type: 'string' },
      around: { type: 'string' },
      'several-venues': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    return (error as Error).message;
  }
}
