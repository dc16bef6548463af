import { tooBusy } from '../../domain/errors.ts';
import { isFull, othersWaitLong, turn, type Work } from '../../domain/event-loop.ts';
import { type Answer, announcesNoBody, type Incoming } from '../exchange.ts';

/** How many requests may wait to start. Each network or site has a share. */
const MOST_WAITING = 1_000;

/**
 * The most milliseconds that a request waits to start while others wait long as well. After that it is refused, so that every
 * answer comes soon.
 */
const LONGEST_WAIT = 2_000;

/**
 * Starts a request when the process has time for it, and resumes it when its body has arrived; meanwhile it does not count as in
 * flight. Under overload, requests are refused at once, so that accepted ones are answered soon.
 * @throws UNAVAILABLE
 */
export const loadStep =
  (mostInFlight: number) => async (request: Incoming & { work: Work }, next: () => Promise<Answer>) => {
    const { load, body, work } = request;
    let inFlight = false;
    async function begin() {
      refuse(isFull(work.account, MOST_WAITING));
      const since = performance.now();
      const waits = turn(work);
      if (waits) await waits;
      // Requests wait only for this process: a slow database causes no refusals.
      refuse(performance.now() - since >= LONGEST_WAIT && othersWaitLong(work.account));
      refuse(load.inFlight >= mostInFlight);
      inFlight = true;
      load.inFlight += 1;
    }
    function end() {
      if (inFlight) load.inFlight -= 1;
      inFlight = false;
    }
    async function readBody(...how: Parameters<Incoming['body']>) {
      if (announcesNoBody(request)) return body(...how);
      end();
      const bytes = await body(...how);
      await begin();
      return bytes;
    }
    // As a function literal here, V8 would allocate it in the old generation, where it would keep the whole request.
    request.body = readBody;
    await begin();
    return next().finally(end);
  };

function refuse(tooMany: boolean) {
  if (tooMany) throw tooBusy();
}
