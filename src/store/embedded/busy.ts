import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import { isSqliteError } from './sqlite.ts';

/** Milliseconds that another process is waited for. */
const PATIENCE = 10_000;
/** Milliseconds between two tries, at the most. */
const LONGEST_WAIT = 50;

/** Tries again while another process is in the way, without holding up this one. @throws DomainError UNAVAILABLE */
export async function patiently<T>(work: () => T): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_WAIT))
    try {
      return work();
    } catch (error) {
      if (!isSqliteError(error, /^SQLITE_(BUSY|LOCKED)/)) throw error;
      if (performance.now() > end)
        throw new DomainError('UNAVAILABLE', 'Another program is writing. Please try again soon.');
      await sleep(wait);
    }
}
