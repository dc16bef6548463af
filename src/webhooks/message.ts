import { createHash, createHmac } from 'node:crypto';
import type { Instant } from '../domain/time.ts';
import type { Webhook } from './hooks.ts';

/** A message of Standard Webhooks (https://www.standardwebhooks.com). */
export interface Message {
  /** The same for each attempt. */
  id: string;
  /** JSON. */
  body: string;
}

/** What happened, when, and the data to send about it. */
interface Said {
  /** Such as `event.created`. */
  type: string;
  at: Instant;
  data: object;
}

/** Makes a message. `of` identifies it among those of its hook: an equal `of` gives an equal id in every process. */
export const messageOf = ({ name }: Pick<Webhook, 'name'>, of: string, { type, at, data }: Said): Message => ({
  id: `msg_${createHash('sha256').update(`${name} ${of}`).digest('hex').slice(0, 32)}`,
  body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
});

/** The headers of an attempt made now, signed with each secret. */
export function headersOf({ id, body }: Message, { secrets }: Pick<Webhook, 'secrets'>, now: Instant) {
  const timestamp = String(Math.floor(now / 1000));
  const signed = (secret: Buffer) => createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'event-calendar-gateway (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signed(secret)}`).join(' '),
  };
}
