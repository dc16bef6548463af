import type { ChangeReader } from './read.ts';

/**
 * Gives the revision up to which everything is told, when nothing was written behind it: what was read from then on holds
 * as long as it gives the same. Undefined while that cannot be known.
 */
export function createSettled(changes: ChangeReader): () => Promise<number | undefined> {
  let told: number | undefined;
  return async () => {
    try {
      told ??= await changes.last();
      if (!(await changes.changedSince(told))) return told;
      const page = await changes.after(told);
      told = page === 'unknown' ? await changes.last() : page.last;
      return (await changes.changedSince(told)) ? undefined : told;
    } catch {
      // Whoever reads the data itself is told what is wrong, if anything is.
      return undefined;
    }
  };
}
