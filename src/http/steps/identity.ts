import type { Identify, Identity } from '../../auth/identify.ts';
import type { Client } from '../../auth/sender.ts';
import type { Incoming } from '../exchange.ts';

/** Who asks. @throws BAD_CREDENTIALS, TOO_MANY_REQUESTS */
export const identityStep =
  (identify: Identify) =>
  async ({ headers, httpVersion, client }: Incoming & { client: Client }): Promise<Identity> =>
    identify({ headers, httpVersion, client });
