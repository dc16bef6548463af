import { type Answer, isReading } from '../../http/exchange.ts';
import type { KeptAnswers } from '../../kept/answers.ts';
import { sightOf } from '../../rules/access.ts';
import type { Addressed, Known, Routed } from './known.ts';

type Asking = Addressed & Routed & Pick<Known, 'viewer' | 'context'> & { viewerUnknown?: true };

/**
 * Answers what was answered before without running it, as long as nothing has changed. The address says language and
 * namespace as well. A request with a body says more than its address.
 */
export const keptStep =
  ({ answer }: KeptAnswers) =>
  (known: Omit<Asking, 'context'>, rest: () => Promise<Answer>): Promise<Answer> => {
    const { url, headers, row, viewer, viewerUnknown } = known;
    if (!isReading(known) || !row || headers['content-type'] !== undefined || viewerUnknown) return rest();
    return answer(`${sightOf(viewer)} ${url.pathname}${url.search}`, async () => {
      const made = await rest();
      const { now, basis } = (known as Asking).context;
      return { answer: made, now, basis };
    });
  };
