import type { Collection } from '../../data/port.ts';
import type { Instant, WallTime } from '../../domain/time.ts';
import { EVENT_SHAPE, type EventRecord } from '../event/record.ts';
import { IMAGE_INDEX, SOURCE_INDEX } from '../post/record.ts';
import { FORMER_SLUGS } from '../shared/former-slugs.ts';
import { instant, listOf, optional, type Shape, text } from '../shared/shape.ts';

/**
 * Events that repeat. It is stored like an event, as new occurrences begin: with its first start, texts, links, author and status.
 * Each occurrence is an event of its own that names its series. The slug is that of the series; `uid` too.
 */
export interface SeriesRecord extends EventRecord {
  /** A rule of RFC 5545, as `writeRule` writes it. Without one, the series is its first start and `rdates`. */
  rule?: string;
  /** More starts: a clock reading in the zone, or a day, which has the time of the first start. */
  rdates: readonly (WallTime | string)[];
  /** Starts without an occurrence: a clock reading in the zone, or a day. Deleted occurrences are in the trash instead. */
  exdates: readonly (WallTime | string)[];
  /** All occurrences that start earlier have been made. Absent if there are no more to make. */
  madeBefore?: Instant;
  /** Of a series that was divided, and of those that it was divided into: the UID of the first. */
  chain?: string;
}

/** The shape of every stored series. */
export const SERIES_SHAPE: Shape = {
  ...EVENT_SHAPE,
  rule: optional(text),
  rdates: listOf(text),
  exdates: listOf(text),
  madeBefore: optional(instant),
  chain: optional(text),
};

/** The order of lists of series: by id, which is the order of creation. */
const BY_ID = [['_id', 1]] as const;

const IN_ORDER = [['trashed', 1], ...BY_ID] as const;

/** How series are stored. Lists name their index as `statusFilter` does. */
export const SERIES = {
  name: 'series',
  lists: ['slugs', 'formerSlugs'],
  packed: 'text',
  numbers: ['version'],
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    FORMER_SLUGS,
    { name: 'uid', fields: [['uid', 1]], unique: true },
    {
      name: 'parts',
      fields: [
        ['chain', 1],
        ['startsAt', -1],
        ['_id', -1],
      ],
      sparse: true,
    },
    SOURCE_INDEX,
    IMAGE_INDEX,
    { name: 'in_state', fields: [['status', 1], ...IN_ORDER] },
    { name: 'not_in_trash', fields: IN_ORDER },
    { name: 'of_author', fields: [['author', 1], ['status', 1], ...IN_ORDER] },
    { name: 'to_publish', fields: [['publishedAt', 1]], only: { status: 'future' } },
    {
      name: 'to_make',
      fields: [
        ['madeBefore', 1],
        ['_id', 1],
      ],
      sparse: true,
    },
  ],
} as const satisfies Collection;
