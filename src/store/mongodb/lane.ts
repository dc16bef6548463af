/** Lets at most `width` pieces of work run at once; the others wait in the order they came. */
export const createLane = (width: number) => {
  let free = width;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const enter = waiting.shift();
      if (enter) enter();
      else free += 1;
    }
  };
};
