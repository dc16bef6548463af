import type { Touched } from '../changes/touched.ts';
import type { Span } from './event-days.ts';
import { createAtRevision, type Reader } from './shared/at-revision.ts';

/** Counts the records of one list that start within a span, and says what that rests on. */
type Count = (span: Span, restsOn: Set<string>) => Promise<number>;

/**
 * Keeps what was counted for a list, until something is written that may be in it. A list "from now on" is another one a moment later: what
 * left it and what entered it since is counted, not the whole again.
 */
export interface KeptCounts {
  /** `list` says all that `count` asks besides the span. */
  count(list: string, span: Span, reader: Reader, count: Count): Promise<number>;
}

/** What was counted. */
interface Kept {
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
export function createKeptCounts(touched: Touched): KeptCounts {
  const kept = createAtRevision<string, Kept>(MOST, touched);

  return {
    async count(list, span, reader, count) {
      const restsOn = new Set<string>();
      const known = kept.get(list, { ...reader, restsOn });
      const edges = known && edgesBetween(known.span, span);
      let number = edges ? known.number : await count(span, restsOn);
      for (const { sign, ...edge } of edges ?? []) number += sign * (await count(edge, restsOn));
      kept.set(list, { span, number }, reader, restsOn);
      for (const name of restsOn) reader.restsOn?.add(name);
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
