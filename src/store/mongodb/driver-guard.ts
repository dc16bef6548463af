import { Connection } from 'mongodb/lib/cmap/connection.js';

let guarded = false;

/**
 * Keeps the driver (7.8 and 7.9) from waiting for ever. A command that is sent in the moment between the end of its socket
 * and the news of it waits for a `drain` that never comes, and no time limit applies. When a server ends all connections
 * at once this meets the look whether the server is back, and then it never is.
 * To be taken out when `Connection.writeCommand` of the driver knows destroyed sockets; `test/store/mongodb` tells.
 */
export const guardDriver = (): void => {
  if (guarded) return;
  guarded = true;
  const { command } = Connection.prototype;
  Connection.prototype.command = function (...args) {
    // As if the news had come: the command fails as on any broken connection, and is repeated where it may be.
    if (this.socket.destroyed) this.destroy();
    return command.apply(this, args);
  };
};
