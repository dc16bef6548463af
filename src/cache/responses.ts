import { LRUCache } from 'lru-cache';
import type { Resting, Touched } from '../data/changes/touched.ts';
import { shared } from '../domain/event-loop.ts';
import type { Instant } from '../domain/time.ts';
import { compressedOnce } from '../http/compress.ts';
import { tagOf } from '../http/conditional.ts';
import type { Answer } from '../http/exchange.ts';
import type { Freshness } from './freshness.ts';

/** A freshly made answer. */
interface Made {
  answer: Answer;
  /** The moment it was made for. */
  now: Instant;
  freshness: Pick<Freshness, 'until'>;
}

type Make = (dependencies: Set<string> | null) => Promise<Made>;

export interface ResponseCache {
  /**
   * Answers a request with `make` or from the cache; each caller gets headers of its own. `key` contains everything that the
   * answer depends on, except the stored data and the time; `revision` is the data's, if it is known. `make` gets a set to
   * collect the answer's dependencies if the answer may be cached. An error of `make` reaches only its own caller.
   */
  answer(request: { key: string; revision: number | undefined }, make: Make): Promise<Answer>;
}

interface KeptDeps {
  touched: Touched;
  /** The next moment at which something looks different although nobody writes. Adds what that depends on to `dependencies`. */
  nextMoment(now: Instant, dependencies: Set<string>): Promise<Instant>;
  /** Milliseconds since the epoch. */
  clock(): Instant;
  /** The size of the cache in bytes, roughly. */
  bytes: number;
  /** Called for every request: a hit if its answer was cached or already being made for another request. */
  looked?(result: 'hit' | 'miss'): void;
}

/** An answer and the time span in which it is valid. */
interface Spanning {
  answer: Answer;
  from: Instant;
  until: Instant;
}

type Kept = Spanning & Resting;

/** How many characters of recent keys to remember: thousands of addresses. */
const REMEMBERED = 1_000_000;
/** The size in bytes of an answer besides its content, and of the name of a dependency. */
const [HEAD, NAME] = [1_000, 40];
/** The largest share of the cache for one answer. */
const LARGEST = 1 / 8;

/**
 * Caches answers until something they depend on changes, or until the next relevant moment. An answer is cached at its second
 * request; requests that arrive while it is being made wait for it. One per process.
 */
export function createResponseCache({ touched, nextMoment, clock, bytes, looked = () => {} }: KeptDeps): ResponseCache {
  const kept = new LRUCache<string, Kept>({ maxSize: bytes, maxEntrySize: Math.floor(bytes * LARGEST) });
  const requested = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: (_, key) => key.length });
  let running = new Map<string, Promise<Made | undefined>>();
  let revision: number | undefined;
  let next: (Resting & { from: Instant; until: Promise<Instant> }) | undefined;

  /** Requests share a running answer only if they arrived at the same revision. */
  function beginAt(at: number) {
    if (revision === at) return;
    revision = at;
    running = new Map();
  }

  async function momentAfter(now: Instant, at: number): Promise<Instant> {
    const cached = next && next.from <= now && touched.holds(next, at) ? await shared(next.until) : undefined;
    if (cached !== undefined && now < cached) return cached;
    const dependencies = new Set<string>();
    next = { from: now, until: nextMoment(now, dependencies), at, dependencies };
    return next.until;
  }

  /** The answer and its time span, if it can be shared: it is still valid, and it is known for how long. */
  async function sharable({ answer, now, freshness }: Made, at: number): Promise<Spanning | undefined> {
    if (answer.status !== 200 || answer.stream) return undefined;
    try {
      const found = { answer, from: now, until: Math.min(freshness.until, await momentAfter(now, at)) };
      return isNow(found) ? found : undefined;
    } catch {
      // The moment cannot be determined now. If that lasts, the next caller gets the error.
      next = undefined;
      return undefined;
    }
  }

  function isNow({ from, until }: Spanning) {
    const now = clock();
    return from <= now && now < until;
  }

  function keep(key: string, { answer, ...span }: Spanning, resting: Resting & { dependencies: Set<string> }) {
    const content = typeof answer.content === 'string' ? Buffer.from(answer.content) : answer.content;
    let size = key.length * 2 + content.byteLength + HEAD + NAME * resting.dependencies.size;
    const compressed = compressedOnce(content, ({ byteLength }) => {
      size += byteLength;
      if (kept.peek(key) === entry) kept.set(key, entry, { size });
    });
    const entry = {
      answer: { ...answer, content, compressed, tag: answer.tag ?? tagOf(content) },
      ...span,
      ...resting,
    };
    kept.set(key, entry, { size });
  }

  async function makeAndKeep(key: string, make: Make, at: number): Promise<Answer> {
    const dependencies = requested.has(key) ? new Set<string>() : null;
    requested.set(key, true);
    if (dependencies) touched.open.add(dependencies);
    const making = make(dependencies);
    const mine = running;
    mine.set(
      key,
      making.catch(() => undefined),
    );
    try {
      const made = await making;
      const found = dependencies ? await sharable(made, at) : undefined;
      if (found) keep(key, found, { dependencies: dependencies!, at });
      return ownOf(made.answer);
    } finally {
      mine.delete(key);
      if (dependencies) touched.open.delete(dependencies);
    }
  }

  function hit({ answer }: Spanning): Answer {
    looked('hit');
    return ownOf(answer);
  }

  return {
    async answer({ key, revision: at }, make) {
      const missed: Make = (dependencies) => {
        looked('miss');
        return make(dependencies);
      };
      if (at === undefined) return (await missed(null)).answer;
      beginAt(at);
      const cached = kept.get(key);
      if (cached && isNow(cached) && touched.holds(cached, at)) return hit(cached);
      const sharing = running.get(key);
      if (!sharing) return makeAndKeep(key, missed, at);
      const made = await shared(sharing);
      const found = made && (await sharable(made, at));
      return found ? hit(found) : (await missed(null)).answer;
    },
  };
}

/** A copy of the answer whose headers may be changed. */
const ownOf = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers } });
