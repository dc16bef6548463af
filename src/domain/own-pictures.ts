/** The size in pixels of every picture that the server draws. */
export const PICTURE_SIZE = { width: 960, height: 600 } as const;

const PATH = /^\/pictures\/([a-z0-9-]{1,60})\.svg$/;

/** The name of the picture at a path: lower-case ASCII letters, digits and `-`. Undefined for any other path. */
export const pictureName = (path: string): string | undefined => PATH.exec(path)?.[1];

const UPLOADED =
  /^\/pictures\/([1-9]\d{0,9})-([0-9a-f]{32})\/([a-z0-9-]{1,60}?)(?:(?:-(300|768|1200)|\.(thumbnail))(?=\.webp$))?\.(jpg|png|webp)$/;

/** The file of a picture's thumbnail. A dot parts it from the word, which has none: so no older address means it. */
export const THUMBNAIL = 'thumbnail.webp';

/** The longest side of a thumbnail in pixels. What is longer is cut to the middle. */
export const THUMBNAIL_SIDE = 150;

/** An uploaded picture, by the parts of its addresses. */
export interface UploadedPicture {
  /** The id of its image. */
  id: number;
  /** The same for pictures with the same files. */
  hash: string;
  /** For people: lower-case ASCII letters, digits and `-`, as `pictureWord` makes it. */
  word: string;
  /** A file of the picture: `full.jpg`, by its width `300.webp`, or `THUMBNAIL`. */
  file: string;
}

/** The path of a file of an uploaded picture. */
export const uploadedPath = ({ id, hash, word, file }: UploadedPicture): string =>
  `/pictures/${id}-${hash}/${word}${file === THUMBNAIL ? '.' : '-'}${file}`.replace(/-full(?=\.\w+$)/, '');

/** What the path of a file of an uploaded picture says. Undefined for any other path. */
export function uploadedPicture(path: string): UploadedPicture | undefined {
  const [, id, hash, word, width, thumbnail, extension] = UPLOADED.exec(path) ?? [];
  const file = `${width ?? thumbnail ?? 'full'}.${extension}`;
  return id === undefined ? undefined : { id: Number(id), hash: hash!, word: word!, file };
}

/** The name under which a file of an uploaded picture is kept. */
export const keptName = ({ hash, file }: Pick<UploadedPicture, 'hash' | 'file'>): string => `${hash}-${file}`;

/** The word in the addresses of a picture, from the name that its file had. Never ends like the address of a smaller one. */
export function pictureWord(name: string): string {
  const word = name
    .replace(/\.\w{1,5}$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  return word.replace(/(?:-(?:300|768|1200))+-?$|^-+|-+$/g, '') || 'picture';
}
