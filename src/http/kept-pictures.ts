import type { OpenPicture } from '../data/pictures/take.ts';
import { uploadedPicture } from '../domain/own-pictures.ts';
import { isNotModified, notModified } from './conditional.ts';
import { type Answer, type Incoming, isReading } from './exchange.ts';
import { FOREVER, TYPES } from './files.ts';
import type { Answered } from './steps.ts';

/** Answers requests for uploaded pictures, whole or in part. An address says all of the content, so it may be kept forever. */
export const keptPictureStep =
  (open: OpenPicture) =>
  async ({ method, url, headers: sent }: Incoming): Promise<Answered | object> => {
    const picture = uploadedPicture(url.pathname);
    if (!picture || !isReading({ method })) return {};
    const found = await open(picture);
    if (!found) return {};
    const { name, file, forNow } = found;
    const headers = {
      'Content-Type': TYPES[name.split('.').pop()!]!,
      'Cache-Control': forNow ? 'no-store' : FOREVER,
      'Accept-Ranges': 'bytes',
      ETag: `"${name}"`,
    };
    const whole: Answer = { status: 200, headers, content: '' };
    if (isNotModified({ method, headers: sent }, whole, 0)) return { answer: notModified(whole) };
    const { bytes } = file;
    const range =
      sent['if-range'] === undefined || sent['if-range'] === headers.ETag ? rangeOf(sent.range, bytes) : undefined;
    if (range === 'none')
      return { answer: { status: 416, headers: { 'Content-Range': `bytes */${bytes}` }, content: '' } };
    const [first, last] = range ?? [0, bytes - 1];
    const partly = range && { 'Content-Range': `bytes ${first}-${last}/${bytes}` };
    return {
      answer: {
        status: range ? 206 : 200,
        headers: { ...headers, ...partly, 'Content-Length': String(last - first + 1) },
        content: '',
        stream: file.read(first, last),
      },
    };
  };

/**
 * The first and the last byte that `Range` asks for (RFC 9110, section 14). Undefined for the whole: several ranges are more than we
 * send, and what cannot be read counts for nothing. `none`: there are no such bytes.
 */
function rangeOf(range: string | undefined, bytes: number): [first: number, last: number] | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const found: [number, number] =
    first === ''
      ? [Math.max(0, bytes - Number(last)), bytes - 1]
      : [Number(first), Math.min(Number(last || bytes), bytes - 1)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return found[0] > found[1] ? 'none' : found;
}
