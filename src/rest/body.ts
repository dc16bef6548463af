import { DomainError } from '../errors.ts';
import { fromObject, type Source } from '../fields/coerce.ts';
import { param, parseParams } from './params.ts';

/** Bytes a body may have. */
export const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const NOTHING: Source = () => undefined;

/**
 * The fields of a body: JSON where the content type says so, else a form; other bodies have no fields.
 * @throws INVALID_JSON for what is no JSON or no UTF-8, TOO_LARGE
 */
export async function readBody(request: Request): Promise<Source> {
  const type = request.headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type) && !FORM_TYPE.test(type)) return NOTHING;
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > LARGEST_BODY) {
    throw new DomainError('TOO_LARGE', `A body may have ${LARGEST_BODY} bytes at the most.`);
  }
  if (bytes.byteLength === 0) return NOTHING;
  if (JSON_TYPE.test(type)) return fromJson(bytes);
  const params = parseParams(new TextDecoder().decode(bytes));
  return (name, list) => param(params, name, list);
}

function fromJson(bytes: ArrayBuffer): Source {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.');
  }
  return typeof json === 'object' && json !== null ? fromObject(json) : NOTHING;
}
