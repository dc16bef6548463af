import { LRUCache } from 'lru-cache';
import type { Span } from './event-days.ts';

/** Counts the records of one list that start within a span. */
type Count = (span: Span) => Promise<number>;

/**
 * Keeps what was counted for a list, as long as nothing is written. A list "from now on" is another one a moment later: what
 * left it and what entered it since is counted, not the whole again.
 */
export interface KeptCounts {
  /** `list` says all that `count` asks besides the span. Of an unknown revision nothing is kept. */
  count(list: string, span: Span, at: { revision: number | undefined; count: Count }): Promise<number>;
}

/** What was counted while the calendar stood at a revision. */
interface Kept {
  revision: number;
  span: Span;
  number: number;
}

/** The part of time by which two spans differ at an end: with it the one holds more than the other, or less. */
interface Edge extends Span {
  sign: 1 | -1;
}

/** Lists whose counts are kept. */
const MOST = 1000;

/** One per process. */
export function createKeptCounts(): KeptCounts {
  const kept = new LRUCache<string, Kept>({ max: MOST });

  return {
    async count(list, span, { revision, count }) {
      if (revision === undefined) return count(span);
      const known = kept.get(list);
      const edges = known?.revision === revision ? edgesBetween(known.span, span) : undefined;
      let number = edges ? known!.number : await count(span);
      for (const { sign, ...edge } of edges ?? []) number += sign * (await count(edge));
      kept.set(list, { revision, span, number });
      return number;
    },
  };
}

const DAY = 86_400_000;

/** What is to be added to what one span holds for what the other holds; undefined where they differ by more than a day. */
function edgesBetween(was: Span, is: Span): Edge[] | undefined {
  if (isEmpty(was) || isEmpty(is)) return undefined;
  const edges: Edge[] = [];
  for (const end of ['from', 'before'] as const) {
    const [old, now] = [was[end], is[end]];
    if (old === now) continue;
    if (old === undefined || now === undefined || Math.abs(now - old) > DAY) return undefined;
    const sign = now > old === (end === 'before') ? 1 : -1;
    edges.push({ from: Math.min(old, now), before: Math.max(old, now), sign });
  }
  return edges;
}

const isEmpty = ({ from, before }: Span): boolean => from !== undefined && before !== undefined && from >= before;
