import { mayUpload } from '../../domain/access.ts';
import { DomainError, lacksRight } from '../../domain/errors.ts';
import type { UploadedFile } from '../../domain/upload.ts';
import { type Incoming, isReading } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import type { Uploads } from '../../http/uploads.ts';
import type { ResolverContext } from './context.ts';

const FORM_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;

/** A request with files, as one without: each file is a text in its variables. */
interface Assembled {
  json: Uint8Array;
  uploads: ReadonlyMap<string, UploadedFile>;
}

/** Whether a request is a multipart form. */
export const isForm = ({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean =>
  !isReading({ method }) && FORM_TYPE.test(headers['content-type'] ?? '');

/**
 * Reads a request of the multipart request specification (https://github.com/jaydenseric/graphql-multipart-request-spec), if the
 * caller may bring files (behaviour §0.52). @throws UNAUTHENTICATED, FORBIDDEN, INVALID_FORM, TOO_LARGE, UNAVAILABLE
 */
export async function assembled(request: Incoming, { viewer }: ResolverContext, uploads: Uploads): Promise<Assembled> {
  if (!mayUpload(viewer)) throw lacksRight(viewer);
  const { texts, files } = await uploads.form(request, () => true);
  const [operations, map] = ['operations', 'map'].map((part) => objectIn(texts.find(([name]) => name === part)?.[1]));
  for (const [part, places] of Object.entries(map!)) {
    const found = files.find((each) => each.part === part);
    if (!found || !Array.isArray(places)) throw notAsSpecified();
    for (const place of places) putFile(operations!, String(place).split('.'), found.file.token);
  }
  return {
    json: Buffer.from(JSON.stringify(operations)),
    uploads: new Map(files.map(({ file }) => [file.token, file])),
  };
}

/** Puts a file where there is null. Nothing else is ever changed. */
function putFile(operations: object, [first, ...path]: readonly string[], token: string) {
  const last = path.pop();
  let at: unknown = first === 'variables' ? (operations as { variables?: unknown }).variables : undefined;
  for (const key of path) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  if (last === undefined || !isObject(at) || !Object.hasOwn(at, last) || at[last] !== null) throw notAsSpecified();
  at[last] = token;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An object in JSON. */
function objectIn(text = ''): object {
  refuseDeepJson(Buffer.from(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!isObject(value) || Array.isArray(value)) throw notAsSpecified();
  return value;
}

const notAsSpecified = () =>
  new DomainError(
    'INVALID_FORM',
    'The form must have operations, map and files as the multipart request specification says.',
  );
