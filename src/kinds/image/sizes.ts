import type { Rendition, Taken } from '../../data/pictures/take.ts';
import {
  keptName,
  pictureWord,
  THUMBNAIL,
  THUMBNAIL_SIDE,
  uploadedPath,
  uploadedPicture,
} from '../../domain/own-pictures.ts';
import { type ImageCopy, type ImageFacts, type ImageSize, isOwnPath } from './record.ts';

/** The public address of what is stored as `url`. A picture of this server has an address on the site. */
const addressOf = (url: string, { site }: { site: string }) => (url.startsWith('/') ? site + url : url);

/** The public address of an image. */
export const imageUrl = ({ url }: Pick<ImageCopy, 'url'>, links: { site: string }): string => addressOf(url, links);

/** The smaller copies of an image, with public addresses. A kept picture always has a thumbnail. */
export function sizesOf(image: Omit<ImageCopy, 'id'>, links: { site: string }): ImageCopy['sizes'] {
  const thumbnail = thumbnailOf(image);
  if (!thumbnail && !image.sizes) return undefined;
  const sizes = { ...image.sizes, ...(thumbnail && { thumbnail }) };
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, { ...size, url: addressOf(size.url, links) }]),
  );
}

/** The thumbnail of a kept picture, as its address says it. A picture that is no larger is its own. */
function thumbnailOf({ url, width = 0, height = 0, filesize }: Omit<ImageCopy, 'id'>): ImageSize | undefined {
  const picture = uploadedPicture(url);
  if (!picture || !width || !height) return undefined;
  if (Math.max(width, height) <= THUMBNAIL_SIDE)
    return { width, height, 'mime-type': typeByExtension(url)!, filesize, url };
  return {
    width: Math.min(width, THUMBNAIL_SIDE),
    height: Math.min(height, THUMBNAIL_SIDE),
    'mime-type': 'image/webp',
    url: uploadedPath({ ...picture, file: THUMBNAIL }),
  };
}

/** An image in one size. */
export interface ImageRendition extends Partial<Pick<ImageSize, 'width' | 'height'>> {
  /** `full` for the image itself. */
  name: string;
  url: string;
}

/** How much the proportions of a copy may differ from those of its image: each side is a whole number of pixels. */
const SAME_PROPORTIONS = 0.02;

/** The sizes of an image that show all of it, from the smallest to the image itself. */
export function renditionsOf(image: ImageCopy, links: { site: string }): ImageRendition[] {
  const { width, height } = image;
  const full = { name: 'full', url: imageUrl(image, links), width, height };
  if (!width || !height) return [full];
  const isWhole = (size: ImageSize) =>
    size.width < width && Math.abs((size.width * height) / (size.height * width) - 1) <= SAME_PROPORTIONS;
  const smaller = Object.entries(sizesOf(image, links) ?? {}).filter(([, size]) => isWhole(size));
  return [
    ...smaller
      .map(([name, size]) => ({ name, url: size.url, width: size.width, height: size.height }))
      .sort((one, other) => one.width - other.width),
    full,
  ];
}

/** The address of an image for a place of this width: its smallest size that is not narrower, else the image itself. */
export const urlForWidth = (image: ImageCopy, wanted: number, links: { site: string }): string =>
  renditionsOf(image, links).find(({ name, width = 0 }) => name === 'full' || width >= wanted)!.url;

/** The width for which feeds and programs get images. */
export const WIDTH_ELSEWHERE = 1_200;

/** The address to store: only the path for a picture of this server, otherwise the address as sent. */
export function storedUrl(url: string, { site }: { site: string }): string {
  const path = url.startsWith(`${site}/`) ? url.slice(site.length) : '';
  return isOwnPath(path) ? path : url;
}

/** What is stored of an uploaded picture: its addresses, and what is known of its files. */
export function uploadedFacts(id: number, name: string, { hash, full, sizes }: Taken): ImageFacts & { url: string } {
  const urlOf = ({ file }: Rendition) => uploadedPath({ id, hash, word: pictureWord(name), file });
  const sizeOf = (size: Rendition): ImageSize => ({
    width: size.width,
    height: size.height,
    'mime-type': 'image/webp',
    filesize: size.bytes,
    url: urlOf(size),
  });
  return {
    url: urlOf(full),
    width: full.width,
    height: full.height,
    filesize: full.bytes,
    ...(sizes.length > 0 && { sizes: Object.fromEntries(sizes.map((size) => [size.name, sizeOf(size)])) }),
  };
}

/**
 * The files of an uploaded picture, each by its kept name, the original first and then by width. None for other images. Of a damaged
 * image those that it still names.
 */
export const filesOf = ({ url, sizes }: Pick<ImageCopy, 'url' | 'sizes'>): string[] =>
  [url, ...Object.values(sizes ?? {}).map((size: ImageSize | null) => size?.url)].flatMap((each) => {
    const picture = typeof each === 'string' ? uploadedPicture(each) : undefined;
    return picture ? [keptName(picture)] : [];
  });

/** The file name extension in an address: `png` for `https://example.org/a.png?x=1`; empty if there is none. */
export function extensionOf(url: string): string {
  const name = new URL(url, 'http://localhost').pathname.split('/').pop() ?? '';
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

const TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', jpeg: 'jpeg', svg: 'svg+xml' };

/** The media type that the address of an image suggests; undefined if it has no extension. */
export function typeByExtension(url: string): string | undefined {
  const extension = extensionOf(url);
  return extension ? `image/${TYPES[extension] ?? extension}` : undefined;
}
