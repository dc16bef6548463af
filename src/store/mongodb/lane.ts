/** Lets at most `width` pieces of work run at once; the others wait in the order they came. */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses all that wait with this error. */
  dismiss(error: unknown): void;
}

export const createLane = (width: number): Lane => {
  let free = width;
  let waiting: { enter(): void; refuse(error: unknown): void }[] = [];
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((enter, refuse) => waiting.push({ enter, refuse }));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next.enter();
        else free += 1;
      }
    },
    dismiss: (error) => {
      const all = waiting;
      waiting = [];
      for (const { refuse } of all) refuse(error);
    },
  };
};
