/** The size in pixels of every picture that the server draws. */
export const PICTURE_SIZE = { width: 960, height: 600 } as const;

const PATH = /^\/pictures\/([a-z0-9-]{1,60})\.svg$/;

/** The path of the picture with this name, below the address of the site. A name has lower-case ASCII letters, digits and `-`. */
export const picturePath = (name: string): string => `/pictures/${name}.svg`;

/** The name of the picture at a path; undefined for any other path. */
export const pictureName = (path: string): string | undefined => PATH.exec(path)?.[1];
