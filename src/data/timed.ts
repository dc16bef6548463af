import { IN_COLLECTIONS, type Store } from './port.ts';

const OTHERS = ['nextId', 'lastId', 'claimIds', 'atomically'] as const;

/** Describes a finished verb. */
interface Ended {
  verb: (typeof IN_COLLECTIONS | typeof OTHERS)[number];
  /** Empty for verbs without one. */
  collection: string;
  failed: 'true' | 'false';
}

/** Wraps a store and times each verb. `begin` is called when a verb starts, and returns a callback for its end. */
export function timed(store: Store, begin: (verb: Ended['verb']) => (ended: Ended, seconds: number) => void): Store {
  const timing =
    (verb: Ended['verb'], named: boolean) =>
    async (...args: unknown[]) => {
      const tell = begin(verb);
      const began = performance.now();
      let failed: Ended['failed'] = 'true';
      try {
        const given = await (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
        failed = 'false';
        return given;
      } finally {
        tell({ verb, collection: named ? String(args[0]) : '', failed }, (performance.now() - began) / 1000);
      }
    };
  return {
    ...store,
    ...Object.fromEntries(IN_COLLECTIONS.map((verb) => [verb, timing(verb, true)])),
    ...Object.fromEntries(OTHERS.map((verb) => [verb, timing(verb, false)])),
  };
}
