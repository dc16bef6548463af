import { createHash } from 'node:crypto';
import { compressedOnce } from './compress.ts';
import { type Answer, type Incoming, isReading } from './exchange.ts';
import type { Answered } from './steps.ts';

/** A file that pages load, as sent to browsers. */
interface ServedFile {
  type: string;
  representation: Pick<Answer, 'content' | 'tag' | 'compressed'>;
}

/** The media types of files, by their extension. */
export const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  webp: 'image/webp',
};

/** For content that never changes at its address. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** Files that pages load. Each name includes a content hash, so a file never changes. */
export interface Files {
  /** Adds `start.js` and returns the name under which it is served: `start-0123456789abcdef.js`. */
  add(name: string, content: string | Uint8Array): string;
  get(name: string): ServedFile | undefined;
}

export function createFiles(): Files {
  const files = new Map<string, ServedFile>();
  return {
    add(name, text) {
      const [stem, extension = ''] = name.split('.');
      const type = TYPES[extension];
      if (type === undefined) throw new Error(`${name}: no type is known for it`);
      const content = Buffer.from(text as string);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
      const hashed = `${stem}-${hash}.${extension}`;
      files.set(hashed, { type, representation: { content, tag: `"${hash}"`, compressed: compressedOnce(content) } });
      return hashed;
    },
    get: (name) => files.get(name),
  };
}

/** Answers requests for files below a path, such as `/files/`: compressed if the client accepts it, and cacheable forever. */
export function filesStep(
  below: string,
  files: () => Promise<Pick<Files, 'get'>>,
): (incoming: Incoming) => Promise<Answered | object> {
  return async ({ method, url: { pathname } }) => {
    if (!pathname.startsWith(below) || !isReading({ method })) return {};
    const file = (await files()).get(pathname.slice(below.length));
    if (!file) return {};
    const headers = {
      'Content-Type': file.type,
      'Cache-Control': FOREVER,
    };
    return { answer: { status: 200, headers, ...file.representation } };
  };
}
