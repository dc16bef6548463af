import { invalidField } from '../domain/fields/examine.ts';
import { type Incoming, isReading } from './exchange.ts';

const HEADER = 'Idempotency-Key';

/** The most characters of a key. */
const LONGEST = 255;

/** A string of structured fields (RFC 9651), or a bare word, as many clients send it. */
const FORM = /^\s*(?:"((?:[ !#-[\]-~]|\\["\\])*)"|([!#-+\--~]*))\s*$/;

/**
 * The key that a request to write sends (draft-ietf-httpapi-idempotency-key-header). Requests to read have none.
 * @throws INVALID_FIELD naming the header
 */
export function idempotencyKeyOf({ method, headers }: Pick<Incoming, 'method' | 'headers'>): string | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined || isReading({ method })) return undefined;
  const [, quoted, bare] = FORM.exec(sent) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? bare;
  if (key !== undefined && key.length > 0 && key.length <= LONGEST) return key;
  const code = key === '' ? 'empty' : key ? 'too_long' : 'invalid_format';
  throw invalidField(HEADER, code, 'Must be 1 to {0} visible ASCII characters, in quotes or without.', LONGEST);
}
