import type { Collection } from '../../data/port.ts';
import type { CustomFacet } from '../../domain/fields/custom-fields.ts';
import {
  FACET_INDEX,
  type Html,
  LINKED_INDEXES,
  LINKED_STORED,
  type LinkedRecord,
  POST_SHAPE,
} from '../post/record.ts';
import { optional, type Shape, text } from '../shared/shape.ts';

/** The texts of an organizer in one language. */
interface OrganizerText {
  name?: string;
  description?: Html;
}

export interface OrganizerRecord extends LinkedRecord<OrganizerText> {
  phone?: string;
  website?: string;
  email?: string;
  /** Values of custom fields, for filters. */
  facets: CustomFacet[];
}

/** The shape of every stored organizer. */
export const ORGANIZER_SHAPE: Shape = {
  ...POST_SHAPE,
  phone: optional(text),
  website: optional(text),
  email: optional(text),
};

export const ORGANIZERS = {
  name: 'organizers',
  lists: ['slugs', 'formerSlugs', 'names', 'facets'],
  ...LINKED_STORED,
  indexes: [...LINKED_INDEXES, FACET_INDEX],
} as const satisfies Collection;
