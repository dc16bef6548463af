import Negotiator from 'negotiator';
import { isLanguage, type Language } from '../domain/language.ts';
import { ENCODINGS, type Encoding } from './exchange.ts';

/**
 * The offered type that the client prefers, by `Accept` (RFC 9110, section 12.5.1). Among equals, the one that the header names
 * most exactly, then first; among those that one `*` matches, the first offered. Undefined if the client accepts none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  // It is the only charset that we send. Who names another one does not accept the type.
  const found = new Negotiator({ headers: { accept } }).mediaType(offered.map((type) => `${type};charset=utf-8`));
  return offered.find((type) => found?.startsWith(`${type};`));
}

/**
 * The encoding that the client prefers, by `Accept-Encoding` (RFC 9110, section 12.5.3); among equals, the first offered. Undefined
 * for no encoding, which is also what a client gets that accepts nothing.
 */
export function preferredEncoding(
  accepted: string | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const found = negotiator.encoding([...offered, 'identity'], { preferred: offered });
  return found === 'identity' ? undefined : found;
}

/** The language of ours that `Accept-Language` prefers; undefined if it names none of them. */
export const preferredLanguage = (accepted: string | undefined): Language | undefined =>
  new Negotiator({ headers: { 'accept-language': accepted } })
    .languages()
    .map((range) => range.split('-')[0]!.toLowerCase())
    .find(isLanguage);
