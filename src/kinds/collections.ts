import type { Collection } from '../data/port.ts';
import { CUSTOM_FIELDS } from './custom-fields/definitions.ts';
import { EVENTS } from './event/record.ts';
import { EVENT_LINKS } from './event-links.ts';
import { IMAGES } from './image/record.ts';
import { SERIES } from './series/record.ts';
import { CATEGORIES, TAGS } from './term/record.ts';

/** All stored collections, with their indexes. */
export const COLLECTIONS: readonly Collection[] = [
  EVENTS,
  ...EVENT_LINKS.map(({ collection }) => collection),
  CATEGORIES,
  TAGS,
  IMAGES,
  SERIES,
  CUSTOM_FIELDS,
];
