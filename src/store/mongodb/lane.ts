/** Lets pieces of work run at once, fewer when they are in each other's way; the others wait in the order they came. */
export interface Lane {
  /** `first` goes ahead of all that wait. */
  run<T>(work: () => Promise<T>, first?: boolean): Promise<T>;
  /** Lets half as many run at once, one at least: they were in each other's way. */
  narrow(): void;
  /** Lets a little more run at once, up to the most. */
  widen(): void;
  /** Refuses all that wait with this error. */
  dismiss(error: unknown): void;
}

/** How many run at once at first. */
const BEGIN = 2;

/** `width` pieces of work at most. */
export const createLane = (width: number): Lane => {
  let now = Math.min(BEGIN, width);
  let running = 0;
  let waiting: { enter(): void; refuse(error: unknown): void }[] = [];

  const letIn = (): void => {
    while (running < Math.floor(now) && waiting.length > 0) {
      running += 1;
      waiting.shift()!.enter();
    }
  };

  return {
    run: async (work, first = false) => {
      if (running < Math.floor(now)) running += 1;
      else
        await new Promise<void>((enter, refuse) => {
          if (first) waiting.unshift({ enter, refuse });
          else waiting.push({ enter, refuse });
        });
      try {
        return await work();
      } finally {
        running -= 1;
        letIn();
      }
    },
    narrow: () => {
      now = Math.max(1, now / 2);
    },
    widen: () => {
      now = Math.min(width, now + 1 / now);
      letIn();
    },
    dismiss: (error) => {
      const all = waiting;
      waiting = [];
      for (const { refuse } of all) refuse(error);
    },
  };
};
