/** What was read while the calendar stands at one revision, by key: it holds until somebody writes. */
export interface AtRevision<Key, T> {
  get(key: Key): T | undefined;
  /** Keeps it, if there is still room. */
  set(key: Key, value: T): void;
}

/**
 * Keeps so many values of the last revision that was asked for. What is read slowly and comes when the next one is there
 * already is kept with its own, and goes with it.
 */
export function createAtRevision<Key, T>(most: number): (revision: number) => AtRevision<Key, T> {
  let last: { revision: number; values: AtRevision<Key, T> } | undefined;
  return (revision) => {
    if (last?.revision !== revision) last = { revision, values: upTo<Key, T>(most) };
    return last.values;
  };
}

function upTo<Key, T>(most: number): AtRevision<Key, T> {
  const values = new Map<Key, T>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.size < most) values.set(key, value);
    },
  };
}
