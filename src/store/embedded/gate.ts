/** Lets many readers or one writer in. Nobody starves: after a writer all waiting readers go, after them one writer. */
export interface Gate {
  read<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: () => Promise<T>): Promise<T>;
}

/** A gate nobody has passed yet. Writers go in the order they came. */
export const createGate = (): Gate => {
  let writing = false;
  let readers = 0;
  let waitingReaders: (() => void)[] = [];
  const waitingWriters: (() => void)[] = [];

  const admitWriter = () => {
    const enter = waitingWriters.shift();
    if (!enter) return;
    writing = true;
    enter();
  };
  const admitReaders = () => {
    const entering = waitingReaders;
    waitingReaders = [];
    readers += entering.length;
    for (const enter of entering) enter();
  };

  return {
    read: async (work) => {
      if (writing || waitingWriters.length > 0) await new Promise<void>((enter) => waitingReaders.push(enter));
      else readers += 1;
      try {
        return await work();
      } finally {
        readers -= 1;
        if (readers === 0) admitWriter();
      }
    },

    write: async (work) => {
      if (writing || readers > 0 || waitingWriters.length > 0)
        await new Promise<void>((enter) => waitingWriters.push(enter));
      else writing = true;
      try {
        return await work();
      } finally {
        writing = false;
        if (waitingReaders.length > 0) admitReaders();
        else admitWriter();
      }
    },
  };
};
