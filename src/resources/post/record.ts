import type { Owned } from '../../rules/access.ts';
import { isLanguage, type Language, type PerLanguage } from '../../rules/language.ts';
import { STATUSES } from '../../rules/status.ts';
import { type ImageCopy, imageCopy } from '../image/record.ts';
import { inLanguages, instant, integer, oneOf, optional, type Shape, text, texts } from '../shared/shape.ts';

/** HTML as it was sent, and as it is shown: made safe and read when it is written, because that costs more than showing. */
export interface Html {
  raw: string;
  html: string;
  /** What it says, in one line without tags. */
  plain: string;
}

/** What all posts have in common. Instants are milliseconds since the epoch. */
export interface PostRecord<Text extends object = object> extends Owned {
  _id: number;
  /** 1 at first; every write raises it. */
  version: number;
  modifiedAt: number;
  /** Whether it lies in the trash: one value, so that lists without the trash come in the order of an index. */
  trashed: boolean;
  /** The publication date is settled: somebody chose it, or the record was published; otherwise the first publication sets it. */
  dated?: true;
  /** The language the record was first written in. */
  original: Language;
  text: PerLanguage<Text>;
  slug: PerLanguage<string>;
  /** Every slug of the record, for the unique index; absent when there is none. */
  slugs?: string[];
  /** Its names in every language, in lower case: what is looked up when a name is sent. */
  names: string[];
  /** Folded text that a search looks at, with the fallback of each language applied. */
  search: { [L in Language]: string };
  /** The key of orders by name, likewise. */
  sort: { [L in Language]: string };
  image?: ImageCopy;
}

/** What every stored post is like. */
export const POST_SHAPE: Shape = {
  _id: integer,
  version: integer,
  author: integer,
  status: oneOf(STATUSES),
  statusBeforeTrash: optional(oneOf(STATUSES)),
  publishedAt: instant,
  modifiedAt: instant,
  original: isLanguage,
  text: inLanguages(texts),
  slug: inLanguages(text),
  image: optional(imageCopy),
};

/** What a record that events link to has besides what every post has: values about the public events that name it. */
export interface LinkedRecord<Text extends object = object> extends PostRecord<Text> {
  /** How many public events name this record. */
  publicEvents: number;
  /** When the last of them starts; absent when there is none. */
  lastPublicStart?: number;
}

/** The same of a record that no event names yet. */
export const UNCOUNTED = { publicEvents: 0 } as const;

/** Numbers of these records that change more often than all else. */
export const LINKED_NUMBERS = ['version', 'publicEvents', 'lastPublicStart'] as const;

/** The order of lists of what events link to. */
export const NEWEST_FIRST = [
  ['publishedAt', -1],
  ['_id', -1],
] as const;

/** What lists may show, in their order in an index; behind it what some ask of the public events. */
const IN_ORDER = [['trashed', 1], ...NEWEST_FIRST, ['publicEvents', 1], ['lastPublicStart', 1]] as const;

/** The indexes of those lists, by the names that `statusFilter` gives. */
export const LINKED_LISTS = [
  { name: 'in_state', fields: [['status', 1], ...IN_ORDER] },
  { name: 'not_in_trash', fields: IN_ORDER },
  { name: 'of_author', fields: [['author', 1], ['status', 1], ...IN_ORDER] },
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
