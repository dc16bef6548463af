/** The stores that a benchmark can run on. */
const STORES = ['embedded', 'mongodb'] as const;

export type StoreKind = (typeof STORES)[number];

/** The option for the size of a calendar. */
export const EVENTS_OPTION = { takes: 'N', says: 'how many events the calendar has' } as const;

/** The option for the number of rounds. */
export const ROUNDS_OPTION = { takes: 'N', says: 'how many rounds are measured' } as const;

/** The option for the store of a calendar. */
export const STORE_OPTION = {
  takes: STORES.join('|'),
  says: 'where the calendar lies: mongodb needs MONGODB_URI, and is meant without this option where that is set',
} as const;

/** The option that keeps calendars. */
export const KEEP_OPTION = {
  takes: 'WHERE',
  says: 'keeps the calendars and takes them again the next time: a folder, on MongoDB a part of the names of databases',
} as const;

/** Parses a whole number of at least `least`. Returns an error message if it is invalid. */
export function readCount(option: string, typed: string, least = 1): number | string {
  if (/^(0|[1-9]\d{0,7})$/.test(typed) && Number(typed) >= least) return Number(typed);
  return `--${option} is ${JSON.stringify(typed)}; it must be a whole number from ${least}.`;
}

/** Parses the store option. Returns an error message if it is invalid. */
export function readStore(typed: string | undefined): { kind: StoreKind } | string {
  const uri = process.env.MONGODB_URI;
  const kind = STORES.find((each) => each === (typed ?? (uri ? 'mongodb' : 'embedded')));
  if (!kind) return `--store is ${JSON.stringify(typed)}; it must be ${STORES.join(' or ')}.`;
  return kind === 'mongodb' && !uri ? 'MONGODB_URI is not set, and --store mongodb needs it.' : { kind };
}
