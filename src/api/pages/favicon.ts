import { once } from '../../domain/once-for.ts';
import { type Incoming, isReading } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';

/** The leaf of a calendar, as in `calendar.svg`: `b` is blue, `o` orange, `w` white, and `.` transparent. */
const DRAWING = `
................
....o......o....
..bbobbbbbbobb..
.bbbobbbbbbobbb.
.bbbobbbbbbobbb.
.bbbbbbbbbbbbbb.
.bwwwwwwwwwwwwb.
.bwwwwwwwwwwwwb.
.bwwwwwoowwwwwb.
.bwwwwoooowwwwb.
.bwwwwoooowwwwb.
.bwwwwwoowwwwwb.
.bwwwwwwwwwwwwb.
.bbwwwwwwwwwwbb.
..bbbbbbbbbbbb..
................`;

/** Blue, green, red. */
const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  b: [0xb0, 0x57, 0x0b],
  o: [0x0c, 0x41, 0xc2],
  w: [0xff, 0xff, 0xff],
};

/** The drawing as a file with one icon: a bitmap of 32 bits per pixel, the lowest row first, and an empty mask. */
const icon = once((): Uint8Array => {
  const rows = DRAWING.trim().split('\n').reverse();
  const side = rows.length;
  const pixels = rows.flatMap((row) =>
    [...row].flatMap((sign) => [...(COLOURS[sign] ?? [0, 0, 0]), sign === '.' ? 0 : 255]),
  );
  const mask = new Uint8Array((side * 32) / 8);
  const head = Buffer.alloc(62);
  // One icon of this size, which begins after these 22 bytes.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([side, side, 0, 0, 1, 0, 32, 0], 6);
  head.writeUInt32LE(40 + pixels.length + mask.length, 14);
  head.writeUInt32LE(22, 18);
  // The bitmap: the length of its head, its width, and its height with the mask.
  head.writeUInt32LE(40, 22);
  head.writeUInt32LE(side, 26);
  head.writeUInt32LE(2 * side, 30);
  head.set([1, 0, 32, 0], 34);
  return Buffer.concat([head, Uint8Array.from(pixels), mask]);
});

/** Answers `/favicon.ico`. Browsers request it where no page names an icon: for JSON, and in GraphiQL. */
export function faviconStep({ method, url }: Incoming): Answered | object {
  if (url.pathname !== '/favicon.ico' || !isReading({ method })) return {};
  const headers = { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=86400' };
  return { answer: { status: 200, headers, content: icon() } };
}
