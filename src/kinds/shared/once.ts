import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEYS, KEY_KEPT_FOR } from '../../data/idempotency-keys.ts';
import type { Store, Stored } from '../../data/port.ts';
import type { Viewer } from '../../domain/access.ts';
import { DomainError, stillRunning } from '../../domain/errors.ts';
import type { Instant } from '../../domain/time.ts';

/** What is stored of a write, and how to answer from that, within a unit. */
interface Repeatable<Done, Kept> {
  keep(done: Done): Kept;
  /** @throws what reading the record throws */
  answer(kept: Kept): Promise<Done>;
}

/** Runs the work of a unit, and stores the key with it. */
type Keyed<Done> = (work: () => Promise<Done>) => Promise<Done>;

/**
 * Does a write once, however often it is requested. A refused write does not count.
 * @throws IDEMPOTENCY_CONFLICT if the key belongs to another write, REQUEST_IN_PROGRESS while the first request runs here
 */
export type Once = <Done extends object, Kept extends object>(
  how: Repeatable<Done, Kept>,
  write: (keyed: Keyed<Done>) => Promise<Done>,
) => Promise<Done>;

/**
 * Gives a write its key, with its place in the request; `said` is all that says what to write. A visitor writes nothing, so there
 * is nothing to remember.
 */
export type OnceFor = (
  write: { key: string; said: unknown },
  caller: { viewer: Viewer | undefined; now: Instant },
) => Once | undefined;

interface UsedKey<Kept> extends Stored {
  _id: string;
  /** When it was used, in milliseconds since the epoch. */
  at: number;
  /** The hash of what was to be written. */
  hash: string;
  kept: Kept;
}

/** Does a write that has no key. */
export const always: Once = (_, write) => write((work) => work());

/** Remembers writes by their keys, each user's apart. */
export function createOnceFor(store: Store): OnceFor {
  const { name } = IDEMPOTENCY_KEYS;
  const running = new Set<string>();
  return ({ key, said }, { viewer, now }) => {
    if (!viewer) return undefined;
    const _id = `${viewer.id}/${key}`;
    const hash = createHash('sha256').update(JSON.stringify(said, withoutEcho)).digest('base64url');
    return async <Done extends object, Kept extends object>(
      { keep, answer }: Repeatable<Done, Kept>,
      write: (keyed: Keyed<Done>) => Promise<Done>,
    ) => {
      /** A unit, because other reads may lag behind the write. */
      const repeated = () =>
        store.atomically(async () => {
          const [used] = await store.byIds<UsedKey<Kept>>(name, [_id]);
          if (!used) return undefined;
          if (used.at <= now - KEY_KEPT_FOR) return void (await store.delete(name, _id));
          // A clock that was fast wrote it: its day begins now.
          if (used.at > now + KEY_KEPT_FOR) await store.update(name, _id, { $set: { at: now } });
          if (used.hash === hash) return answer(used.kept);
          throw new DomainError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was sent with another request before.');
        });
      if (running.has(_id)) throw stillRunning();
      running.add(_id);
      try {
        const before = await repeated();
        if (before) return before;
        return await write(async (work) => {
          // Another server may have written meanwhile. If it is about to, the later unit fails at the key and runs again.
          const meanwhile = await repeated();
          if (meanwhile) return meanwhile;
          const done = await work();
          await store.insert<UsedKey<Kept>>(name, { _id, at: now, hash, kept: keep(done) });
          return done;
        });
      } catch (error) {
        // Another server may have deleted meanwhile what this one then looked for.
        const meanwhile = error instanceof DomainError ? await repeated() : undefined;
        if (!meanwhile) throw error;
        return meanwhile;
      } finally {
        running.delete(_id);
      }
    };
  };
}

/** A client may name each attempt anew. */
const withoutEcho = (name: string, value: unknown) => (name === 'clientMutationId' ? undefined : value);
