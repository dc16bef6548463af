import { createOutgoing, REFUSED_ADDRESS } from '../http/outgoing.ts';
import { mayConnect } from '../http/public-address.ts';
import type { Webhook } from './hooks.ts';
import { headersOf, type Message } from './message.ts';

/** The result of an attempt: the receiver has the message, it wants no more messages, or why the attempt failed. */
export type Outcome = 'delivered' | 'unwanted' | { failed: string };

/** The receiver of a hook. */
export interface Receiver {
  /** Sends a message once. Never throws. */
  attempt(message: Message): Promise<Outcome>;
  /** Aborts attempts in progress, which then fail. */
  close(): void;
}

/** How many attempts a hook makes at once. */
export const SENT_AT_ONCE = 4;

/** Milliseconds that an attempt may take. */
const LONGEST_ATTEMPT = 15_000;

interface Attempting {
  /** Milliseconds since the epoch. */
  clock(): number;
  /** Milliseconds that an attempt may take; default: `LONGEST_ATTEMPT`. */
  within?: number;
}

/** Each attempt looks up the host and opens a new connection: a kept connection may have ended, and the failure would be ours. */
export function openReceiver(hook: Webhook, { clock, within = LONGEST_ATTEMPT }: Attempting): Receiver {
  const connections = { maxSockets: SENT_AT_ONCE, keepAlive: false };
  const outgoing = createOutgoing((address) => mayConnect(hook, address), connections);
  return {
    async attempt(message) {
      try {
        const headers = headersOf(message, hook, clock());
        const { status, body } = await outgoing.post(hook.url, message.body, { headers, within });
        // The rest of the response does not matter.
        body.on('error', () => undefined).destroy();
        return outcomeOf(status);
      } catch (error) {
        return { failed: reasonOf(error as NodeJS.ErrnoException) };
      }
    },
    close: outgoing.close,
  };
}

function outcomeOf(status: number) {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'unwanted';
  return { failed: status >= 300 && status < 400 ? `it redirects (${status})` : `it answers ${status}` };
}

function reasonOf({ code, message }: NodeJS.ErrnoException) {
  if (code === 'ABORT_ERR') return 'no answer came in time';
  if (code === REFUSED_ADDRESS) return 'its host is at an address of a private network';
  return code ?? message;
}
