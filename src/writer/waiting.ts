/** A value, at once or as soon as what it needs has been read. */
export type Soon<T> = T | Promise<T>;

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** What `next` makes of a value, at once where it is there. */
export const after = <T, Made>(value: Soon<T>, next: (value: T) => Soon<Made>): Soon<Made> =>
  isPromise(value) ? (value as Promise<T>).then(next) : next(value as T);

/** What `make` gives of each item, once all of it is there. All are begun before any is waited for; the first error wins. */
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
      // Those that were begun may fail as well: nobody else would hear of it.
      made.push(Promise.reject(error));
      break;
    }
  }
  return waits ? Promise.all(made) : (made as Made[]);
}
