import { DomainError } from '../../errors.ts';
import { isFull, turn, type Work } from '../../event-loop.ts';
import type { Answer, Incoming } from '../exchange.ts';

/** How many requests may wait to begin. Each network or site has its share of these. */
const MOST_WAITING = 1_000;

/**
 * Lets a request begin when the process has time for it, and go on when its body is there: while that is on its way, it is not
 * in flight. While there is too much to do it is refused at once, so that what was taken is answered soon.
 * @throws UNAVAILABLE
 */
export const loadStep =
  (mostInFlight: number) =>
  async (known: Incoming & { work: Work }, rest: () => Promise<Answer>): Promise<Answer> => {
    const { load, body, work } = known;
    let inFlight = false;
    async function begin(): Promise<void> {
      refuse(isFull(work.account, MOST_WAITING));
      // Waiting is only for this process: a slow database refuses nobody.
      refuse(!(await turn(work)));
      refuse(load.inFlight >= mostInFlight);
      inFlight = true;
      load.inFlight += 1;
    }
    function end(): void {
      if (inFlight) load.inFlight -= 1;
      inFlight = false;
    }
    known.body = async (...how) => {
      end();
      const bytes = await body(...how);
      await begin();
      return bytes;
    };
    await begin();
    return rest().finally(end);
  };

function refuse(tooMany: boolean): void {
  if (tooMany)
    throw new DomainError('UNAVAILABLE', 'Too many requests are being answered at this moment. Please try again soon.');
}
