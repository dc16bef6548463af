import { mayUpload, type Viewer } from '../../domain/access.ts';
import { DomainError, lacksRight, problem } from '../../domain/errors.ts';
import { fromObject, type Source } from '../../domain/fields/coerce.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { WRONG_TYPE } from '../../domain/fields/kind.ts';
import type { UploadedFile } from '../../domain/upload.ts';
import { announcesNoBody, type Incoming } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import type { Uploads } from '../../http/uploads.ts';
import { type Params, param, parseParams, readParams } from './params.ts';

/** The maximum size of a body in bytes. */
export const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^application\/(?:[^;\s]+\+)?json\s*(?:[;,]|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

/** The fields of a body. `source` returns a field by its name, and `names` lists them all. */
interface Fields {
  source: Source;
  names(): string[];
  /** The files that came with them, by token. */
  uploads?: ReadonlyMap<string, UploadedFile>;
}

const NOTHING: Fields = { source: () => undefined, names: () => [] };

interface Reading {
  /** Whether forms are read. */
  forms: boolean;
  /** The part of a form that may be a file. `alone`: or the body itself, and it must be there. */
  file?: { part: string; alone: boolean };
  uploads: Uploads;
}

type Request = Pick<Incoming, 'headers' | 'body' | 'running'> & { viewer?: Viewer };

/**
 * Reads the fields of a body. The content type says whether the body is JSON or, if `forms` is true, a form of either type.
 * Other bodies have no fields. The right to bring files is checked before they are read (behaviour §0.52).
 * @throws INVALID_JSON for a body that is not JSON, too deep or not UTF-8, INVALID_FORM for parts that cannot be told apart,
 * INVALID_FIELD naming the parts that are files and not taken, TOO_LARGE, UNAUTHENTICATED, FORBIDDEN, UPLOAD_MISSING,
 * UPLOAD_UNNAMED
 */
export async function readBody(request: Request, { forms, file, uploads }: Reading): Promise<Fields> {
  const { headers, body, viewer } = request;
  const type = headers['content-type'] ?? '';
  const isForm = forms && MULTIPART_TYPE.test(type);
  const isLarge = isForm && Number(headers['content-length']) > LARGEST_BODY;
  if (file && (file.alone || isLarge) && !mayUpload(viewer)) throw lacksRight(viewer);
  if (file?.alone && !isForm) return fromFile(request, file.part, uploads);
  if (isForm) return fromForm(request, file, uploads);
  if (![JSON_TYPE, ...(forms ? [FORM_TYPE] : [])].some((pattern) => pattern.test(type))) return NOTHING;
  const bytes = await body(LARGEST_BODY);
  if (bytes.byteLength === 0) return NOTHING;
  return JSON_TYPE.test(type) ? fromJson(bytes) : fromParams(parseParams(new TextDecoder().decode(bytes)));
}

const fromParams = (params: Params): Fields => ({
  source: (name, list) => param(params, name, list),
  names: () => [...params.keys()],
});

async function fromForm(request: Request, file: Reading['file'], uploads: Uploads): Promise<Fields> {
  const may = file && mayUpload(request.viewer);
  const { texts, files, refused } = await uploads.form(request, may ? (part) => part === file.part : undefined);
  if (refused.length) throw invalid(refused.map((name) => refusedFile(name, file?.part, may)));
  if (file?.alone && files.length === 0) throw new DomainError('UPLOAD_MISSING', 'No file was sent.');
  const values = files.map(({ part, file: { token } }) => [part, token] as const);
  return {
    ...fromParams(readParams([...texts, ...values])),
    uploads: new Map(files.map(({ file }) => [file.token, file])),
  };
}

function refusedFile(name: string, part: string | undefined, mayBring: boolean | undefined) {
  if (name !== part) return problem(name.split('[')[0] ?? '', WRONG_TYPE, 'Must be text: files are not taken.');
  return mayBring
    ? problem(name, 'invalid_image', 'Must be a file with a name.')
    : problem(name, 'invalid_image', 'You may not bring in images.');
}

/** The name of a file in `Content-Disposition` (RFC 6266). */
const NAMED = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i;

/** A header that was sent in UTF-8: Node reads each byte as a character. Others stay as they are. */
function inUtf8(header: string) {
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

async function fromFile(request: Request, part: string, uploads: Uploads): Promise<Fields> {
  const [, quoted, plain] = NAMED.exec(request.headers['content-disposition'] ?? '') ?? [];
  const sent = quoted ?? plain;
  const name = sent === undefined ? undefined : inUtf8(sent);
  if (name === undefined && !announcesNoBody(request))
    throw new DomainError(
      'UPLOAD_UNNAMED',
      'Send the name of the file: Content-Disposition: attachment; filename="picture.jpg".',
    );
  const file = name === undefined ? undefined : await uploads.file(request, name);
  if (!file) throw new DomainError('UPLOAD_MISSING', 'No file was sent.');
  return {
    source: (wire) => (wire === part ? file.token : undefined),
    names: () => [part],
    uploads: new Map([[file.token, file]]),
  };
}

function fromJson(bytes: Uint8Array) {
  refuseDeepJson(bytes);
  let text = '';
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text);
  } catch {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.');
  }
  if (hasHalves(text)) throw new DomainError('INVALID_JSON', 'The body is not valid JSON.');
  const object = json;
  return typeof object === 'object' && object !== null
    ? { source: fromObject(object), names: () => Object.keys(object) }
    : NOTHING;
}

const ESCAPED = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)/g;

/** Whether JSON has an escaped surrogate without its other half. That is not a character, and no store accepts it. */
function hasHalves(json: string) {
  for (const [, half] of json.matchAll(ESCAPED)) {
    if (half !== undefined) return true;
  }
  return false;
}
