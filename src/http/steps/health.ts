import { type Incoming, jsonAnswer } from '../exchange.ts';
import type { Answered } from '../steps.ts';

/** Whether the store can be reached, at `/health`, for what watches the service. */
export const healthStep =
  (ping: () => Promise<boolean>) =>
  async ({ url }: Incoming): Promise<Answered | object> => {
    if (url.pathname !== '/health') return {};
    const reachable = await ping();
    return { answer: jsonAnswer(reachable ? 200 : 503, { status: reachable ? 'ok' : 'unavailable' }) };
  };
