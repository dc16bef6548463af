import type { Context } from '../context.ts';
import { type Answer, type Incoming, isReading } from '../http/exchange.ts';
import { FOR_NOBODY } from '../http/represent.ts';
import { sightOf, type Viewer } from '../rules/access.ts';
import type { Language } from '../rules/language.ts';
import type { KeptAnswers } from './answers.ts';
import type { Standing } from './standing.ts';

/** At which revision the calendar stands when a request comes, if that is known. */
export const standingStep = (standing: Standing) => (): StandingKnown | Promise<StandingKnown> => {
  const found = standing();
  return found instanceof Promise ? found.then((revision) => ({ standing: revision })) : { standing: found };
};

interface StandingKnown {
  standing: number | undefined;
}

/** What is known of a request when it is looked for among what is kept. */
interface Asking extends Incoming, StandingKnown {
  viewer: Viewer | undefined;
  viewerUnknown?: true;
  /** Where the answer says what it rests on, when it may be kept. */
  restsOn?: Set<string> | null;
}

/** What else is known when it was run. */
type Ran = Asking & { context: Pick<Context, 'now' | 'basis'> };

type Rest = () => Promise<Answer>;

/**
 * Answers GET of REST as before, without running it, as long as nothing has changed. The address says language and
 * namespace as well. A request with a body says more than its address.
 */
export const keptRest =
  ({ answer }: KeptAnswers) =>
  (known: Asking & { row: unknown }, rest: Rest): Promise<Answer> => {
    if (!known.row || !isAddressAll(known)) return rest();
    return answer({ standing: known.standing, key: keyOf(known) }, async (restsOn) => {
      known.restsOn = restsOn;
      const made = await rest();
      const { now, basis } = (known as unknown as Ran).context;
      return { answer: made, now, basis };
    });
  };

/** The same for queries of GraphQL that stand in the address. What has errors is not kept. */
export const keptGraphql =
  ({ answer }: KeptAnswers) =>
  async (known: Asking & { language: Language; type: string }, rest: Rest): Promise<Answer> => {
    if (!isAddressAll(known)) return rest();
    const { trace } = known.running;
    const found = await answer(
      { standing: known.standing, key: `${known.language} ${known.type} ${keyOf(known)}` },
      async (restsOn) => {
        known.restsOn = restsOn;
        const made = await rest();
        const { now, basis } = (known as unknown as Ran).context;
        return {
          answer: { ...made, operation: trace?.operation },
          ...{ now, basis: made.headers['Cache-Control'] === FOR_NOBODY ? { until: now } : basis },
        };
      },
    );
    if (trace) trace.operation = found.operation;
    return found;
  };

/** Whether the address and who asks say all that is asked. */
const isAddressAll = ({ method, headers, viewerUnknown }: Asking): boolean =>
  isReading({ method }) && headers['content-type'] === undefined && !viewerUnknown;

const keyOf = ({ url, viewer }: Asking): string => `${sightOf(viewer)} ${url.pathname}${url.search}`;
