import type { Collection } from '../store/port.ts';
import { EVENTS } from './event/record.ts';
import { EVENT_DAYS } from './event-days.ts';
import { EVENT_LINKS } from './event-links.ts';
import { IMAGES } from './image/record.ts';
import { SWEEPS } from './sweeps.ts';
import { CATEGORIES, TAGS } from './term/record.ts';

/** What is stored, with the indexes of each. */
export const COLLECTIONS: readonly Collection[] = [
  EVENTS,
  ...EVENT_LINKS.map(({ collection }) => collection),
  CATEGORIES,
  TAGS,
  IMAGES,
  EVENT_DAYS,
  SWEEPS,
];
