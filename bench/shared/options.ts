/** The stores that a bench can run on. */
export const STORES = ['embedded', 'mongodb'] as const;

export type StoreKind = (typeof STORES)[number];

/** The option that says how large a calendar is. */
export const EVENTS_OPTION = { takes: 'N', says: 'how many events the calendar has' } as const;

/** The option that says how often everything is measured. */
export const ROUNDS_OPTION = { takes: 'N', says: 'how many rounds are measured' } as const;

/** The option that says where a calendar lies. */
export const STORE_OPTION = {
  takes: STORES.join('|'),
  says: 'where the calendar lies: mongodb needs MONGODB_URI, and is meant without this option where that is set',
} as const;

/** The option that keeps calendars. */
export const KEEP_OPTION = {
  takes: 'WHERE',
  says: 'keeps the calendars and takes them again the next time: a folder, on MongoDB a part of the names of databases',
} as const;

/** A whole number from `least` on; what is wrong with the text, in a sentence, otherwise. */
export function readCount(option: string, typed: string, least = 1): number | string {
  if (/^(0|[1-9]\d{0,7})$/.test(typed) && Number(typed) >= least) return Number(typed);
  return `--${option} is ${JSON.stringify(typed)}; it must be a whole number from ${least}.`;
}

/** The store that is meant, or what is wrong, in a sentence. */
export function readStore(typed: string | undefined): { kind: StoreKind } | string {
  const uri = process.env.MONGODB_URI;
  const kind = STORES.find((each) => each === (typed ?? (uri ? 'mongodb' : 'embedded')));
  if (!kind) return `--store is ${JSON.stringify(typed)}; it must be ${STORES.join(' or ')}.`;
  return kind === 'mongodb' && !uri ? 'MONGODB_URI is not set, and --store mongodb needs it.' : { kind };
}
