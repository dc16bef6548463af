import type { Owned } from '../../rules/access.ts';
import { isLanguage, type Language, type PerLanguage } from '../../rules/language.ts';
import { STATUSES } from '../../rules/status.ts';
import {
  address,
  inLanguages,
  instant,
  integer,
  number,
  oneOf,
  optional,
  type Shape,
  shaped,
  text,
  texts,
} from '../shape.ts';

/** One size of an image. */
export interface ImageSize {
  width: number;
  height: number;
  'mime-type': string;
  filesize: number;
  url: string;
}

/** What is said of an image in one language. */
export interface ImageText {
  /** What stands in the place of the image for people who cannot see it. */
  alternativeText?: string;
}

/** The image a record shows, copied from the image's own record: a list needs no query for it. */
export interface ImageCopy {
  id: number;
  url: string;
  /** What is said of the image, in each language. */
  text: PerLanguage<ImageText>;
  /** The language of the request that brought it in. */
  original: Language;
  /** Pixels and bytes, when known. */
  width?: number;
  height?: number;
  filesize?: number;
  /** Smaller copies by name, when known. */
  sizes?: Record<string, ImageSize>;
}

/** HTML as it was sent, and as it is shown: made safe when it is written, because that costs more than showing. */
export interface Html {
  raw: string;
  html: string;
}

/** What all posts have in common. Instants are milliseconds since the epoch. */
export interface PostRecord<Text extends object = object> extends Owned {
  _id: number;
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

const imageSize = shaped({ width: number, height: number, 'mime-type': text, filesize: number, url: text });

const image = shaped({
  id: integer,
  url: address,
  text: inLanguages(texts),
  original: isLanguage,
  width: optional(number),
  height: optional(number),
  filesize: optional(number),
  sizes: optional((sizes) => typeof sizes === 'object' && Object.values(sizes ?? {}).every(imageSize)),
});

/** What every stored post is like. */
export const POST_SHAPE: Shape = {
  _id: integer,
  author: integer,
  status: oneOf(STATUSES),
  statusBeforeTrash: optional(oneOf(STATUSES)),
  publishedAt: instant,
  modifiedAt: instant,
  original: isLanguage,
  text: inLanguages(texts),
  slug: inLanguages(text),
  image: optional(image),
};

/** The form in which names are compared: the same but for case. */
export const lowerCase = (name: string): string => name.normalize('NFC').toLowerCase();

/** What a record that events link to has besides what every post has: and values kept about their public events. */
export interface LinkedRecord<Text extends object = object> extends PostRecord<Text> {
  /** How many public events name this record. */
  publicEvents: number;
  /** When the last of them starts; absent when there is none. */
  lastPublicStart?: number;
  /** Moves with every recount, so that two units cannot both write what they counted on old snapshots. */
  keptRevision: number;
}

/** The same of a record that no event names yet. */
export const UNCOUNTED = { publicEvents: 0, keptRevision: 0 } as const;

/** The order of lists of what events link to. */
export const NEWEST_FIRST = [
  ['publishedAt', -1],
  ['_id', -1],
] as const;

/** The same in an index, and behind it what some lists ask of the public events. */
const IN_ORDER = [...NEWEST_FIRST, ['publicEvents', 1], ['lastPublicStart', 1]] as const;

/** The indexes of those lists, by the names that `statusFilter` gives. */
export const LINKED_LISTS = [
  { name: 'status', fields: [['status', 1], ...IN_ORDER] },
  { name: 'alive', fields: [['trashed', 1], ...IN_ORDER] },
  { name: 'own', fields: [['author', 1], ['status', 1], ...IN_ORDER] },
] as const;
