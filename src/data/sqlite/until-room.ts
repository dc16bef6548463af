import { IN_COLLECTIONS, type Log, type Store } from '../port.ts';
import { UPTIME } from '../time.ts';

/** How often to look for room at the most, and to try again to open the folder, in milliseconds. */
const EVERY = 1_000;

const VERBS = [
  ...IN_COLLECTIONS,
  ...(['nextId', 'lastId', 'claimIds', 'atomically', 'prepare', 'drop', 'ping', 'examine'] as const),
];

/** Added to the versions of the second store, so that none is one of the first. */
const OTHER_VERSIONS = 2 ** 40;

interface Waiting {
  /** Whether files can be written to the folder. */
  hasRoom(): boolean;
  /** Lets others have the file. @throws when there is too little room for that */
  letGo(): void;
  /** Opens the folder again, once the store is closed. */
  reopen(): Promise<Store>;
  log: Log;
  time?: typeof UPTIME;
}

/** A store that only reads because there is no room. Once there is, it is opened anew between two calls, and writes. */
export function untilRoom(
  first: Store,
  { hasRoom, letGo, reopen, log, time: { clock, pause } = UPTIME }: Waiting,
): Store {
  let store = first;
  let running = 0;
  let looked = clock();
  let opening: Promise<void> | undefined;
  let closed = false;

  async function openAnew() {
    try {
      letGo();
    } catch {
      return;
    }
    await first.close();
    while (!closed)
      try {
        const opened = await reopen();
        await opened.prepare();
        store = opened;
        return log.info({}, 'the disk has room again; writes go on');
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'the disk has room again, but the folder is not opened yet');
        await pause(EVERY);
      }
  }

  /** No call runs while the store changes: a unit's calls all go to one. */
  function look() {
    if (store !== first || opening || running > 0 || closed || clock() < looked + EVERY) return;
    looked = clock();
    if (hasRoom())
      opening = openAnew().finally(() => {
        opening = undefined;
      });
  }

  const calling =
    (verb: (typeof VERBS)[number]) =>
    async (...args: unknown[]) => {
      look();
      await opening;
      running += 1;
      try {
        return await (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
      } finally {
        running -= 1;
      }
    };

  return {
    ...first,
    ...Object.fromEntries(VERBS.map((verb) => [verb, calling(verb)])),
    isFull: () => store.isFull(),
    dataVersion() {
      const version = store.dataVersion();
      return version === undefined || store === first ? version : version + OTHER_VERSIONS;
    },
    async close() {
      closed = true;
      await opening;
      await store.close();
    },
  };
}
