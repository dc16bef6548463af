import type { Problem } from './errors.ts';
import { isOut, type Status } from './status.ts';
import { type Instant, readTime, toWall } from './time.ts';
import { isInYears, OUTSIDE_YEARS } from './years.ts';

/** The ways to send a publication date: as a moment; or in the zone of the site, and in UTC. */
export interface SentDates {
  publishedAt?: Instant | null;
  date?: string | null;
  dateUtc?: string | null;
}

/** The problem of two publication dates that mean different moments. */
const DATES_AT_ODDS: readonly Problem[] = ['date', 'dateUtc'].map((field) => ({
  field,
  code: 'invalid_date',
  message: 'The two publication dates mean different moments.',
}));

/** The zone of times without a zone, and the moment that relative times count from. */
interface Clock {
  zone: string;
  now: Instant;
}

/** What a record says about its publication. */
interface Publication {
  status: Status;
  statusBeforeTrash?: Status;
  publishedAt: Instant;
  modifiedAt: Instant;
  dated?: true;
}

/**
 * The publication date that the client means: a moment, undefined for none, or `at odds` when the two dates differ. A date equal
 * to the one that the record shows counts as not sent. The texts must be readable.
 */
export function requestedDate(
  { publishedAt, date, dateUtc }: SentDates,
  { zone, now, shown }: Clock & { shown?: Instant },
): Instant | 'at odds' | undefined {
  if (publishedAt != null)
    return shown !== undefined && seconds(publishedAt) === seconds(shown) ? undefined : publishedAt;
  const read = (text: string | null | undefined, its: string): Instant | undefined => {
    if (text == null || (shown !== undefined && isMoment(text, shown, { zone: its, now }))) return undefined;
    return readTime(text, its, now)?.at;
  };
  const local = read(date, zone);
  const utc = read(dateUtc, 'UTC');
  if (local === undefined || utc === undefined) return local ?? utc;
  return isMoment(date!, utc, { zone, now }) ? utc : 'at odds';
}

/** Problems of publication dates beyond those of each date alone: they are at odds, or outside of the years of the site. */
export function dateProblems(dates: SentDates, clock: Clock & { shown?: Instant }): readonly Problem[] {
  const date = requestedDate(dates, clock);
  if (date === 'at odds') return DATES_AT_ODDS;
  if (date === undefined || isInYears(toWall(date, clock.zone))) return [];
  const sent = (['publishedAt', 'date', 'dateUtc'] as const).filter((field) => dates[field] != null);
  return sent.map((field) => ({ field, ...OUTSIDE_YEARS }));
}

/** Whether a text means this moment, to the second. A clock may show the same at two moments; then the text may mean either. */
function isMoment(text: string, at: Instant, { zone, now }: Clock) {
  const read = readTime(text, zone, now);
  return text.trim() === toWall(at, zone) || (read !== undefined && seconds(read.at) === seconds(at));
}

const seconds = (at: Instant) => Math.floor(at / 1000);

/**
 * The publication date of a record that gets this status and maybe a date (`sent`). A date that somebody chose stays, and so does
 * the date of a record that was published before. Otherwise the first publication sets it. What a fast clock published at once stays
 * public.
 */
export function publicationOf(
  before: Publication,
  { status, sent, now }: { status: Status; sent: Instant | undefined; now: Instant },
): Pick<Publication, 'publishedAt' | 'dated'> {
  const was = before.status === 'trash' ? before.statusBeforeTrash : before.status;
  if (sent !== undefined) return { publishedAt: sent, dated: true };
  const byFastClock = was === 'publish' && before.publishedAt > now && before.publishedAt <= before.modifiedAt;
  if (byFastClock) return { publishedAt: now, dated: true };
  if (before.dated || (was && isOut(was))) return { publishedAt: before.publishedAt, dated: true };
  return isOut(status) ? { publishedAt: now, dated: true } : { publishedAt: before.publishedAt };
}
