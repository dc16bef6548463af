import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { expect, test } from 'vitest';
import { connection } from '../../../src/data/mongodb/connect.ts';

/** A connection of the driver over this socket, after ours has repaired the driver. */
function connectionOver(socket: Socket): Connection {
  connection('mongodb://127.0.0.1:1');
  const Driver = Connection as unknown as new (...args: unknown[]) => Connection;
  return new Driver(socket, {
    id: 1,
    generation: 0,
    hostAddress: '127.0.0.1:1',
    monitorCommands: false,
  });
}

/** A socket whose server has ended it, before the socket is closed. */
async function endedSocket(): Promise<Socket> {
  const server = createServer((client) => client.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket.resume(), 'end');
  server.close();
  return socket;
}

test.each([
  ['the server has ended', (socket: Socket) => socket],
  ['is destroyed', (socket: Socket) => socket.destroy()],
])('a command to a socket that %s fails at once, with an error that the driver repeats', async (_, end) => {
  const over = connectionOver(end(await endedSocket()));
  const ping = over.command({ db: 'admin' }, { ping: 1 }, {});
  await expect(ping).rejects.toBeInstanceOf(MongoNetworkError);
});
