import { DomainError } from '../../domain/errors.ts';
import { UPTIME } from '../time.ts';
import { isSqliteError } from './sqlite.ts';

/** Milliseconds to wait for another process. */
const PATIENCE = 10_000;
/** The most milliseconds between two tries. */
const LONGEST_WAIT = 50;

/** Retries while another process holds the lock, without blocking this process. @throws DomainError UNAVAILABLE */
export async function retryWhenBusy<T>(work: () => T | Promise<T>, { clock, pause } = UPTIME): Promise<T> {
  const end = clock() + PATIENCE;
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_WAIT))
    try {
      return await work();
    } catch (error) {
      if (!isSqliteError(error, /^SQLITE_(BUSY|LOCKED)/)) throw error;
      if (clock() > end) throw new DomainError('UNAVAILABLE', 'Another program is writing. Please try again soon.');
      await pause(wait);
    }
}
