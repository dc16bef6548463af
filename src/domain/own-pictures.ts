/** The size in pixels of every picture that the server draws. */
export const PICTURE_SIZE = { width: 960, height: 600 } as const;

const PATH = /^\/pictures\/([a-z0-9-]{1,60})\.svg$/;

/** The name of the picture at a path: lower-case ASCII letters, digits and `-`. Undefined for any other path. */
export const pictureName = (path: string): string | undefined => PATH.exec(path)?.[1];

const UPLOADED =
  /^\/pictures\/([1-9]\d{0,9})-([0-9a-f]{32})\/([a-z0-9-]{1,60}?)(?:-(300|768|1200)(?=\.webp$))?\.(jpg|png|webp)$/;

/** An uploaded picture, by the parts of its addresses. */
export interface UploadedPicture {
  /** The id of its image. */
  id: number;
  /** The same for pictures with the same files. */
  hash: string;
  /** For people: lower-case ASCII letters, digits and `-`, as `pictureWord` makes it. */
  word: string;
  /** A file of the picture: `full.jpg`, or by its width `300.webp`. */
  file: string;
}

/** The path of a file of an uploaded picture. */
export const uploadedPath = ({ id, hash, word, file }: UploadedPicture): string =>
  `/pictures/${id}-${hash}/${word}${file.startsWith('full') ? '' : '-'}${file.replace('full', '')}`;

/** What the path of a file of an uploaded picture says. Undefined for any other path. */
export function uploadedPicture(path: string): UploadedPicture | undefined {
  const [, id, hash, word, width = 'full', extension] = UPLOADED.exec(path) ?? [];
  return id === undefined ? undefined : { id: Number(id), hash: hash!, word: word!, file: `${width}.${extension}` };
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
