import type { Socket } from 'node:net';
import { BSON } from 'mongodb';

const OP_MSG = 2013;
const HEADER = 16;
/** Header, flags and the kind of the first section: the document of the command begins behind them. */
const DOCUMENT_AT = HEADER + 4 + 1;

interface Open {
  lsid: unknown;
  txnNumber: unknown;
  /** The connection that carried its last command. */
  upstream: Socket;
}

/**
 * Ends transactions whose client was cut off. MongoDB does so by itself after a minute (transactionLifetimeLimitSeconds);
 * the server of the tests never does, and their locks would stand in the way of everybody.
 */
interface TransactionWatch {
  /** Hears what is sent to the server on one connection. */
  connection(upstream: Socket): (data: Buffer) => void;
  /** Aborts every transaction that was begun and neither committed nor aborted, behind what was sent before. */
  abortAll(): void;
}

/** `reach` makes a new connection to the server. */
export function createTransactionWatch(reach: () => Socket): TransactionWatch {
  const open = new Map<string, Open>();

  function hear(upstream: Socket, message: Buffer): void {
    if (message.readInt32LE(12) !== OP_MSG) return;
    const size = message.readInt32LE(DOCUMENT_AT);
    const command = BSON.deserialize(message.subarray(DOCUMENT_AT, DOCUMENT_AT + size), { promoteValues: false });
    if (command.autocommit === undefined) return;
    const session = command.lsid.id.toString('hex');
    const [name] = Object.keys(command);
    if (name === 'commitTransaction' || name === 'abortTransaction') open.delete(session);
    else open.set(session, { lsid: command.lsid, txnNumber: command.txnNumber, upstream });
  }

  return {
    connection(upstream) {
      let buffered = Buffer.alloc(0);
      return (data) => {
        buffered = Buffer.concat([buffered, data]);
        while (buffered.length >= HEADER && buffered.length >= buffered.readInt32LE(0)) {
          const length = buffered.readInt32LE(0);
          hear(upstream, buffered.subarray(0, length));
          buffered = buffered.subarray(length);
        }
      };
    },
    abortAll() {
      for (const { lsid, txnNumber, upstream } of open.values()) {
        const message = messageOf({ abortTransaction: 1, lsid, txnNumber, autocommit: false, $db: 'admin' });
        if (upstream.writable) upstream.write(message);
        else reach().end(message);
      }
      open.clear();
    },
  };
}

function messageOf(command: object): Buffer {
  const document = BSON.serialize(command);
  const head = Buffer.alloc(DOCUMENT_AT);
  head.writeInt32LE(DOCUMENT_AT + document.length, 0);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, document]);
}
