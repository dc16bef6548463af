import { DomainError } from '../../errors.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import type { Answered } from '../../http/steps.ts';
import type { ViewerCan } from '../../rules/access.ts';
import { nextWindow } from '../../rules/window.ts';
import { jsonText } from '../json.ts';
import { type Ref, refOf, refuseCommon } from '../request.ts';
import type { OwnRow, Route } from '../route.ts';
import type { RunOperation } from '../run.ts';
import { describePath } from '../self-description.ts';
import { formed } from './form.ts';
import type { Known } from './known.ts';

/** Answers what REST says of itself: its own rows, and OPTIONS. What is left reaches the data by a row. */
export const describeStep =
  (run: RunOperation) =>
  async (known: Known): Promise<Answered | { route: Route }> => {
    const { match, row, source, context } = known;
    if (row && 'operation' in row) return { route: row };
    const own = match.rows.find((each): each is OwnRow => 'show' in each);
    if (own) {
      refuseCommon(source);
      // Defaults are shown that move with the clock.
      context.basis.until = nextWindow(context.now);
      const alone = (operation: string) => run(operation, {}, context);
      return sent(row ? await own.show({ source, context, run: alone }) : own.describe(context), known);
    }
    const rows = match.rows as readonly Route[];
    const ref = refOf(match.params);
    const read = ref && rows.find(({ methods }) => methods.includes('GET'));
    const can = read && (await viewerCanAt(run, read, { ref, context }));
    return sent(describePath(match.path, rows, context), known, can);
  };

const sent = (body: unknown, known: Known, can?: ViewerCan): Answered => ({
  answer: formed({ status: 200, headers: {}, json: jsonText(body), ...(can ? { can } : {}) }, known),
});

/**
 * What the caller may do to a record, asked for as for reading it, so that nothing else is learned of it. Undefined for
 * terms, which know the general right only. @throws DomainError that says nothing of rights
 */
async function viewerCanAt(
  run: RunOperation,
  { operation, offersNothing = [] }: Route,
  { ref, context }: { ref: Ref; context: ResolverContext },
): Promise<ViewerCan | undefined> {
  try {
    const { beside } = await run(operation, { ref }, context);
    return beside.viewerCan as ViewerCan | undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (offersNothing.includes(error.code)) return { update: false, delete: false };
    if (!error.facts.viewerCan) throw error;
    return error.facts.viewerCan as ViewerCan;
  }
}
