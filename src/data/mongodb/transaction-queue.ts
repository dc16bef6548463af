/** Runs work concurrently, less of it when it conflicts. The rest waits in order of arrival. */
export interface TransactionQueue {
  /** `first` skips the queue. */
  run<T>(work: () => Promise<T>, first?: boolean): Promise<T>;
  /** Halves the concurrency, to no less than one, after a conflict. */
  narrow(): void;
  /** Raises the concurrency a little, up to the maximum. */
  widen(): void;
  /** Rejects all waiting work with this error. */
  dismiss(error: unknown): void;
}

/** The initial concurrency. */
const BEGIN = 2;

/** `width` is the maximum concurrency. */
export const createTransactionQueue = (width: number): TransactionQueue => {
  let now = Math.min(BEGIN, width);
  let running = 0;
  let waiting: { enter(): void; refuse(error: unknown): void }[] = [];

  const letIn = () => {
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
