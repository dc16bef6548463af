import { MOST_CHANGES } from '../../data/changes/record.ts';
import type { ChangeWriter } from '../../data/changes/units.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Context } from '../context.ts';
import type { BatchMode } from '../record-service.ts';
import type { Write } from './writes.ts';

interface Doing<Item, Done> {
  mode: BatchMode;
  /**
   * Returns a refused or a finished result. What it throws counts as refused too. It may run more than once; only what the last
   * run did stays.
   */
  run(item: Item, at: number): Promise<Done>;
  isRefused(done: Done): boolean;
  /** Called after each unit, before the next one begins, with the results of all items that it had. The first has this place. */
  ended?(results: readonly (Done | Error)[], first: number): Promise<unknown>;
}

/**
 * Runs the same write on several items in turn: in units of several items each, or all in one. Returns the result for each, or
 * undefined for items skipped because another one failed. @throws what one item throws, if all are one unit
 *
 * In units of several, a refused item takes none of the others with it. A unit ends
 * - after 100 items, or 100 ms, because other writers wait for it;
 * - before the item with which it would make more changes than the change log lists one by one;
 * - after an item that is refused. If that item may have written, the unit is rolled back, and what came before the item is
 *   written again without it. Then the item is tried by itself.
 */
export type Batch = <Item, Done>(
  items: readonly Item[],
  doing: Doing<Item, Done>,
  ctx: Context,
) => Promise<(Done | Error | undefined)[]>;

/** The most items in a unit, and milliseconds after which it takes no further one. */
export const [MOST_ITEMS, LONGEST] = [100, 100];

/** Thrown to roll back a unit. */
class Refused extends Error {}

export const createBatch =
  (write: Write, changes: Pick<ChangeWriter, 'changed'>): Batch =>
  (items, { mode, ...doing }, ctx) =>
    mode === 'each' ? each(items, doing, { write, changes, ctx }) : allOrNothing(items, doing, { write, ctx });

/** Whether the next item would fail in the same way. */
const isFault = (error: unknown) => !(error instanceof DomainError) || error.code === 'UNAVAILABLE';

async function each<Item, Done>(
  items: readonly Item[],
  { run, isRefused, ended }: Omit<Doing<Item, Done>, 'mode'>,
  { write, changes, ctx }: { write: Write; changes: Pick<ChangeWriter, 'changed'>; ctx: Context },
): Promise<(Done | Error)[]> {
  const results: (Done | Error)[] = [];
  const attempt = (at: number): Promise<Done | Error> => run(items[at]!, at).catch((error: Error) => error);
  const fails = (done: Done | Error) => done instanceof Error || isRefused(done);

  /** Writes up to so many items in one unit, or none of them: then the sizes of the units in which to try them again. */
  async function together(first: number, most: number): Promise<{ done: (Done | Error)[] } | { again: number[] }> {
    let done: (Done | Error)[] = [];
    let again: number[] | undefined;
    try {
      await write(ctx, async () => {
        // A unit may run more than once.
        [done, again] = [[], undefined];
        for (const until = performance.now() + LONGEST; done.length < most && performance.now() < until; ) {
          const result = await attempt(first + done.length);
          if (changes.changed()! > MOST_CHANGES && done.length > 0) {
            again = [done.length];
            throw new Refused();
          }
          done.push(result);
          // What it has written already, if anything, keeps the unit from being committed.
          if (fails(result)) return;
        }
      });
      return { done };
    } catch {
      if (again) return { again };
      const last = done.at(-1);
      if (last !== undefined && done.length > 1 && fails(last)) return { again: [done.length - 1, 1] };
      // The unit as a whole failed.
      return { again: Array.from({ length: Math.max(done.length, 1) }, () => 1) };
    }
  }

  let sizes: number[] = [];
  while (results.length < items.length) {
    const first = results.length;
    const most = Math.min(sizes.shift() ?? MOST_ITEMS, items.length - first);
    const tried = most > 1 ? await together(first, most) : { done: [await attempt(first)] };
    if ('again' in tried) {
      sizes = tried.again;
      continue;
    }
    results.push(...tried.done);
    await ended?.(tried.done, first);
    const last = results.at(-1);
    if (last instanceof Error && isFault(last)) while (results.length < items.length) results.push(last);
  }
  return results;
}

async function allOrNothing<Item, Done>(
  items: readonly Item[],
  { run, isRefused }: Pick<Doing<Item, Done>, 'run' | 'isRefused'>,
  { write, ctx }: { write: Write; ctx: Context },
) {
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
