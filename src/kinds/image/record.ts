import { LIMITS } from '../../domain/fields/limits.ts';
import { isLanguage, type Language, type PerLanguage } from '../../domain/language.ts';
import { pictureName } from '../../domain/own-pictures.ts';
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
  filesize: number;
  url: string;
}

/** The texts of an image in one language. */
export interface ImageText {
  /** Text for people who cannot see the image. */
  alternativeText?: string;
}

/**
 * The image that a record shows, copied from the image's own record, so that lists need no query for it. The copy has no texts:
 * they can change, and thousands of records may show the image.
 */
export interface ImageCopy {
  id: number;
  /** Absolute; for a picture that this server draws only the path, so that it follows the site. */
  url: string;
  /** Pixels and bytes, when known. */
  width?: number;
  height?: number;
  filesize?: number;
  /** Smaller copies by name, when known. */
  sizes?: Record<string, ImageSize>;
}

/** An image, known by its address. It is stored, never fetched: no request can make the server call another. */
export interface ImageRecord extends Omit<ImageCopy, 'id'> {
  _id: number;
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

/** Whether this server draws the image: it is stored by its path. */
export const isOwnPicture = ({ url }: Pick<ImageCopy, 'url'>): boolean => pictureName(url) !== undefined;

/** The public address of an image. A picture that this server draws has an address on the site. */
export const imageUrl = ({ url }: Pick<ImageCopy, 'url'>, { site }: { site: string }): string =>
  isOwnPicture({ url }) ? site + url : url;

/** The address to store: only the path for a picture that this server draws, otherwise the address as sent. */
export function storedUrl(url: string, { site }: { site: string }): string {
  const path = url.startsWith(`${site}/`) ? url.slice(site.length) : '';
  return isOwnPicture({ url: path }) ? path : url;
}

const imageAddress: Check = (value) => address(value) || (text(value) && isOwnPicture({ url: String(value) }));

const isImageSize = shaped({ width: integer, height: integer, 'mime-type': text, filesize: integer, url: text });

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
      { width, height, 'mime-type': type, filesize, url },
    ]);
  return { ...Object.fromEntries(numbers), ...(sizes.length ? { sizes: Object.fromEntries(sizes) } : {}) };
}

const isSoundSize = (size: ImageSize): boolean =>
  isImageSize(size) &&
  /^image\/[\w.+-]{1,50}$/.test(size['mime-type']) &&
  /^https?:\/\//i.test(size.url) &&
  size.url.length <= LIMITS.url.characters &&
  address(size.url);

/** Images share the id space of events. Each address has one record. */
export const IMAGES = {
  name: 'images',
  indexes: [{ name: 'url', fields: [['url', 1]], unique: true }],
} as const;

/** The file name extension in an address: `png` for `https://example.org/a.png?x=1`; empty if there is none. */
export function extensionOf(url: string): string {
  const name = new URL(url, 'http://localhost').pathname.split('/').pop() ?? '';
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
