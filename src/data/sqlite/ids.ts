import type { Connection } from './sqlite.ts';

const NEXT = `INSERT INTO counters (space, value) VALUES (?1, ?2)
  ON CONFLICT (space) DO UPDATE SET value = max(value + 1, excluded.value) RETURNING value`;
const RAISE = `INSERT INTO counters (space, value) VALUES (?1, ?2)
  ON CONFLICT (space) DO UPDATE SET value = max(value, excluded.value)`;

/** Counts the ids of each space, within the open transaction. */
export interface Ids {
  next(space: string): number;
  /** The last id, raised to `atLeast` if it is lower. */
  last(space: string, atLeast: number): number;
  /** Raises the last id to `upTo` and returns what it was before. */
  claim(space: string, upTo: number): number;
  /** Whether this transaction has handed out any ids. */
  areGiven(): boolean;
  /** Stores the ids again that the rolled-back transaction handed out. */
  keep(): void;
  /** Call it when the transaction has ended. */
  settle(): void;
}

/** One per writing connection. It never hands out an id twice, even if the transaction is rolled back. */
export function createIds(writer: Connection): Ids {
  const given = new Map<string, number>();
  let fresh = new Set<string>();

  const stored = (space: string) =>
    Number(writer.rows('SELECT value FROM counters WHERE space=?', [space])[0]?.[0] ?? 0);
  function note(space: string, value: number) {
    given.set(space, value);
    fresh.add(space);
    return value;
  }
  function raise(space: string, value: number) {
    writer.run(RAISE, [space, value]);
    return note(space, value);
  }
  const current = (space: string) => Math.max(stored(space), given.get(space) ?? 0);

  return {
    next: (space) => note(space, Number(writer.rows(NEXT, [space, (given.get(space) ?? 0) + 1])[0]![0])),
    last: (space, atLeast) => (current(space) >= atLeast ? current(space) : raise(space, atLeast)),
    claim(space, upTo) {
      const before = current(space);
      if (before < upTo) raise(space, upTo);
      return before;
    },
    areGiven: () => fresh.size > 0,
    keep() {
      for (const space of fresh) raise(space, given.get(space)!);
    },
    settle() {
      fresh = new Set();
    },
  };
}
