import { type Incoming, jsonAnswer } from '../exchange.ts';
import type { Answered } from '../steps.ts';

/** Whether the process answers, at `/health`: nothing else is looked at, so that no outage elsewhere ends the process. */
export const healthStep = ({ url }: Incoming): Answered | object =>
  url.pathname === '/health' ? { answer: jsonAnswer(200, { status: 'ok' }) } : {};

/** Whether requests can be served, at `/ready`, for what sends requests here: with a full disk they can, and it is said. */
export const readyStep =
  (ready: () => Promise<'ok' | 'full' | 'unavailable'>) =>
  async ({ url }: Incoming): Promise<Answered | object> => {
    if (url.pathname !== '/ready') return {};
    const status = await ready();
    return { answer: jsonAnswer(status === 'unavailable' ? 503 : 200, { status }) };
  };

/** What was counted, at `/metrics`. Whoever can reach the service reads it. */
export const metricsStep =
  ({ text, type }: { text(): Promise<string>; type: string }) =>
  async ({ url }: Incoming): Promise<Answered | object> =>
    url.pathname === '/metrics'
      ? { answer: { status: 200, headers: { 'Content-Type': type }, content: await text() } }
      : {};
