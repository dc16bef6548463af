import type { Identify } from '../../auth/identify.ts';
import type { Viewer } from '../../rules/access.ts';
import type { Incoming } from '../exchange.ts';

/** Who asks. @throws BAD_CREDENTIALS */
export const identityStep =
  (identify: Identify) =>
  async ({ headers }: Incoming): Promise<{ viewer: Viewer | undefined }> => ({ viewer: await identify(headers) });
