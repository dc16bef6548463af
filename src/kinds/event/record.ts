import type { Collection, Index } from '../../data/port.ts';
import type { Cost } from '../../domain/cost.ts';
import { EVENT_STATUS, type EventStatus } from '../../domain/event-status.ts';
import type { EventFacets } from '../../domain/facets.ts';
import type { Instant, WallTime } from '../../domain/time.ts';
import { type ByList, byList } from '../event-links.ts';
import { type Html, IMAGE_INDEX, POST_SHAPE, type PostRecord, SOURCE_INDEX } from '../post/record.ts';
import { FORMER_SLUGS } from '../shared/former-slugs.ts';
import {
  flag,
  instant,
  integer,
  listOf,
  oneOf,
  optional,
  type Shape,
  shaped,
  text,
  wallTime,
  zone,
} from '../shared/shape.ts';

/** The texts of an event in one language. */
export interface EventText {
  title?: string;
  description?: Html;
  excerpt?: Html;
  /** Why it is canceled or postponed. */
  statusReason?: string;
}

/** The lists of an event that name other records: ids in the order sent. */
export interface Naming extends ByList<number[]> {
  categories: number[];
  tags: number[];
}

/** A field by which an event names the records that it belongs to. */
export type NamingField = keyof Naming | 'author' | 'series';

/** The cost of an event, as sent and as shown. It is parsed on write, because parsing takes longer than showing. */
export interface KeptCost extends Cost {
  raw: string;
}

export interface EventRecord extends PostRecord<EventText>, Naming, EventFacets {
  /** Its globally unique name in any calendar (RFC 7986, 5.3), wherever it is copied to. */
  uid: string;
  /** How often its time, place or status has changed (RFC 5545, 3.8.7.4). */
  sequence: number;
  /** Wall clock in the zone of the event. */
  startDate: WallTime;
  endDate: WallTime;
  /** As sent: an IANA name, an abbreviation, or `UTC±n`. */
  timezone: string;
  startsAt: Instant;
  endsAt: Instant;
  allDay: boolean;
  cost?: KeptCost;
  website?: string;
  /** As sent. */
  eventStatus?: EventStatus;
  onlineUrl?: string;
  /** People can take part online, but no address was sent. */
  isVirtual?: true;
  showMap: boolean;
  showMapLink: boolean;
  /** Never in a list. Only readable by itself. */
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  /** Id of the event this one belongs to. No API writes it. */
  parent?: number;
  /** The series of an occurrence, and its start by the rule (RFC 5545, 3.8.4.4: RECURRENCE-ID), which no other of them has. */
  series?: number;
  originalStartsAt?: Instant;
  /** Of an occurrence: what differs from its series. A write of the series leaves it alone. */
  own?: readonly OwnField[];
  /** Whether it was deleted together with its series, or because a new rule does not give it. */
  deletedWithSeries?: true;
  deletedByRule?: true;
  /**
   * Of a published, listed occurrence that is not the first: the start of the one before it, and the latest end of all before it. The
   * calendar keeps both up to date (`src/kinds/series/order.ts`), without a new version.
   */
  previousStartsAt?: Instant;
  previousEndsAt?: Instant;
}

/**
 * A part of an occurrence that can have a value of its own: a field, a text such as `ko.title`, a value of a custom field such as
 * `custom.age`, or all times together.
 */
export type OwnField = string;

const keptCost = shaped({
  raw: text,
  text,
  details: shaped({ currencySymbol: text, currencyCode: text, currencyPosition: text, values: listOf(text) }),
});

/** The shape of every stored event. */
export const EVENT_SHAPE: Shape = {
  ...POST_SHAPE,
  uid: text,
  sequence: integer,
  startDate: wallTime,
  endDate: wallTime,
  timezone: zone,
  startsAt: instant,
  endsAt: instant,
  allDay: flag,
  cost: optional(keptCost),
  website: optional(text),
  eventStatus: optional(oneOf(EVENT_STATUS.words)),
  onlineUrl: optional(text),
  isVirtual: optional(flag),
  showMap: flag,
  showMapLink: flag,
  hideFromListings: flag,
  sticky: flag,
  featured: flag,
  parent: optional(integer),
  series: optional(integer),
  originalStartsAt: optional(instant),
  own: optional(listOf(text)),
  deletedWithSeries: optional(flag),
  deletedByRule: optional(flag),
  categories: listOf(integer),
  tags: listOf(integer),
  ...byList(() => listOf(integer)),
};

/** Events that everybody may read. Terms count these, hidden from lists or not (as in the reference). */
export const PUBLISHED = { status: 'publish', trashed: false } as const;

/** Events that everybody sees in lists. Linked records count these. */
export const LISTED = { status: 'publish', trashed: false, hideFromListings: false } as const;

/** The order of lists: by start, then by id. */
export const BY_START = [
  ['startsAt', 1],
  ['_id', 1],
] as const;

/**
 * The index fields for lists: visibility, then the list order, then values that some lists also compare. Those are read
 * from the index, not from the events.
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
 * Every list names its index (`eventIndex` in `repository.ts`). Each index has the fields
 * compared for equality first, then the order, then the ranges.
 */
export const EVENTS = {
  name: 'events',
  lists: ['slugs', 'formerSlugs', 'facets', ...Object.keys(IN_EVENTS)],
  searched: 'search',
  packed: 'text',
  numbers: ['version'],
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    FORMER_SLUGS,
    { name: 'uid', fields: [['uid', 1]], unique: true, sparse: true },
    SOURCE_INDEX,
    IMAGE_INDEX,
    { name: 'in_state', fields: [['status', 1], ...LISTED_IN_ORDER] },
    { name: 'not_in_trash', fields: LISTED_IN_ORDER },
    { name: 'of_author', fields: [['author', 1], ['status', 1], ...LISTED_IN_ORDER] },
    ...Object.entries(IN_EVENTS).map(([list, name]): Index => ({ name, fields: [[list, 1], ...LINKED] })),
    { name: 'facet', fields: [['facets', 1], ...LINKED] },
    { name: 'price', fields: [['lowestPrice', 1], ...LINKED, ['priceCurrency', 1]], sparse: true },
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
    { name: 'series', fields: [['series', 1], ...LINKED], sparse: true },
    {
      name: 'original_start',
      fields: [
        ['series', 1],
        ['originalStartsAt', 1],
      ],
      unique: true,
      sparse: true,
    },
    { name: 'featured', fields: [['featured', 1], ...LINKED], only: { featured: true } },
    { name: 'to_publish', fields: [['publishedAt', 1]], only: { status: 'future' } },
  ],
} as const satisfies Collection;
