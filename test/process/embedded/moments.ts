import { cpSync } from 'node:fs';

/**
 * Copies of a folder at several moments: what a process would leave there if it were killed then. SIGKILL changes no file, so one run
 * of the process is enough for all moments.
 */
export function createMoments(dir: string) {
  const copies: string[] = [];
  let kept = false;

  function keep(): void {
    if (!kept) return;
    const copy = `${dir}-${copies.length}`;
    cpSync(dir, copy, { recursive: true });
    copies.push(copy);
  }

  return {
    /** The step, before which the folder is copied. */
    before:
      <A extends unknown[], R>(step: (...given: A) => R) =>
      (...given: A): R => {
        keep();
        return step(...given);
      },
    /** The copies from before each step of a piece of work, and one from after it. */
    async during(work: () => Promise<unknown>): Promise<string[]> {
      kept = true;
      await work();
      keep();
      kept = false;
      return copies.splice(0);
    },
  };
}
