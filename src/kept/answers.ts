import { LRUCache } from 'lru-cache';
import type { Resting, Touched } from '../changes/touched.ts';
import type { Basis } from '../context.ts';
import { shared } from '../event-loop.ts';
import { compressedOnce } from '../http/compress.ts';
import { tagOf } from '../http/conditional.ts';
import type { Answer } from '../http/exchange.ts';
import type { Instant } from '../rules/time.ts';

/** An answer that was made now. */
export interface Made {
  answer: Answer;
  /** The moment that it was made for. */
  now: Instant;
  basis: Pick<Basis, 'until'>;
}

type Make = (restsOn: Set<string> | null) => Promise<Made>;

export interface KeptAnswers {
  /**
   * The answer to a request, made by `make` or kept from one like it; each caller gets headers of its own. `key` says all
   * that the answer follows from, but for what is stored and the moment; `standing` is the revision of what is stored, if it
   * is known. `make` is told where to say what the answer rests on, if it may be kept. What it throws is nobody else's.
   */
  answer(asked: { key: string; standing: number | undefined }, make: Make): Promise<Answer>;
}

interface KeptDeps {
  touched: Touched;
  /** When something is shown otherwise the next time, although nobody writes. */
  nextMoment(now: Instant): Promise<Instant>;
  /** Milliseconds since the epoch. */
  clock(): Instant;
  /** Bytes of all that is kept, about. */
  bytes: number;
  /** Told of every request, whether its answer was there (or on its way to another), or is made for it. */
  looked?(result: 'hit' | 'miss'): void;
}

/** An answer, and the span of time that it is true for. */
interface Spanning {
  answer: Answer;
  from: Instant;
  until: Instant;
}

type Kept = Spanning & Resting;

/** Characters of keys that were asked for lately: thousands of addresses. */
const REMEMBERED = 1_000_000;
/** Bytes of an answer besides its content, and of a name of what it rests on. */
const [HEAD, NAME] = [1_000, 40];
/** The part of all bytes that one answer may have. */
const LARGEST = 1 / 8;

/**
 * Keeps answers until something that they rest on is touched, and until the next moment that matters. Kept is what is
 * asked for a second time; who asks while it is being made waits for it. One per process.
 */
export function createKeptAnswers({ touched, nextMoment, clock, bytes, looked = () => {} }: KeptDeps): KeptAnswers {
  const kept = new LRUCache<string, Kept>({ maxSize: bytes, maxEntrySize: Math.floor(bytes * LARGEST) });
  const asked = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: (_, key) => key.length });
  let running = new Map<string, Promise<Made | undefined>>();
  let revision: number | undefined;
  let next: { from: Instant; until: Promise<Instant> } | undefined;

  /** What was looked for, and what is on its way, was so while the calendar stood at one revision. */
  function beginAt(at: number): void {
    if (revision === at) return;
    revision = at;
    next = undefined;
    running = new Map();
  }

  async function momentAfter(now: Instant): Promise<Instant> {
    const known = next && next.from <= now ? await shared(next.until) : undefined;
    if (known !== undefined && now < known) return known;
    next = { from: now, until: nextMoment(now) };
    return next.until;
  }

  /** What others may be answered with as well: of what was made, if it is still true and is known how long. */
  async function sharable({ answer, now, basis }: Made): Promise<Spanning | undefined> {
    if (answer.status !== 200) return undefined;
    try {
      const found = { answer, from: now, until: Math.min(basis.until, await momentAfter(now)) };
      return isNow(found) ? found : undefined;
    } catch {
      // It cannot be known now. Who asks next is told why, if it is still so.
      next = undefined;
      return undefined;
    }
  }

  function isNow({ from, until }: Spanning): boolean {
    const now = clock();
    return from <= now && now < until;
  }

  function keep(key: string, { answer, ...span }: Spanning, resting: Resting & { restsOn: Set<string> }): void {
    const content = typeof answer.content === 'string' ? Buffer.from(answer.content) : answer.content;
    let size = key.length * 2 + content.byteLength + HEAD + NAME * resting.restsOn.size;
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
    const restsOn = asked.has(key) ? new Set<string>() : null;
    asked.set(key, true);
    if (restsOn) touched.open.add(restsOn);
    const making = make(restsOn);
    const mine = running;
    mine.set(
      key,
      making.catch(() => undefined),
    );
    try {
      const made = await making;
      const found = restsOn ? await sharable(made) : undefined;
      if (found) keep(key, found, { restsOn: restsOn!, at });
      return ownOf(made.answer);
    } finally {
      mine.delete(key);
      if (restsOn) touched.open.delete(restsOn);
    }
  }

  function hit({ answer }: Spanning): Answer {
    looked('hit');
    return ownOf(answer);
  }

  return {
    async answer({ key, standing: at }, make) {
      const missed: Make = (restsOn) => {
        looked('miss');
        return make(restsOn);
      };
      if (at === undefined) return (await missed(null)).answer;
      beginAt(at);
      const known = kept.get(key);
      if (known && isNow(known) && touched.holds(known, at)) return hit(known);
      const sharing = running.get(key);
      if (!sharing) return makeAndKeep(key, missed, at);
      const made = await shared(sharing);
      const found = made && (await sharable(made));
      return found ? hit(found) : (await missed(null)).answer;
    },
  };
}

/** The same answer, of which the headers may be changed. */
const ownOf = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers } });
