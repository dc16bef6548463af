import { recordName } from '../data/changes/touched.ts';
import { type Lease, leaseOn } from '../data/migrations/lease.ts';
import type { Log, Store } from '../data/port.ts';
import type { UserLookup } from '../data/users/users.ts';
import { audienceOf, type Viewer } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import { nodeId } from '../domain/node-id.ts';
import { addressOf } from '../kinds/changes/address.ts';
import type { Context } from '../kinds/context.ts';
import type { Services } from '../kinds/services.ts';
import { type Outcome, openReceiver, type Receiver, SENT_AT_ONCE } from './attempt.ts';
import type { Webhook } from './hooks.ts';
import { messageOf } from './message.ts';
import { type Pending, type Position, readPosition, settingOf } from './position.ts';

/** The type of the message that tells a receiver to read everything again. */
const RESYNC = 'calendar.resync';

/** The most pending deliveries of a hook. At this limit it stops reading the log, which keeps changes for a week. */
export const MOST_PENDING = 100;
/** Changes that are read at once. */
const READ_AT_ONCE = 25;

/** Milliseconds that the lease of a process lasts without a sign of life: longer than an attempt. */
const LASTS = 30_000;

/**
 * Milliseconds between attempts: each pause is four times the one before, at most 12 hours. Together they are three days, after which
 * a hook is disabled. No date tells that, because a clock may be set.
 */
const PAUSES = [5, 20, 80, 320, 1_280, 5_120, 20_480, ...Array<number>(5).fill(43_200), 15_895].map((s) => s * 1_000);

interface DeliveringDeps {
  store: Store;
  users: Pick<UserLookup, 'byName'>;
  changes: Services['changes'];
  /** The current context of a caller. */
  contextOf(viewer: Viewer | undefined): Promise<Context>;
  /** Milliseconds since the epoch. */
  clock(): number;
  log: Log;
}

/** The work to do for a hook. */
interface Work {
  position: Position;
  ctx: Context;
  /** The deliveries to send now. */
  due: readonly Pending[];
  /** Whether the position differs from the stored one. */
  hasMoved: boolean;
}

/**
 * Returns a function for each hook that sends what is due for it. Call that every second. It ends when nothing is due, the receiver takes
 * nothing, or the signal aborts. Only one of several processes does this work. If that process is killed, another continues where
 * it was.
 */
