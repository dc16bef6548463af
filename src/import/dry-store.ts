import type { Store } from '../data/port.ts';

/** Thrown at the end of every unit, to roll it back. */
const UNDONE = new Error('nothing of this is to stay');

/**
 * Wraps a store so that nothing written is kept: each unit is rolled back at its end, so the next one does not see it.
 * Ids are made up. For one writer at a time.
 */
export function dryStore(store: Store): Store {
  const last = new Map<string, number>();
  let isOpen = false;

  const lastId = async (space: string) => Math.max(await store.lastId(space), last.get(space) ?? 0);
  function raise(space: string, to: number) {
    last.set(space, Math.max(to, last.get(space) ?? 0));
    return to;
  }

  const dry: Pick<Store, 'atomically' | 'nextId' | 'lastId' | 'claimIds' | 'deleteRange'> = {
    async atomically(unit) {
      if (isOpen) return store.atomically(unit);
      let done: { value: Awaited<ReturnType<typeof unit>> } | undefined;
      isOpen = true;
      try {
        return await store.atomically(async () => {
          done = { value: await unit() };
          throw UNDONE;
        });
      } catch (error) {
        if (error !== UNDONE || !done) throw error;
        return done.value;
      } finally {
        isOpen = false;
      }
    },
    nextId: async (space) => raise(space, (await lastId(space)) + 1),
    lastId,
    async claimIds(space, upTo) {
      const before = await lastId(space);
      raise(space, upTo);
      return before;
    },
    // A dry run must not prune the change log.
    deleteRange: async () => 0,
  };
  return { ...store, ...dry };
}
