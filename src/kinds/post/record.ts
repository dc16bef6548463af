import type { Index } from '../../data/port.ts';
import type { Owned } from '../../domain/access.ts';
import type { CustomValue } from '../../domain/fields/custom-fields.ts';
import { isLanguage, type Language, type PerLanguage } from '../../domain/language.ts';
import { STATUSES } from '../../domain/status.ts';
import { type ImageCopy, imageCopy } from '../image/record.ts';
import { FORMER_SLUGS } from '../shared/former-slugs.ts';
import {
  customValues,
  inLanguages,
  instant,
  integer,
  listOf,
  oneOf,
  optional,
  type Shape,
  shaped,
  text,
  texts,
} from '../shared/shape.ts';

/** HTML as sent and as shown. It is sanitized on write, because that takes longer than showing. */
export interface Html {
  raw: string;
  html: string;
}

/** Where a record was imported from, and its id there. */
export interface Source {
  /** The origin of an address (`https://example.org`), or the name of a file. */
  site: string;
  id: string;
  /** Its page there. */
  url?: string;
}

/** The identity of an imported record at its source. */
export interface Origin {
  source?: Source;
  /** For an event, used instead of a new one of our own. */
  uid?: string;
  /** For an event, used if it is higher than ours. */
  sequence?: number;
  /** The id of a new record. The importer has claimed it, so no other record has it or gets it. */
  id?: number;
  /**
   * For an event, the series that it is an occurrence of, its start by the rule, and what is known to be its own; undefined for none.
   * For a series, until when it has occurrences (undefined if there are no others), and of which chain it is.
   */
  inSeries?:
    | (Record<'series' | 'originalStartsAt', number | undefined> & { own: readonly string[] | undefined })
    | { madeBefore?: number; chain?: string };
  /** The stored slug in the language of the request, for kinds whose input has none. */
  slug?: string;
  /** What a new record says in further languages, as an update takes it: all are written at once. */
  others?: readonly { language: Language; values: object; slug?: string }[];
}

/** The fields of all records that have a name: posts and terms. Instants are milliseconds since the epoch. */
export interface Named<Text extends object> {
  _id: number;
  /** Starts at 1. Every write raises it. */
  version: number;
  /** Absent if it was created before this field was introduced. */
  createdAt?: number;
  /** The language the record was first written in. */
  original: Language;
  text: PerLanguage<Text>;
  slug: PerLanguage<string>;
  /** The former slugs by which visitors could find it, latest first. */
  formerSlugs?: string[];
  /** Its names in every language, in lower case, for lookups by name. */
  names: string[];
  /** Folded text for searches, with the fallback of each language applied. */
  search: { [L in Language]: string };
  /** The sort keys for orders by name, likewise. */
  sort: { [L in Language]: string };
}

/** The fields that all posts share. */
export interface PostRecord<Text extends object = object> extends Owned, Named<Text> {
  modifiedAt: number;
  /** Whether it is in the trash: a single value, so that an index can order lists without the trash. */
  trashed: boolean;
  /** The publication date is fixed: somebody chose it, or the record was published. Otherwise the first publication sets it. */
  dated?: true;
  /** Every slug of the record, for the unique index. Absent if there are none. */
  slugs?: string[];
  image?: ImageCopy;
  /** Values of custom fields by key. Text values are stored with the texts of each language. */
  custom?: Readonly<Record<string, CustomValue>>;
  source?: Source;
}

/** The shape of every stored post. */
export const POST_SHAPE: Shape = {
  _id: integer,
  version: integer,
  author: integer,
  status: oneOf(STATUSES),
  statusBeforeTrash: optional(oneOf(STATUSES)),
  publishedAt: instant,
  createdAt: optional(instant),
  modifiedAt: instant,
  original: isLanguage,
  text: inLanguages(texts('description', 'excerpt')),
  slug: inLanguages(text),
  formerSlugs: optional(listOf(text)),
  image: optional(imageCopy),
  custom: optional(customValues),
  source: optional(shaped({ site: text, id: text, url: optional(text) })),
};

/** A record that events link to. */
export type LinkedRecord<Text extends object = object> = PostRecord<Text>;

/** The list order of linked records. */
export const NEWEST_FIRST = [
  ['publishedAt', -1],
  ['_id', -1],
] as const;

/** The index fields for lists: visibility and order. */
const IN_ORDER = [['trashed', 1], ...NEWEST_FIRST] as const;

/** Finds imported records by their source, so that nothing is imported twice. */
export const SOURCE_INDEX = {
  name: 'source',
  fields: [
    ['source.id', 1],
    ['source.site', 1],
  ],
  unique: true,
  sparse: true,
} as const satisfies Index;

/** Finds records by the image that they show. */
export const IMAGE_INDEX = {
  name: 'image',
  fields: [
    ['image.id', 1],
    ['_id', 1],
  ],
  sparse: true,
} as const satisfies Index;

/** The index of a linked kind for the lists for which `statusFilter` names this one. */
export const linkedIndex = <I extends 'in_state' | 'not_in_trash' | 'of_author'>(index: I) =>
  `linked_${index}` as const;

/** The indexes of every linked kind. */
export const LINKED_INDEXES = [
  { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
  FORMER_SLUGS,
  SOURCE_INDEX,
  IMAGE_INDEX,
  { name: 'names', fields: [['names', 1]] },
  { name: linkedIndex('in_state'), fields: [['status', 1], ...IN_ORDER] },
  { name: linkedIndex('not_in_trash'), fields: IN_ORDER },
  { name: linkedIndex('of_author'), fields: [['author', 1], ['status', 1], ...IN_ORDER] },
  {
    name: 'modified',
    fields: [
      ['trashed', 1],
      ['modifiedAt', 1],
      ['_id', 1],
      ['publishedAt', 1],
      ['status', 1],
    ],
  },
] as const;

/** Finds records by their facets. */
export const FACET_INDEX = {
  name: 'facet',
  fields: [
    ['facets', 1],
    ['trashed', 1],
    ['status', 1],
  ],
} as const satisfies Index;

/** How linked kinds are stored. */
export const LINKED_STORED = {
  searched: 'search',
  packed: 'text',
  numbers: ['version'],
} as const;
