import { type Incoming, jsonAnswer } from '../exchange.ts';
import type { Answered } from '../steps.ts';

/** The addresses that programs watch. */
export const watchedAddress = ({ url }: Incoming): object | undefined =>
  ['/health', '/ready', '/metrics'].includes(url.pathname) ? {} : undefined;

/** `/health`: whether the process answers. Checks nothing else, so that an outage elsewhere does not end the process. */
export const healthStep = ({ url }: Incoming): Answered | object =>
  url.pathname === '/health' ? { answer: jsonAnswer(200, { status: 'ok' }) } : {};

/** `/ready`: whether requests can be served, for load balancers. A full disk is reported but counts as ready. */
export const readyStep =
  (ready: () => Promise<'ok' | 'full' | 'unavailable'>) =>
  async ({ url }: Incoming): Promise<Answered | object> => {
    if (url.pathname !== '/ready') return {};
    const status = await ready();
    return { answer: jsonAnswer(status === 'unavailable' ? 503 : 200, { status }) };
  };

/** `/metrics`: the metrics, for everyone who can reach the service. */
export const metricsStep =
  ({ text, type }: { text(): Promise<string>; type: string }) =>
  async (): Promise<Answered> => ({
    answer: { status: 200, headers: { 'Content-Type': type }, content: await text() },
  });
