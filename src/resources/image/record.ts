import { isLanguage, type Language, type PerLanguage } from '../../rules/language.ts';
import { pictureName } from '../../rules/own-pictures.ts';
import {
  address,
  type Check,
  inLanguages,
  integer,
  number,
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

/** What is said of an image in one language. */
export interface ImageText {
  /** What stands in the place of the image for people who cannot see it. */
  alternativeText?: string;
}

/**
 * The image a record shows, copied from the image's own record: a list needs no query for it. What is said of the image is
 * read there, since it can change, and thousands of records may show it.
 */
export interface ImageCopy {
  id: number;
  /** Absolute; of a picture that this server draws, the path only, so that it follows the site. */
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
  /** 1 at first; every write raises it. */
  version: number;
  /** What is said of the image, in each language. */
  text: PerLanguage<ImageText>;
  /** The language of the request that brought it in. */
  original: Language;
  /** Who brought it in. */
  author: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Whether the server draws this image: it is stored by its path. */
export const isOwnPicture = ({ url }: Pick<ImageCopy, 'url'>): boolean => pictureName(url) !== undefined;

/** The address of an image for everybody: a picture of ours lies at the address of the site. */
export const imageUrl = ({ url }: Pick<ImageCopy, 'url'>, { site }: { site: string }): string =>
  isOwnPicture({ url }) ? site + url : url;

/** An address as it is stored: the path of a picture of ours, else as it was sent. */
export function storedUrl(url: string, { site }: { site: string }): string {
  const path = url.startsWith(`${site}/`) ? url.slice(site.length) : '';
  return isOwnPicture({ url: path }) ? path : url;
}

const imageAddress: Check = (value) => address(value) || (text(value) && isOwnPicture({ url: String(value) }));

/** What every stored image is like. */
export const IMAGE_SHAPE: Shape = {
  _id: integer,
  version: integer,
  url: imageAddress,
  text: inLanguages(texts),
  original: isLanguage,
  author: integer,
};

const imageSize = shaped({ width: number, height: number, 'mime-type': text, filesize: number, url: text });

/** What the copy of an image is like in a stored record. */
export const imageCopy: Check = shaped({
  id: integer,
  url: imageAddress,
  width: optional(number),
  height: optional(number),
  filesize: optional(number),
  sizes: optional((sizes) => typeof sizes === 'object' && Object.values(sizes ?? {}).every(imageSize)),
});

/** Images share the id space of events; one record an address. */
export const IMAGES = {
  name: 'images',
  indexes: [{ name: 'url', fields: [['url', 1]], unique: true }],
} as const;

/** The file name extension in an address: `png` of `https://example.org/a.png?x=1`; empty when there is none. */
export function extensionOf(url: string): string {
  const name = new URL(url, 'http://localhost').pathname.split('/').pop() ?? '';
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
