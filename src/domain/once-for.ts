/** The same function, called at most once. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The same function of a record and a word, computed once for each object and word. For records that nobody changes. */
export function onceFor<R extends object, T, W extends string = string>(
  make: (record: R, word: W) => T,
): (record: R, word: W) => T {
  const made = new WeakMap<R, Map<W, T>>();
  return (record, word) => {
    const its = made.get(record) ?? new Map<W, T>();
    if (its.size === 0) made.set(record, its);
    const cached = its.get(word);
    if (cached !== undefined) return cached;
    const value = make(record, word);
    its.set(word, value);
    return value;
  };
}
