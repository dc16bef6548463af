import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { BatchMode } from '../../operations.ts';
import type { Write } from './writes.ts';

interface Doing<Item, Done> {
  mode: BatchMode;
  /** What it gives is refused, or done. What it throws is refused as well. */
  run(item: Item, at: number): Promise<Done>;
  isRefused(done: Done): boolean;
}

/**
 * Does the same to several, one after the other: each as a unit of its own, or all as one. Gives what became of each;
 * undefined for what was not done because of another one. @throws what one of them throws, where all are one unit
 */
export type Batch = <Item, Done>(
  items: readonly Item[],
  doing: Doing<Item, Done>,
  ctx: Context,
) => Promise<(Done | Error | undefined)[]>;

/** Thrown out of a unit so that nothing of it happens. */
class Refused extends Error {}

export const createBatch =
  (write: Write): Batch =>
  (items, { mode, run, isRefused }, ctx) =>
    mode === 'each' ? oneByOne(items, run) : allOrNothing(items, { run, isRefused }, { write, ctx });

/** Whether the next one would fail in the same way. */
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
