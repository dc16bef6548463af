import { DomainError } from '../../errors.ts';
import type { Route } from '../route.ts';
import type { RunOperation } from '../run.ts';
import type { Known } from './known.ts';

type Ready = Known & { route: Route; variables: Record<string, unknown> };

/** Runs the operation of the row. @throws DomainError as it was refused; CONFLICT with the record as REST shows it */
export const runStep = (run: RunOperation) => async (known: Ready) => {
  const { route, variables, context } = known;
  try {
    return { written: await run(route.operation, variables, context) };
  } catch (error) {
    throw error instanceof DomainError && error.code === 'CONFLICT' ? await withCurrent(error, known, run) : error;
  }
};

/** The same error with the record, read as anew; without it where the caller may not read it. */
async function withCurrent(error: DomainError, { match, variables, context }: Ready, run: RunOperation) {
  const read = match.rows.find((row): row is Route => 'operation' in row && row.methods.includes('GET'));
  const { ref } = variables.input as { ref?: unknown };
  context.loaders.clear();
  try {
    const { json, beside } = await run(read!.operation, { ref }, context);
    return new DomainError(error.code, error.message, [], { current: JSON.parse(json), viewerCan: beside.viewerCan });
  } catch (refused) {
    if (refused instanceof DomainError) return error;
    throw refused;
  }
}
