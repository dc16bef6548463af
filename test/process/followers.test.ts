import { afterAll, expect, test } from 'vitest';
import { createCursors, type Place } from '../../src/data/changes/cursors.ts';
import { ALL_ENTRIES, CHANGES, type Entry } from '../../src/data/changes/record.ts';
import type { Store } from '../../src/data/port.ts';
import type { Readers } from '../../src/domain/access.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { quiet } from '../store/quiet.ts';
import type { Caller } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { fuzzSeed } from '../support/fuzz/seed.ts';
import { made, upTo } from '../support/making.ts';
import { CLIENT_NAMES, type Follower, follow } from './followers/follower.ts';
import { CALLERS, type Servers, startServers } from './followers/servers.ts';
import { begin, type Written, write } from './followers/writers.ts';

/** How many follow, and how often a process is killed; `FOLLOWERS=100 FOLLOW_ROUNDS=100` for once. */
const [FOLLOWERS, KILLS] = [Number(process.env.FOLLOWERS ?? 18), Number(process.env.FOLLOW_ROUNDS ?? 4)];
const WRITERS = 3;
/** How many things are answered between two kills. */
const BETWEEN = 50;

let servers: Servers;
const followers: Follower[] = [];
afterAll(async () => {
  for (const { close } of followers) close();
  await servers.remove();
});

const openStore = ({ DATA_DIR = '', MONGODB_URI }: Record<string, string>): Promise<Store> =>
  openDatabase({ dataDir: DATA_DIR, mongodbUri: MONGODB_URI, beside: true }, quiet);

async function killAgainAndAgain(written: readonly Written[]): Promise<void> {
  const answered = () => written.reduce((sum, each) => sum + each.answered, 0);
  for (const _ of upTo(KILLS)) {
    const before = answered();
    await eventually(() => expect(answered()).toBeGreaterThanOrEqual(before + BETWEEN));
    await servers.kill();
  }
}

/** Schedules an event behind all others and waits for it: then all that were scheduled are published. */
async function publishAll(): Promise<void> {
  const date = new Date(servers.app.clock.now + 2_000).toISOString();
  const { id } = await eventually(() =>
    made(servers.app, 'events', { title: 'The last event', status: 'future', date }),
  );
  await eventually(async () => {
    // Lists have what is marked as published. By itself, it is there already when its date has come.
    expect((await servers.app.rest('GET', `/events?include=${id}`)).body.events).toHaveLength(1);
  });
}

/** Who finds what these may find: by the rule in words, not by ours. */
const FINDS: Record<string, (readers: Readers | undefined) => boolean> = {
  anonymous: (readers) => readers === 'all',
  author: (readers) => readers === 'all' || readers === servers.author,
  administrator: (readers) => readers !== undefined,
};

/** The revisions of a log that a caller is told of, behind one of them. */
const toldOf = (log: readonly Entry[], as: Caller, after: number): number[] =>
  log.flatMap((entry) => {
    const concerns =
      'id' in entry &&
      entry._id > after &&
      entry.kind !== 'image' &&
      [entry.before, entry.after].some((readers) => FINDS[as]!(readers));
    return concerns ? [entry._id] : [];
  });

/** Negative where one stands before the other in the log. */
function order(one: Place, other: Place): number {
  const [a, b] = [one, other].map(
    ({ revision, within = [Number.POSITIVE_INFINITY] }) => [revision, ...within] as number[],
  );
  const at = a!.findIndex((number, index) => number !== b![index]);
  return at < 0 ? a!.length - b!.length : a![at]! - (b![at] ?? Number.NEGATIVE_INFINITY);
}

interface Run {
  written: readonly Written[];
  log: readonly Entry[];
}

/** What a run was like, for people. */
function figures({ written, log }: Run): string {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  return JSON.stringify({
    followers: followers.length,
    kills: KILLS,
    entries: log.length,
    answered: sum(written.map(({ answered }) => answered)),
    unanswered: sum(written.map(({ unanswered }) => unanswered)),
    told: sum(followers.map(({ came }) => came.length)),
    opened: sum(followers.map(({ opened }) => opened())),
  });
}

test('who follows two servers that are killed gets each change, in order, and ends with what lists show', async ({
  annotate,
}) => {
  servers = await startServers();
  await begin(servers.app);
  for (const number of upTo(FOLLOWERS)) {
    const client = CLIENT_NAMES[number % CLIENT_NAMES.length]!;
    const as = CALLERS[Math.floor(number / CLIENT_NAMES.length) % CALLERS.length]!;
    followers.push(await follow(client, { servers, as, address: `10.4.0.${number + 1}` }));
  }

  const writing = new AbortController();
  const seed = fuzzSeed();
  const written = upTo(WRITERS).map((): Written => ({ answered: 0, unanswered: 0 }));
  const writers = written.map((counts, number) => write(servers.app, seed + number, writing.signal, counts));
  await killAgainAndAgain(written);
  writing.abort();
  await Promise.all(writers);
  await publishAll();
  // Everybody may know it.
  const { id } = await eventually(() => made(servers.app, 'tags', { name: 'The last one' }));
  await eventually(() =>
    expect(followers.filter(({ hasCome }) => !hasCome(`tag ${id}`)).map(({ client, as }) => [client, as])).toEqual([]),
  );

  const store = await openStore(servers.place);
  const log = await store.find<Entry>(CHANGES.name, ALL_ENTRIES, { sort: [['_id', 1]] });
  const cursors = createCursors(store);
  const placeOf = async (cursor: string) => (await cursors.open(cursor)) as Place;
  for (const { as, client, began, came, resyncs, records, listed } of followers) {
    const who = { as, client, seed };
    const { revision } = await placeOf(began);
    const places = await Promise.all([...new Set(came)].map(placeOf));
    const told = places.filter(({ within }) => !within || within.length === 1).map((place) => place.revision);
    expect({ who, resyncs: resyncs() }).toEqual({ who, resyncs: 0 });
    expect({ who, told }).toEqual({ who, told: toldOf(log, as, revision) });
    expect({ who, places }).toEqual({ who, places: places.toSorted(order) });
    expect({ who, records: records() }).toEqual({ who, records: await listed() });
  }
  await store.close();
  await annotate(figures({ written, log }));
  await annotate(`seed ${seed}`);
});
