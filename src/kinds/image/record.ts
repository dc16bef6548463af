import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { isLanguage, type Language, type PerLanguage } from '../../domain/language.ts';
import { pictureName, uploadedPicture } from '../../domain/own-pictures.ts';
import {
  address,
  type Check,
  inLanguages,
  integer,
  optional,
  type Shape,
  shaped,
  text,
  texts,
} from '../shared/shape.ts';

/** One size of an image. */
export interface ImageSize {
  width: number;
  height: number;
  'mime-type': string;
  filesize?: number;
  url: string;
}

/** The texts of an image in one language. */
interface ImageText {
  /** Text for people who cannot see the image. */
  alternativeText?: string;
  title?: string;
}

/**
 * The image that a record shows, copied from the image's own record, so that lists need no query for it. The copy has no texts:
 * they can change, and thousands of records may show the image.
 */
export interface ImageCopy {
  id: number;
  /** Absolute; for a picture of this server only the path, so that it follows the site. */
  url: string;
  /** Pixels and bytes, when known. */
  width?: number;
  height?: number;
  filesize?: number;
  /** Smaller copies by name, when known. */
  sizes?: Record<string, ImageSize>;
}

/**
 * An image, known by its address, or uploaded. No request can make the server fetch an address; the operator can, by a program.
 */
export interface ImageRecord extends Omit<ImageCopy, 'id'> {
  _id: number;
  /** The address that its file was fetched from. Who brings in that address gets this image. */
  from?: string;
  /** Starts at 1. Every write raises it. */
  version: number;
  /** The texts of the image in each language. */
  text: PerLanguage<ImageText>;
  /** The language of the request that added it. */
  original: Language;
  /** The user who added it. */
  author: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Whether this server draws the picture, or it was uploaded here: then it is stored by its path. */
export const isOwnPath = (path: string): boolean =>
  pictureName(path) !== undefined || uploadedPicture(path) !== undefined;

const imageAddress: Check = (value) => address(value) || (text(value) && isOwnPath(String(value)));

const isImageSize = shaped({
  width: integer,
  height: integer,
  'mime-type': text,
  filesize: optional(integer),
  url: text,
});

/** The optional details of an image. */
export const IMAGE_FACTS: Shape = {
  width: optional(integer),
  height: optional(integer),
  filesize: optional(integer),
  sizes: optional((sizes) => typeof sizes === 'object' && Object.values(sizes ?? {}).every(isImageSize)),
};

/** The shape of every stored image. */
export const IMAGE_SHAPE: Shape = {
  _id: integer,
  version: integer,
  url: imageAddress,
  from: optional(address),
  ...IMAGE_FACTS,
  text: inLanguages(texts()),
  original: isLanguage,
  author: integer,
};

/** Checks the copy of an image in a stored record. */
export const imageCopy: Check = shaped({ id: integer, url: imageAddress, ...IMAGE_FACTS });

/** Optional details of an image, besides its address. */
export type ImageFacts = Pick<ImageCopy, 'width' | 'height' | 'filesize' | 'sizes'>;

/** The most smaller copies that are kept for an image. */
const MOST_SIZES = 50;

/** The details that others give for an image, without impossible ones. */
export function soundFacts(said: { [Fact in keyof ImageFacts]?: unknown }): ImageFacts {
  const numbers = (['width', 'height', 'filesize'] as const).flatMap((fact) =>
    integer(said[fact]) ? [[fact, said[fact]] as const] : [],
  );
  const sizes = Object.entries(Object(said.sizes) as Record<string, ImageSize>)
    .filter(([name, size]) => /^[\w-]{1,100}$/.test(name) && isSoundSize(size))
    .slice(0, MOST_SIZES)
    .map(([name, { width, height, 'mime-type': type, filesize, url }]) => [
      name,
      { width, height, 'mime-type': type, ...(filesize !== undefined && { filesize }), url },
    ]);
  return { ...Object.fromEntries(numbers), ...(sizes.length ? { sizes: Object.fromEntries(sizes) } : {}) };
}

/** Whether a picture elsewhere may have this address. */
export const isElsewhere = (url: string): boolean =>
  /^https?:\/\//i.test(url) && url.length <= INPUT_LIMITS.url.characters && address(url);

const isSoundSize = (size: ImageSize) =>
  isImageSize(size) && /^image\/[\w.+-]{1,50}$/.test(size['mime-type']) && isElsewhere(size.url);

/** Images share the id space of events. Each address has one record. */
export const IMAGES = {
  name: 'images',
  indexes: [
    { name: 'url', fields: [['url', 1]], unique: true },
    { name: 'source', fields: [['from', 1]], unique: true, sparse: true },
    {
      name: 'author',
      fields: [
        ['author', 1],
        ['_id', -1],
      ],
    },
  ],
} as const;
