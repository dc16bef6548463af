import type { Collection } from '../data/port.ts';
import { CUSTOM_FIELDS } from './custom-fields/definitions.ts';
import { EVENTS } from './event/record.ts';
import { byName } from './event-links.ts';
import { IMAGES } from './image/record.ts';
import { SERIES } from './series/record.ts';
import { CATEGORIES, TAGS } from './term/record.ts';

/** The collection of each kind of record, with its indexes. */
export const COLLECTION_OF = {
  event: EVENTS,
  ...byName(({ collection }) => collection),
  category: CATEGORIES,
  tag: TAGS,
  image: IMAGES,
  series: SERIES,
} as const satisfies Readonly<Record<string, Collection>>;

/** All stored collections. */
export const COLLECTIONS: readonly Collection[] = [...Object.values(COLLECTION_OF), CUSTOM_FIELDS];

/** The collections of records that have authors. Their ids are of one space. */
export const POSTS: readonly string[] = Object.values(COLLECTION_OF)
  .filter((collection) => collection !== CATEGORIES && collection !== TAGS)
  .map(({ name }) => name);
