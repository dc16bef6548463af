import type { Instant, WallTime } from '../../rules/time.ts';
import type { Html, PostRecord } from '../post/record.ts';

/** What is said of an event in one language. */
export interface EventText {
  title?: string;
  description?: Html;
  excerpt?: Html;
}

export interface EventRecord extends PostRecord<EventText> {
  /** Wall clock in the zone of the event. */
  startDate: WallTime;
  endDate: WallTime;
  /** As it was sent: an IANA name, an abbreviation, or `UTC±n`. */
  timezone: string;
  startsAt: Instant;
  endsAt: Instant;
  allDay: boolean;
  cost?: string;
  website?: string;
  showMap: boolean;
  showMapLink: boolean;
  /** Never in a list; read singly only. */
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  /** Ids in the order in which they were sent. */
  categories: number[];
  tags: number[];
  venues: number[];
  organizers: number[];
  /** Id of the event this one belongs to. No door writes it. */
  parent?: number;
}

/** What everybody may read. Terms count these, hidden from lists or not (as in the reference). */
export const PUBLISHED = { status: 'publish' } as const;

/** What everybody sees in lists. Venues and organizers count these. */
export const LISTED = { status: 'publish', hideFromListings: false } as const;

export const EVENTS = {
  name: 'events',
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    { name: 'images', fields: [['image.id', 1]], sparse: true },
    {
      name: 'starts',
      fields: [
        ['status', 1],
        ['hideFromListings', 1],
        ['startsAt', 1],
        ['_id', 1],
      ],
    },
    {
      name: 'due',
      fields: [
        ['status', 1],
        ['publishedAt', 1],
      ],
    },
    {
      name: 'venues',
      fields: [
        ['venues', 1],
        ['startsAt', 1],
      ],
    },
    {
      name: 'organizers',
      fields: [
        ['organizers', 1],
        ['startsAt', 1],
      ],
    },
    {
      name: 'categories',
      fields: [
        ['categories', 1],
        ['startsAt', 1],
      ],
    },
    {
      name: 'tags',
      fields: [
        ['tags', 1],
        ['startsAt', 1],
      ],
    },
  ],
} as const;
