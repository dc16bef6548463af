import { isLanguage } from '../../rules/language.ts';
import type { ImageCopy } from '../post/record.ts';
import { address, inLanguages, integer, type Shape, texts } from '../shape.ts';

/** An image, known by its address. It is stored, never fetched: no request can make the server call another. */
export interface ImageRecord extends Omit<ImageCopy, 'id'> {
  _id: number;
  /** Who brought it in. */
  author: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Moves whenever a record takes a copy or the image changes. */
  revision: number;
}

/** What every stored image is like. */
export const IMAGE_SHAPE: Shape = {
  _id: integer,
  url: address,
  text: inLanguages(texts),
  original: isLanguage,
  author: integer,
  revision: integer,
};

/** Images share the id space of events; one record an address. */
export const IMAGES = {
  name: 'images',
  indexes: [{ name: 'url', fields: [['url', 1]], unique: true }],
} as const;

/** The file name extension in an address: `png` of `https://example.org/a.png?x=1`; empty when there is none. */
export function extensionOf(url: string): string {
  const name = new URL(url).pathname.split('/').pop() ?? '';
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
