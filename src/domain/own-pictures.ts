/** The size in pixels of every picture that the server draws. */
export const PICTURE_SIZE = { width: 960, height: 600 } as const;

const PATH = /^\/pictures\/([a-z0-9-]{1,60})\.svg$/;

/** The name of the picture at a path: lower-case ASCII letters, digits and `-`. Undefined for any other path. */
export const pictureName = (path: string): string | undefined => PATH.exec(path)?.[1];
