import { toWall } from '../../domain/time.ts';

/** The parameters of a seeded calendar. The same parameters give the same records. */
export interface Parameters {
  /** How many events, from 1 to 10,000,000. */
  events: number;
  /** Any whole number. Each gives another calendar. */
  seed: number;
  /** The reference day of all dates, `YYYY-MM-DD`. It begins at 00:00 UTC. */
  around: string;
  /** Ids of the users who own the records. */
  authors: readonly number[];
  /** Whether a few events have two venues. Clients written for one venue do not expect a list. */
  severalVenues: boolean;
}

/** The parameters that a caller gives. Most have defaults. */
export type SeedOptions = Pick<Parameters, 'events' | 'around'> & Partial<Parameters>;

/** Fills in the defaults: seed 1, the first user. */
export const parametersOf = (options: SeedOptions): Parameters => ({
  seed: 1,
  authors: [1],
  severalVenues: false,
  ...options,
});

/** The time zone of the samples. */
export const ZONE = 'Asia/Seoul';

/** Today there. */
export const todayThere = (): string => toWall(Date.now(), ZONE).slice(0, 10);

/** The seed of `npm run demo`: the samples, and nothing more. */
export const DEMO = { events: 60 } as const;

const MOST_EVENTS = 10_000_000;

/** The beginning of a day in the years 1970 to 9990; undefined for anything else. */
export function readDay(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return undefined;
  return at >= 0 && text < '9991' ? at : undefined;
}

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
