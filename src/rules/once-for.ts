/** The same function, asked once at the most. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The same function of a record and a word, worked out once for each object: for records that nobody changes. */
export function onceFor<R extends object, T>(make: (record: R, word: string) => T): (record: R, word: string) => T {
  const made = new WeakMap<R, Map<string, T>>();
  return (record, word) => {
    const its = made.get(record) ?? new Map<string, T>();
    if (its.size === 0) made.set(record, its);
    const known = its.get(word);
    if (known !== undefined) return known;
    const value = make(record, word);
    its.set(word, value);
    return value;
  };
}
