import type { Connection } from './sqlite.ts';

const RAISE = `INSERT INTO counters (space, value) VALUES (?1, ?2)
  ON CONFLICT (space) DO UPDATE SET value = max(value, excluded.value)`;

/** Counts the ids of each space, within the transaction that is open. */
export interface Ids {
  next(space: string): number;
  /** The last one, raised. */
  last(space: string, atLeast: number): number;
  /** Whether any was given in this transaction. */
  areGiven(): boolean;
  /** Writes down once more what the undone part of this transaction gave. */
  keep(): void;
  /** The transaction has ended. */
  settle(): void;
}

/** One per connection that writes. What it gave it does not give again, whatever becomes of the transaction. */
export function createIds(writer: Connection): Ids {
  const given = new Map<string, number>();
  let fresh = new Set<string>();

  const stored = (space: string): number =>
    Number(writer.rows('SELECT value FROM counters WHERE space=?', [space])[0]?.[0] ?? 0);
  function raise(space: string, value: number): number {
    writer.run(RAISE, [space, value]);
    given.set(space, value);
    fresh.add(space);
    return value;
  }
  const current = (space: string): number => Math.max(stored(space), given.get(space) ?? 0);

  return {
    next: (space) => raise(space, current(space) + 1),
    last: (space, atLeast) => (current(space) >= atLeast ? current(space) : raise(space, atLeast)),
    areGiven: () => fresh.size > 0,
    keep() {
      for (const space of fresh) raise(space, given.get(space)!);
    },
    settle() {
      fresh = new Set();
    },
  };
}
