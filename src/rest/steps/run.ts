import type { Route } from '../route.ts';
import type { RunOperation } from '../run.ts';
import type { Known } from './known.ts';

/** Runs the operation of the row. @throws DomainError as it was refused */
export const runStep =
  (run: RunOperation) =>
  async ({ route, variables, context }: Known & { route: Route; variables: Record<string, unknown> }) => ({
    written: await run(route.operation, variables, context),
  });
