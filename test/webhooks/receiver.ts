import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What came to a receiver. */
interface Received {
  method: string | undefined;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at, not typed
  body: any;
}

/** A receiver of webhooks on the loopback. */
export interface ReceiverServer {
  url: string;
  /** All that came, in order. */
  received: Received[];
  /** The types and ids of what came since this was called last: `event.created 5`. */
  taken(): string[];
  /** Forgets what came. */
  forget(): void;
  /** What it answers: a status, with headers perhaps; nothing at all for 0. */
  answer: (received: Received) => number | [status: number, headers: Record<string, string>];
  close(): Promise<void>;
}

export async function openReceiverServer(): Promise<ReceiverServer> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method, headers } = request;
    const one = { method, headers, text, body: text === '' ? undefined : JSON.parse(text) };
    receiver.received.push(one);
    const [status, more = {}] = [receiver.answer(one)].flat() as [number, Record<string, string>?];
    if (status) response.writeHead(status, more).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let seen = 0;
  const receiver: ReceiverServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    taken() {
      const since = receiver.received.slice(seen);
      seen = receiver.received.length;
      return since.map(({ body: { type, data } }) => [type, data.databaseId ?? data.reason].join(' '));
    },
    forget() {
      receiver.received.length = 0;
      seen = 0;
    },
    answer: () => 204,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

/** Two secrets in the form of Standard Webhooks. */
export const SECRETS = [24, 64].map((length) => `whsec_${Buffer.alloc(length, length).toString('base64')}`);

/** A folder with files that say where changes are sent. */
export interface HookFiles {
  /** Writes the only file of these hooks that others cannot read, and gives its path. */
  write(hooks: unknown, mode?: number): string;
  remove(): void;
}

export function openHookFiles(): HookFiles {
  const dir = mkdtempSync(join(tmpdir(), 'webhooks-'));
  let written = 0;
  return {
    write(hooks, mode = 0o600) {
      written += 1;
      const path = join(dir, `${written}.json`);
      writeFileSync(path, typeof hooks === 'string' ? hooks : JSON.stringify(hooks));
      chmodSync(path, mode);
      return path;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A hook of this receiver, and what else is said of it. */
export const hookTo = ({ url }: Pick<ReceiverServer, 'url'>, more: object = {}) => ({
  name: 'search',
  url,
  secrets: [SECRETS[0]],
  allowPrivate: true,
  ...more,
});