export function createDelivering(deps: DeliveringDeps): (hook: Webhook) => (signal: AbortSignal) => Promise<void> {
  const { store, users, changes, contextOf, clock, log } = deps;
  /** Hooks whose user does not exist and for which this has been logged. */
  const orphaned = new Set<string>();

  /** The viewer whose rights a hook has: undefined for a visitor, null if its user does not exist. */
  async function viewerOf({ name, user }: Webhook): Promise<Viewer | undefined | null> {
    if (user === undefined) return undefined;
    const found = await users.byName(user);
    if (found) orphaned.delete(name);
    else if (!orphaned.has(name)) {
      orphaned.add(name);
      log.error({ webhook: name }, 'a webhook waits: there is no user of the name that it has');
    }
    return found ? { id: found.id, role: found.role } : null;
  }

  /** The position at the end of the log, for a new hook or, with a reason, for a receiver that must start over. */
  async function begun({ kinds }: Webhook, ctx: Context, reason?: string): Promise<Position> {
    const { cursor } = await changes.page({ kinds: [...kinds] }, ctx);
    const resync = { type: RESYNC, at: ctx.now, cursor, before: cursor, failures: 0, next: 0 };
    // When the receiver reads everything again, that includes what was pending.
    const pending = reason === undefined ? [] : [{ ...resync, reason }];
    return { after: cursor, audience: audienceOf(ctx.viewer), pending };
  }

  /** A position with the changes after it, as far as there is room. */
  async function readOn(hook: Webhook, position: Position, ctx: Context): Promise<Position> {
    const { after, pending } = position;
    const first = Math.min(READ_AT_ONCE, MOST_PENDING - pending.length);
    if (first <= 0) return position;
    const page = await changes.page({ after, kinds: [...hook.kinds], first }, ctx);
    const added = page.changes.map(
      ({ kind, id, version, done, at, was, cursor }, index): Pending => ({
        type: `${kind}.${done}`,
        at,
        cursor,
        before: page.changes[index - 1]?.cursor ?? after,
        change: { kind, id, version, ...(was && { was }) },
        failures: 0,
        next: 0,
      }),
    );
    return page.cursor === after ? position : { ...position, after: page.cursor, pending: [...pending, ...added] };
  }

  async function moved(hook: Webhook, stored: Position | undefined, ctx: Context): Promise<Position> {
    if (!stored) return begun(hook, ctx);
    // A receiver with other rights may not be allowed to see what is pending.
    if (stored.audience !== audienceOf(ctx.viewer)) return begun(hook, ctx, 'rights_changed');
    if (dueOf(stored, clock()).length > 0) return stored;
    try {
      return await readOn(hook, stored, ctx);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'RESYNC') throw error;
      return begun(hook, ctx, String(error.facts.reason));
    }
  }

  async function workOf(hook: Webhook): Promise<Work | undefined> {
    const stored = await readPosition(store, hook);
    if (stored?.disabled) return undefined;
    const viewer = await viewerOf(hook);
    if (viewer === null) return undefined;
    const ctx = await contextOf(viewer);
    const position = await moved(hook, stored, ctx);
    const due = dueOf(position, clock()).slice(0, SENT_AT_ONCE);
    const hasMoved = position !== stored;
    return due.length > 0 || hasMoved ? { position, ctx, due, hasMoved } : undefined;
  }

  /** The message of a delivery. For a change, it says what lists show of the record at the time of the attempt. */
  async function saidIn(hook: Webhook, { type, at, cursor, change, reason }: Pending, ctx: Context) {
    if (!change) return messageOf(hook, cursor, { type, at, data: { reason, cursor } });
    const record = await changes.recordOf(change, ctx);
    const { kind, id: databaseId } = change;
    const version = record?.version ?? change.version;
    const shown = record ?? change.was;
    const address = shown ? addressOf(change, shown, ctx) : { slug: null, url: null };
    const data = { kind, id: nodeId(kind, databaseId), databaseId, version, gone: !record, ...address, cursor };
    return messageOf(hook, cursor, { type, at, data });
  }

  /** Attempts what is due, and stores the results. Returns whether to continue at once. */
  async function send(
    { hook, lease, receiver }: { hook: Webhook; lease: Lease; receiver: Receiver },
    { position, ctx, due, hasMoved }: Work,
    signal: AbortSignal,
  ) {
    const messages = await Promise.all(due.map((pending) => saidIn(hook, pending, ctx)));
    const outcomes = await Promise.all(messages.map((message) => receiver.attempt(message)));
    // Failures caused by a server shutdown do not count against the receiver.
    const outcomeOf = new Map(due.map((pending, index) => [pending, outcomes[index]!] as const));
    if (signal.aborted)
      for (const [pending, outcome] of outcomeOf) if (outcome !== 'delivered') outcomeOf.delete(pending);
    const next = settled(position, outcomeOf, clock());
    if (!(await lease.keep(next))) return false;
    report(hook, next, outcomeOf);
    return !next.disabled && (due.length === 0 ? hasMoved : outcomes.includes('delivered'));
  }

  function report({ name }: Webhook, { disabled }: Position, outcomes: ReadonlyMap<Pending, Outcome>) {
    if (disabled) log.error({ webhook: name, why: disabled.why }, 'a webhook is disabled');
    for (const [{ type, change, failures }, outcome] of outcomes)
      if (typeof outcome === 'object' && failures === 0)
        log.warn({ webhook: name, type, id: change?.id, why: outcome.failed }, 'a delivery failed, and is tried again');
  }

  return (hook) => {
    const lease = leaseOn(store, settingOf(hook), { lasts: LASTS, clock });
    return async (signal) => {
      if (!(await workOf(hook)) || !(await lease.take())) return;
      const receiver = openReceiver(hook, { clock });
      signal.addEventListener('abort', receiver.close, { once: true });
      try {
        for (let goesOn = true; goesOn && !signal.aborted; ) {
          // Another process may have continued meanwhile, so the stored position counts.
          const work = await workOf(hook);
          goesOn = work !== undefined && (await send({ hook, lease, receiver }, work, signal));
        }
      } finally {
        signal.removeEventListener('abort', receiver.close);
        await lease.release();
      }
    };
  };
}

/**
 * The first pending delivery of each record, if it is due. The others of that record wait for it. A time that lies further ahead than
 * its pause is of another clock.
 */
function dueOf({ pending }: Position, now: number) {
  const seen = new Set<string>();
  return pending.filter(({ change, failures, next }) => {
    const name = change ? recordName(change.kind, change.id) : RESYNC;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst && (next <= now || next > now + PAUSES[failures - 1]! + LASTS);
  });
}

/** The position after these attempts. */
function settled(position: Position, outcomes: ReadonlyMap<Pending, Outcome>, now: number): Position {
  let why: string | undefined;
  const pending = position.pending.flatMap((one) => {
    const outcome = outcomes.get(one);
    if (outcome === undefined) return [one];
    if (outcome === 'delivered') return [];
    const failures = one.failures + 1;
    const pause = PAUSES[failures - 1];
    if (outcome === 'unwanted') why = 'its receiver wants no more: it answers 410';
    else if (pause === undefined) why = `${one.type} was not delivered for three days: ${outcome.failed}`;
    return [{ ...one, failures, next: now + (pause ?? 0) }];
  });
  return { ...position, pending, ...(why !== undefined && { disabled: { at: now, why } }) };
}
