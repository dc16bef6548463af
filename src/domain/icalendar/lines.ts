/** Content lines of iCalendar (RFC 5545, section 3.1). */

/** Octets that a line may have, without its end. */
const MOST_OCTETS = 75;

/** A line of iCalendar with its line end. Folds it where it is longer than 75 octets, never within a character. */
export function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  if (line.length <= MOST_OCTETS && isAscii(line)) return `${line}\r\n`;
  let folded = '';
  let from = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at)!;
    const size = octetsOf(code);
    if (octets + size > MOST_OCTETS) {
      folded += `${line.slice(from, at)}\r\n `;
      from = at;
      // A folded line begins with a space, which counts.
      octets = 1;
    }
    octets += size;
    at += code > 0xffff ? 2 : 1;
  }
  return `${folded}${line.slice(from)}\r\n`;
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Octets of a code point in UTF-8. Half of a surrogate pair is written as a character of three octets. */
const octetsOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** A text as the value of a line. Escapes what separates values, and drops control characters other than line breaks and tabs. */
export const textValue = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
