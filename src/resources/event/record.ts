import type { Cost } from '../../rules/cost.ts';
import type { EventFacets } from '../../rules/facets.ts';
import type { Instant, WallTime } from '../../rules/time.ts';
import type { Collection, Index } from '../../store/port.ts';
import { type ByList, byList } from '../event-links.ts';
import { type Html, POST_SHAPE, type PostRecord } from '../post/record.ts';
import { flag, instant, integer, listOf, optional, type Shape, shaped, text, wallTime, zone } from '../shared/shape.ts';

/** What is said of an event in one language. */
export interface EventText {
  title?: string;
  description?: Html;
  excerpt?: Html;
}

/** The lists of an event that name other records: ids in the order in which they were sent. */
export interface Naming extends ByList<number[]> {
  categories: number[];
  tags: number[];
}

/** A field by which an event names one record or several, whose events they are. */
export type NamingField = keyof Naming | 'author';

/** What an event costs, as it was sent, and as it is shown: read when it is written, because that costs more than showing. */
export interface KeptCost extends Cost {
  raw: string;
}

export interface EventRecord extends PostRecord<EventText>, Naming, EventFacets {
  /** Wall clock in the zone of the event. */
  startDate: WallTime;
  endDate: WallTime;
  /** As it was sent: an IANA name, an abbreviation, or `UTC±n`. */
  timezone: string;
  startsAt: Instant;
  endsAt: Instant;
  allDay: boolean;
  cost?: KeptCost;
  website?: string;
  showMap: boolean;
  showMapLink: boolean;
  /** Never in a list; read singly only. */
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  /** Id of the event this one belongs to. No door writes it. */
  parent?: number;
}

const keptCost = shaped({
  raw: text,
  text,
  details: shaped({ currencySymbol: text, currencyCode: text, currencyPosition: text, values: listOf(text) }),
});

/** What every stored event is like. */
export const EVENT_SHAPE: Shape = {
  ...POST_SHAPE,
  startDate: wallTime,
  endDate: wallTime,
  timezone: zone,
  startsAt: instant,
  endsAt: instant,
  allDay: flag,
  cost: optional(keptCost),
  website: optional(text),
  showMap: flag,
  showMapLink: flag,
  hideFromListings: flag,
  sticky: flag,
  featured: flag,
  categories: listOf(integer),
  tags: listOf(integer),
  ...byList(() => listOf(integer)),
};

/** What everybody may read. Terms count these, hidden from lists or not (as in the reference). */
export const PUBLISHED = { status: 'publish', trashed: false } as const;

/** What everybody sees in lists. What events link to counts these. */
export const LISTED = { status: 'publish', trashed: false, hideFromListings: false } as const;

/** The order of lists: by start, then by id. */
export const BY_START = [
  ['startsAt', 1],
  ['_id', 1],
] as const;

/**
 * What lists may show, in their order in an index, and behind it what some lists compare besides: looked at there, not in
 * the events.
 */
const LISTED_IN_ORDER = [['trashed', 1], ['hideFromListings', 1], ...BY_START, ['endsAt', 1]] as const;
const LINKED = [...LISTED_IN_ORDER, ['status', 1]] as const;

/** The index of each list of an event that names other records. */
export const IN_EVENTS: { [List in keyof Naming]: string } = {
  ...byList(({ index }) => index),
  categories: 'category',
  tags: 'tag',
};

/**
 * Every list names its index (`listIndex` in `repository.ts`; the table is in `docs/mongodb.md`). In each: what the list
 * asks to be equal, then its order, then what it asks to lie in a range.
 */
export const EVENTS = {
  name: 'events',
  lists: ['slugs', 'facets', ...Object.keys(IN_EVENTS)],
  searched: 'search',
  packed: 'text',
  numbers: ['version'],
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    { name: 'images', fields: [['image.id', 1]], sparse: true },
    { name: 'in_state', fields: [['status', 1], ...LISTED_IN_ORDER] },
    { name: 'not_in_trash', fields: LISTED_IN_ORDER },
    { name: 'of_author', fields: [['author', 1], ['status', 1], ...LISTED_IN_ORDER] },
    ...Object.entries(IN_EVENTS).map(([list, name]): Index => ({ name, fields: [[list, 1], ...LINKED] })),
    { name: 'facet', fields: [['facets', 1], ...LINKED] },
    { name: 'lowest_price', fields: [['lowestPrice', 1], ...LINKED, ['cost.details.currencyCode', 1]], sparse: true },
    {
      name: 'modified',
      fields: [
        ['trashed', 1],
        ['hideFromListings', 1],
        ['modifiedAt', 1],
        ['_id', 1],
        ['startsAt', 1],
        ['status', 1],
      ],
    },
    { name: 'below', fields: [['parent', 1], ...LINKED], sparse: true },
    { name: 'featured', fields: [['featured', 1], ...LINKED], only: { featured: true } },
    { name: 'to_publish', fields: [['publishedAt', 1]], only: { status: 'future' } },
  ],
} as const satisfies Collection;
