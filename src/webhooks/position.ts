import { randomUUID } from 'node:crypto';
import type { Store, Stored } from '../data/port.ts';
import { readSetting, SETTINGS } from '../data/settings.ts';
import type { Change } from '../kinds/changes/feed.ts';
import type { Webhook } from './hooks.ts';

/** A delivery that the receiver does not have yet. */
export interface Pending {
  /** Such as `event.created`. */
  type: string;
  /** When the change happened. All times are in milliseconds since the epoch. */
  at: number;
  /** The receiver's place after this delivery, and its place before it. */
  cursor: string;
  before: string;
  /** The change it reports. Without one, it tells the receiver to start over. */
  change?: Pick<Change, 'kind' | 'id' | 'version' | 'was'>;
  /** Why the receiver must start over. */
  reason?: string;
  /** How many attempts have failed. */
  failures: number;
  /** When the next attempt is due. */
  next: number;
}

/** How far a hook has come: its receiver has everything up to `after`, except what is pending. */
export interface Position {
  after: string;
  /** The audience whose rights decided what the hook was sent. */
  audience: string;
  /** In the order of the log. */
  pending: readonly Pending[];
  /** Set when the hook sends nothing any more. */
  disabled?: { at: number; why: string };
}

/** A position as stored, with the lease of the process that sends. It has no position until a process has begun to send. */
type StoredPosition = Stored & Partial<Position> & { holder: string; until: number };

/** The id of the setting that holds a hook's position and lease. */
export const settingOf = ({ name }: Pick<Webhook, 'name'>): string => `webhook ${name}`;

/** How far a hook has come; undefined if it has not begun yet. */
export async function readPosition(store: Store, hook: Pick<Webhook, 'name'>): Promise<Position | undefined> {
  const stored = await readSetting<StoredPosition>(store, settingOf(hook));
  if (stored?.after === undefined) return undefined;
  const { after, audience = '', pending = [], disabled } = stored;
  return { after, audience, pending, ...(disabled && { disabled }) };
}

/**
 * Moves a hook to a place, discards what is pending, and enables it if it was disabled. A process that is sending for it starts
 * again from there.
 */
export async function replacePosition(
  store: Store,
  hook: Pick<Webhook, 'name'>,
  place: Pick<Position, 'after' | 'audience'>,
): Promise<void> {
  const fields = { ...place, pending: [], holder: randomUUID(), until: 0 };
  const _id = settingOf(hook);
  await store.atomically(async () => {
    if (await store.update(SETTINGS.name, _id, { $set: fields, $unset: { disabled: true } })) return;
    await store.insert<StoredPosition>(SETTINGS.name, { _id, ...fields });
  });
}
