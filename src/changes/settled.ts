import type { Changes } from './changes.ts';

/**
 * Gives the revision up to which everything is told, when nothing was written behind it, and has what was written taken down
 * up to there: what was read from then on holds until something that it rests on is touched. Undefined while that cannot be
 * known.
 */
export function createSettled(changes: Changes): () => Promise<number | undefined> {
  let told: number | undefined;
  async function begin(): Promise<number> {
    const last = await changes.last();
    changes.touched.takeAll(last);
    return last;
  }
  return async () => {
    try {
      told ??= await begin();
      if (!(await changes.changedSince(told))) return told;
      const page = await changes.after(told);
      if (page === 'unknown') told = await begin();
      else {
        changes.touched.take(page.entries, page.last);
        told = page.last;
      }
      return (await changes.changedSince(told)) ? undefined : told;
    } catch {
      // Whoever reads the data itself is told what is wrong, if anything is.
      return undefined;
    }
  };
}
