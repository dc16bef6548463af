import { createAtRevision, type Reader } from '../../cache/at-revision.ts';
import type { Touched } from '../../data/changes/touched.ts';
import { DAY } from '../../domain/zones.ts';
import { isEmpty, type Span } from './months.ts';

/** Counts the records of a list that start within a span, and adds what the count depends on to `dependencies`. */
type Count = (span: Span, dependencies: Set<string>) => Promise<number>;

/**
 * Caches the count of a list until somebody writes something that may be in it. A list "from now on" covers a different span a
 * moment later. The cache then counts only what has left or entered the span since, not everything again.
 */
export interface CountCache {
  /** `list` identifies everything that `count` looks for, except the span. */
  count(list: string, span: Span, reader: Reader, count: Count): Promise<number>;
}

/** A cached count. */
interface Kept {
  span: Span;
  number: number;
}

/** The stretch of time by which two spans differ at one end, and whether it adds to the count or takes from it. */
interface Edge extends Span {
  sign: 1 | -1;
}

/** How many lists have their counts cached. */
const MOST = 1000;

/** One per process. */
export function createCountCache(touched: Touched): CountCache {
  const kept = createAtRevision<string, Kept>(MOST, touched);

  return {
    async count(list, span, reader, count) {
      const dependencies = new Set<string>();
      const cached = kept.get(list, { revision: reader.revision, dependencies });
      const edges = cached && edgesBetween(cached.span, span);
      let number = edges ? cached.number : await count(span, dependencies);
      for (const { sign, ...edge } of edges ?? []) number += sign * (await count(edge, dependencies));
      kept.set(list, { span, number }, reader, dependencies);
      for (const name of dependencies) reader.dependencies?.add(name);
      return number;
    },
  };
}

/**
 * The stretches to add to one span's count to get the other's; undefined if an end differs by more than a day, or a span is
 * empty.
 */
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
