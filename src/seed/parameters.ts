import { BRANCHES, SUBJECTS } from './texts/subjects.ts';
import { TAG_NAMES } from './texts/tags.ts';

/** What a seeded calendar follows from: the same parameters make the same records. */
export interface Parameters {
  /** How many events, from 1 to 10,000,000. */
  events: number;
  /** Any whole number; another one makes another calendar. */
  seed: number;
  /** The day the dates lie around, `YYYY-MM-DD`: it begins at 00:00 UTC. */
  around: string;
  /** Ids of the users the records belong to. */
  authors: readonly number[];
  /** Within how many months of the day most events begin. */
  months: number;
  /** Whether a few events take place at two venues. Clients that were written for one know no list there. */
  severalVenues: boolean;
}

/** What has to be said of a calendar; the rest has a default. */
export type SeedOptions = Pick<Parameters, 'events' | 'around'> & Partial<Parameters>;

/** The parameters with the defaults: seed 1, the first user, 24 months. */
export const parametersOf = (options: SeedOptions): Parameters => ({
  seed: 1,
  authors: [1],
  months: 24,
  severalVenues: false,
  ...options,
});

/** What `npm run demo` shows: so few events in so few months that there is something in every week. */
export const DEMO = { events: 60, months: 3 } as const;

export const MOST_EVENTS = 10_000_000;

/** The beginning of a day of the years 1970 to 9990; undefined for what is no such day. */
export function readDay(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return undefined;
  return at >= 0 && text < '9991' ? at : undefined;
}

/** How many records of each kind there are besides the events. */
export interface Sizes {
  venues: number;
  organizers: number;
  categories: number;
  tags: number;
  /** Images that events of one subject share. */
  pictures: number;
  /** All images that events share. */
  sharedImages: number;
}

/** They grow with the events: venues and organizers alike, tags more slowly, categories not at all. */
export function sizesOf({ events }: Pick<Parameters, 'events'>): Sizes {
  const pictures = Math.min(150, Math.ceil(events / 400) + 1);
  return {
    venues: Math.max(3, Math.ceil(events / 50)),
    organizers: Math.max(2, Math.ceil(events / 80)),
    categories: BRANCHES.length,
    tags: Math.min(TAG_NAMES.length, Math.round(10 + 5 * events ** 0.4)),
    pictures,
    sharedImages: pictures * SUBJECTS,
  };
}
