import { type Incoming, isReading } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { EMBED_SCRIPT } from './scripts.ts';

/** Answers `/embed.js`. Pages of other sites load it by this name, beside a frame with one of our views. */
export function embedStep({ method, url }: Incoming): Answered | object {
  if (url.pathname !== '/embed.js' || !isReading({ method })) return {};
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };
  return { answer: { status: 200, headers, content: EMBED_SCRIPT } };
}
