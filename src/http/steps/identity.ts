import type { Identify, Identity } from '../../auth/identify.ts';
import type { Client } from '../../auth/sender.ts';
import type { Incoming } from '../exchange.ts';

/** Who asks. @throws BAD_CREDENTIALS, TOO_MANY_REQUESTS */
export const identityStep =
  (identify: Identify) =>
  async ({ headers, httpVersion, client, running: { trace } }: Incoming & { client: Client }): Promise<Identity> => {
    const found = await identify({ headers, httpVersion, client, trace });
    // From now on the lines of the request say who asks.
    if (trace && found.viewer) trace.user = found.viewer.id;
    return found;
  };
