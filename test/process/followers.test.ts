import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { createCursors, type Place } from '../../src/data/changes/cursors.ts';
import { ALL_ENTRIES, CHANGES, type Entry } from '../../src/data/changes/record.ts';
import type { Store } from '../../src/data/port.ts';
import type { Readers } from '../../src/domain/access.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { quiet } from '../store/quiet.ts';
import type { Caller } from '../support/app.ts';
import { fuzzSeed } from '../support/fuzz/seed.ts';
import { post, upTo } from '../support/making.ts';
import { CLIENT_NAMES, type Follower, follow } from './followers/follower.ts';
import { CALLERS, type Servers, startServers } from './followers/servers.ts';
import { begin, type Written, write } from './followers/writers.ts';

/** `FOLLOWERS=100 FOLLOW_SECONDS=300` for once. */
const [FOLLOWERS, SECONDS] = [Number(process.env.FOLLOWERS ?? 18), Number(process.env.FOLLOW_SECONDS ?? 20)];
const WRITERS = 3;
/** Milliseconds between two kills. */
const KILL_EVERY = 3_000;
/** A killed process may leave a transaction open for a minute, at which all who follow wait. */
const LATEST = 120_000;

let servers: Servers;
const followers: Follower[] = [];
afterAll(async () => {
  for (const { close } of followers) close();
  await servers.remove();
});

const openStore = ({ DATA_DIR = '', MONGODB_URI }: Record<string, string>): Promise<Store> =>
  openDatabase({ dataDir: DATA_DIR, mongodbUri: MONGODB_URI, beside: true }, quiet);

async function killAgainAndAgain(signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    await sleep(KILL_EVERY);
    if (signal.aborted) return kills;
    await servers.kill();
  }
}

/** Writes a last record, which everybody may know. */
async function writeLast(): Promise<string> {
  const { status, body } = await post(servers.app, 'tags', { name: 'The last one' });
  expect(status).toBe(201);
  return `tag ${body.id}`;
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
  kills: number;
  written: readonly Written[];
  log: readonly Entry[];
}

/** What a run was like, for people. */
function figures({ kills, written, log }: Run): string {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  return JSON.stringify({
    ...{ followers: followers.length, seconds: SECONDS, kills, entries: log.length },
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

  const [killing, writing] = [new AbortController(), new AbortController()];
  const killed = killAgainAndAgain(killing.signal);
  const seed = fuzzSeed();
  const writers = upTo(WRITERS).map((number) => write(servers.app, seed + number, writing.signal));
  await sleep(SECONDS * 1000);
  killing.abort();
  const kills = await killed;
  writing.abort();
  const written = await Promise.all(writers);
  // What was scheduled for the next seconds is due then, and a list publishes it, however late the timers of the servers are.
  await sleep(2_000);
  await vi.waitFor(async () => expect((await servers.app.rest('GET', '/events')).status).toBe(200), {
    ...{ timeout: LATEST, interval: 500 },
  });
  const last = await vi.waitFor(writeLast, { timeout: LATEST, interval: 500 });
  await vi.waitFor(
    () => expect(followers.filter(({ hasCome }) => !hasCome(last)).map(({ client, as }) => [client, as])).toEqual([]),
    {
      ...{ timeout: LATEST, interval: 200 },
    },
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
  await annotate(figures({ kills, written, log }));
  await annotate(`seed ${seed}`);
});
