import { DomainError } from '../domain/errors.ts';
import { message } from '../domain/message.ts';

/** The deepest JSON accepted, as on the reference's host. */
const DEEPEST = 512;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Checks a body before it is parsed. @throws INVALID_JSON when lists and objects are nested too deeply */
export function refuseDeepJson(bytes: Uint8Array): void {
  if (hasFewOpenings(bytes)) return;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEEPEST)
      throw new DomainError('INVALID_JSON', message('JSON may be nested {0} levels deep at the most.', DEEPEST));
  }
}

/** Whether a body cannot be nested too deeply, whatever its texts hold. The platform finds that out much faster in long texts. */
function hasFewOpenings(bytes: Uint8Array): boolean {
  let found = 0;
  for (const opening of OPENING)
    for (let at = bytes.indexOf(opening); at >= 0; at = bytes.indexOf(opening, at + 1)) {
      found += 1;
      if (found > DEEPEST) return false;
    }
  return true;
}
