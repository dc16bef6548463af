import { pictureName } from '../domain/own-pictures.ts';
import { type Incoming, isReading } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';
import { draw } from './draw.ts';

/** Serves the pictures of a seeded calendar. A name always gives the same picture. Other calendars have none. */
export const pictureStep =
  (isSeeded: () => Promise<boolean>) =>
  async ({ method, url }: Incoming): Promise<Answered | object> => {
    const name = pictureName(url.pathname);
    if (name === undefined || !isReading({ method }) || !(await isSeeded())) return {};
    const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
    return { answer: { status: 200, headers, content: draw(name) } };
  };
