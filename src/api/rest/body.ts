import { DomainError } from '../../domain/errors.ts';
import { fromObject, type Source } from '../../domain/fields/coerce.ts';
import type { Incoming } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import { readMultipart } from './multipart.ts';
import { param, parseParams } from './params.ts';

/** The maximum size of a body in bytes. */
export const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^application\/(?:[^;\s]+\+)?json\s*(?:[;,]|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

/** The fields of a body. `source` returns a field by its name, and `names` lists them all. */
export interface Fields {
  source: Source;
  names(): string[];
}

const NOTHING: Fields = { source: () => undefined, names: () => [] };

/**
 * Reads the fields of a body. The content type says whether the body is JSON or, if `forms` is true, a form of either type.
 * Other bodies have no fields.
 * @throws INVALID_JSON for a body that is not JSON, too deep or not UTF-8, INVALID_FORM for parts that cannot be told apart,
 * INVALID_FIELD naming the parts that are files, TOO_LARGE
 */
export async function readBody(
  { headers, body }: Pick<Incoming, 'headers' | 'body'>,
  { forms }: { forms: boolean },
): Promise<Fields> {
  const type = headers['content-type'] ?? '';
  if (![JSON_TYPE, ...(forms ? [FORM_TYPE, MULTIPART_TYPE] : [])].some((pattern) => pattern.test(type))) return NOTHING;
  const bytes = await body(LARGEST_BODY);
  if (bytes.byteLength === 0) return NOTHING;
  if (JSON_TYPE.test(type)) return fromJson(bytes);
  const params = FORM_TYPE.test(type) ? parseParams(new TextDecoder().decode(bytes)) : await readMultipart(bytes, type);
  return { source: (name, list) => param(params, name, list), names: () => [...params.keys()] };
}

function fromJson(bytes: Uint8Array): Fields {
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
function hasHalves(json: string): boolean {
  for (const [, half] of json.matchAll(ESCAPED)) {
    if (half !== undefined) return true;
  }
  return false;
}
