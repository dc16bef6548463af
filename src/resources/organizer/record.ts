import type { Collection } from '../../store/port.ts';
import { type Html, LINKED_LISTS, LINKED_NUMBERS, type LinkedRecord, POST_SHAPE } from '../post/record.ts';
import { integer, optional, type Shape, text } from '../shared/shape.ts';

/** What is said of an organizer in one language. */
export interface OrganizerText {
  name?: string;
  description?: Html;
}

export interface OrganizerRecord extends LinkedRecord<OrganizerText> {
  phone?: string;
  website?: string;
  email?: string;
}

/** What every stored organizer is like. */
export const ORGANIZER_SHAPE: Shape = {
  ...POST_SHAPE,
  publicEvents: integer,
  phone: optional(text),
  website: optional(text),
  email: optional(text),
};

export const ORGANIZERS = {
  name: 'organizers',
  lists: ['slugs', 'names'],
  searched: 'search',
  packed: 'text',
  numbers: LINKED_NUMBERS,
  indexes: [
    { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
    { name: 'images', fields: [['image.id', 1]], sparse: true },
    { name: 'names', fields: [['names', 1]] },
    ...LINKED_LISTS,
  ],
} as const satisfies Collection;
