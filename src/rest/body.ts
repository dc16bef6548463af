import { DomainError } from '../errors.ts';
import { fromObject, type Source } from '../fields/coerce.ts';
import type { Incoming } from '../http/exchange.ts';
import { refuseDeepJson } from '../http/json-depth.ts';
import { readMultipart } from './multipart.ts';
import { param, parseParams } from './params.ts';

/** Bytes a body may have. */
export const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

const NOTHING: Source = () => undefined;

/**
 * The fields of a body: JSON or, where `forms` are taken, a form of either type, as the content type says; other bodies have
 * no fields.
 * @throws INVALID_JSON for what is no JSON, too deep or no UTF-8, INVALID_FORM for parts that cannot be told apart, INVALID_FIELD
 * naming the parts that are files, TOO_LARGE
 */
export async function readBody(
  { headers, body }: Pick<Incoming, 'headers' | 'body'>,
  { forms }: { forms: boolean },
): Promise<Source> {
  const type = headers['content-type'] ?? '';
  if (![JSON_TYPE, ...(forms ? [FORM_TYPE, MULTIPART_TYPE] : [])].some((known) => known.test(type))) return NOTHING;
  const bytes = await body(LARGEST_BODY);
  if (bytes.byteLength === 0) return NOTHING;
  if (JSON_TYPE.test(type)) return fromJson(bytes);
  const params = FORM_TYPE.test(type) ? parseParams(new TextDecoder().decode(bytes)) : await readMultipart(bytes, type);
  return (name, list) => param(params, name, list);
}

function fromJson(bytes: Uint8Array): Source {
  refuseDeepJson(bytes);
  let text = '';
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text);
  } catch {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.');
  }
  if (hasHalves(text)) throw new DomainError('INVALID_JSON', 'The body has half a surrogate pair.');
  return typeof json === 'object' && json !== null ? fromObject(json) : NOTHING;
}

const ESCAPED = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)/g;

/** Whether JSON writes a surrogate without the other one: no character, and no store takes it. */
function hasHalves(json: string): boolean {
  for (const [, half] of json.matchAll(ESCAPED)) {
    if (half !== undefined) return true;
  }
  return false;
}
