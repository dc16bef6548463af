import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The servers that are measured. */
export type ServerName = 'bare' | 'logged' | 'byHand' | 'ours';

/** What the process of a server is told when it begins. */
export interface Told {
  server: ServerName;
  /** Its environment, as that of `npm start`. */
  env: Record<string, string>;
  /** The answers of a server that does not look anything up, by path. */
  constants: Record<string, string>;
}

/** Takes any free port of this machine, and gives it. */
export const listenOn = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
