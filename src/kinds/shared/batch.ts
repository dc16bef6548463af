import { DomainError } from '../../domain/errors.ts';
import type { Context } from '../context.ts';
import type { BatchMode } from '../record-service.ts';
import type { Write } from './writes.ts';

interface Doing<Item, Done> {
  mode: BatchMode;
  /** Returns a refused or a finished result. What it throws counts as refused too. */
  run(item: Item, at: number): Promise<Done>;
  isRefused(done: Done): boolean;
}

/**
 * Runs the same write on several items in turn: each in its own unit, or all in one. Returns the result for each, or
 * undefined for items skipped because another one failed. @throws what one item throws, if all are one unit
 */
export type Batch = <Item, Done>(
  items: readonly Item[],
  doing: Doing<Item, Done>,
  ctx: Context,
) => Promise<(Done | Error | undefined)[]>;

/** Thrown to roll back a unit. */
class Refused extends Error {}

export const createBatch =
  (write: Write): Batch =>
  (items, { mode, run, isRefused }, ctx) =>
    mode === 'each' ? oneByOne(items, run) : allOrNothing(items, { run, isRefused }, { write, ctx });

/** Whether the next item would fail in the same way. */
const isFault = (error: unknown): boolean => !(error instanceof DomainError) || error.code === 'UNAVAILABLE';

async function oneByOne<Item, Done>(items: readonly Item[], run: Doing<Item, Done>['run']): Promise<(Done | Error)[]> {
  const results: (Done | Error)[] = [];
  let fault: Error | undefined;
  for (const [at, item] of items.entries()) {
    try {
      results.push(fault ?? (await run(item, at)));
    } catch (error) {
      if (isFault(error)) fault = error as Error;
      results.push(error as Error);
    }
  }
  return results;
}

async function allOrNothing<Item, Done>(
  items: readonly Item[],
  { run, isRefused }: Pick<Doing<Item, Done>, 'run' | 'isRefused'>,
  { write, ctx }: { write: Write; ctx: Context },
): Promise<(Done | undefined)[]> {
  let results: (Done | undefined)[] = [];
  try {
    await write(ctx, async () => {
      // A unit may run more than once.
      results = [];
      for (const [at, item] of items.entries()) {
        const done = await run(item, at);
        results.push(done);
        if (isRefused(done)) throw new Refused();
      }
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const refused = results.length - 1;
    return items.map((_, at) => (at === refused ? results[at] : undefined));
  }
  return results;
}
