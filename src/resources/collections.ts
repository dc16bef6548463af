import type { Collection } from '../store/port.ts';
import { EVENTS } from './event/record.ts';
import { IMAGES } from './image/record.ts';
import { ORGANIZERS } from './organizer/record.ts';
import { CATEGORIES, TAGS } from './term/record.ts';
import { VENUES } from './venue/record.ts';

/** What is stored, with the indexes of each. */
export const COLLECTIONS: readonly Collection[] = [EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS, IMAGES];
