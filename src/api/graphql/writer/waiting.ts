/** A value, or a promise of it if something must be read first. */
export type Soon<T> = T | Promise<T>;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Applies `next` to a value, synchronously if the value is available. */
export const after = <T, Made>(value: Soon<T>, next: (value: T) => Soon<Made>): Soon<Made> =>
  isPromise(value) ? (value as Promise<T>).then(next) : next(value as T);

/** Applies `make` to each item and waits for all results. All start before any is awaited; the first error wins. */
export function each<Item, Made>(items: readonly Item[], make: (item: Item, at: number) => Soon<Made>): Soon<Made[]> {
  const made: Soon<Made>[] = [];
  let waits = false;
  for (let at = 0; at < items.length; at += 1) {
    try {
      const one = make(items[at] as Item, at);
      waits ||= isPromise(one);
      made.push(one);
    } catch (error) {
      if (!waits) throw error;
      // Pending items may fail too. This keeps their rejections handled.
      made.push(Promise.reject(error));
      break;
    }
  }
  return waits ? Promise.all(made) : (made as Made[]);
}
