import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createTransactionWatch } from './transaction-watch.ts';

/** A way to a database that the test opens and closes: the database goes away and comes back. */
export interface Gate {
  port: number;
  /** How many bytes have come from the database so far. */
  received(): number;
  /** The URI by way of the gate, with more options (`a=1&b=2`); the driver stays with the gate. */
  through(uri: string, options?: string): string;
  /** Takes connections. */
  accept(): Promise<void>;
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>;
  /** `cut` as soon as so many more bytes have come from the database; kept when it has. */
  cutAfter(bytes: number): Promise<void>;
  /** Keeps connections and takes new ones, but lets nothing through any more, until `cut`. */
  swallow(): void;
}

/** Stands before the one server that `uri` names, and refuses connections until `accept`. */
export async function createGate(uri: string): Promise<Gate> {
  const { hostname, port: targetPort } = new URL(uri);
  const reach = (): Socket => connect(Number(targetPort || 27017), hostname).on('error', () => {});
  const watch = createTransactionWatch(reach);
  const clients = new Set<Socket>();
  let server: Server | undefined;
  let swallows = false;
  let received = 0;
  let limit = { bytes: Number.POSITIVE_INFINITY, reached: () => {} };

  function join(client: Socket): void {
    const upstream = reach();
    const hear = watch.connection(upstream);
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => {
      clients.delete(client);
      upstream.end();
    });
    upstream.on('close', () => client.destroy());
    client.on('data', (data: Buffer) => {
      if (swallows) return;
      hear(data);
      upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      if (swallows || !client.writable) return;
      client.write(data.subarray(0, limit.bytes));
      received += data.length;
      limit.bytes -= data.length;
      if (limit.bytes <= 0) void cut().then(limit.reached);
    });
  }

  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server = createServer({ noDelay: true }, join).once('error', reject).listen(port, '127.0.0.1', resolve);
    });

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    swallows = false;
    limit = { ...limit, bytes: Number.POSITIVE_INFINITY };
    watch.abortAll();
    // What was let through already still arrives.
    for (const client of clients) client.end(() => client.destroy());
    await new Promise<unknown>((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
  }

  await listen(0);
  const { port } = server!.address() as AddressInfo;
  await cut();

  return {
    port,
    received: () => received,
    through(given, options = '') {
      const url = new URL(given);
      url.host = `127.0.0.1:${port}`;
      url.search = `directConnection=true&${options}`;
      return url.href;
    },
    accept: () => (server ? Promise.resolve() : listen(port)),
    cut,
    cutAfter: (bytes) =>
      new Promise((reached) => {
        limit = { bytes, reached };
      }),
    swallow() {
      swallows = true;
    },
  };
}
