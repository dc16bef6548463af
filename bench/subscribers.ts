process.env.TZ = 'UTC';

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../src/process/command-line.ts';
import { loggingIn, nextList } from './attackers/rows.ts';
import { buildOurs, type Running, startOurs } from './requests/servers.ts';
import { addAdministrator, seedIn } from './shared/calendar.ts';
import { median } from './shared/measure.ts';
import { readCount } from './shared/options.ts';
import { placeOf } from './shared/place.ts';

interface Options {
  events: number;
  streams: number;
}

/** Maximum streams per address. */
const OF_ADDRESS = 8;
/** How many changes and lists are measured. */
const [CHANGES, LISTS] = [20, 200];

const REST = '/wp-json/calendar/events/v1';
const QUERY =
  'subscription { changed { cursor change { kind id version gone record { title ... on Event { startsAt url venues { id } } } } } }';

/** Lets streams claim several addresses. */
const LIMITS = { TRUST_PROXY: 'loopback', WORK_LIMIT: '0', LOG_LEVEL: 'warn' };

/** How each API opens a stream. */
const DOORS: Record<string, { method: string; path: string; body?: string }> = {
  rest: { method: 'GET', path: `${REST}/changes` },
  graphql: { method: 'POST', path: '/graphql', body: JSON.stringify({ query: QUERY }) },
};

await runProgram({
  call: 'npm run bench:subscribers',
  purpose: `What streams of changes cost that are open: memory for each, CPU while nothing happens, CPU for each change that all
of them are told, and what a list costs beside them. On the embedded store, as npm start runs it.`,
  uses: ['[--events N] [--streams N]'],
  options: {
    events: { takes: 'N', says: 'how many events the calendar has; 1000 without it' },
    streams: { takes: 'N', says: 'how many streams are open; 1000 without it' },
  },
  variables: [],
  read({ values }): Options | string {
    const events = readCount('events', values.events ?? '1000');
    const streams = readCount('streams', values.streams ?? '1000');
    if (typeof events === 'string') return events;
    return typeof streams === 'string' ? streams : { events, streams };
  },
  run: measure,
});

async function measure({ events, streams }: Options): Promise<string> {
  buildOurs();
  const place = placeOf('embedded', { name: String(events), keep: undefined });
  const { store, users } = await seedIn(place.env, events);
  const { secret } = await addAdministrator(users);
  const [{ _id: event } = { _id: 0 }] = await store.find<{ _id: number }>(
    'events',
    { status: 'publish', hideFromListings: false, startsAt: { $gt: Date.now() } },
    { limit: 1, only: [] },
  );
  await store.close();
  const lines = [
    '| streams | KB each | idle, CPU ms a second | CPU ms a change | of it for each stream | list, CPU ms |',
    '|---|---|---|---|---|---|',
  ];
  try {
    for (const door of [undefined, ...Object.keys(DOORS)]) {
      const line = await measured(door, { env: place.env, streams, event, headers: loggingIn('bench', secret) });
      process.stderr.write(`${line}\n`);
      lines.push(line);
    }
  } finally {
    await place.remove();
  }
  return lines.join('\n');
}

interface Measured {
  env: Record<string, string>;
  streams: number;
  event: number;
  headers: Record<string, string>;
}

/** Measures a row on a server of its own. */
async function measured(door: string | undefined, { env, streams, event, headers }: Measured): Promise<string> {
  const server = await startOurs({ ...env, ...LIMITS, MAX_SUBSCRIBERS: String(streams) });
  const change = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const body = JSON.stringify({ title: `Title ${time}` });
      await server.client.ask({ path: `${REST}/events/${event}`, method: 'PATCH', body, headers });
    }
  };
  const lists = async () => {
    for (let list = 0; list < LISTS; list += 1) await server.client.ask(nextList());
  };
  try {
    await change(50);
    await lists();
    const before = residentKb(server);
    const opened = door ? await openStreams(server, DOORS[door]!, streams) : undefined;
    await sleep(2_000);
    const each = (residentKb(server) - before) / streams;
    const idle = (await server.cpuOf(() => sleep(10_000))) / 10;
    await opened?.told(() => change(1), 1);
    const perChange: number[] = [];
    for (let time = 0; time < CHANGES; time += 1)
      perChange.push(await server.cpuOf(() => opened?.told(() => change(1), 1) ?? change(1)));
    const list = (await server.cpuOf(lists)) / LISTS;
    opened?.close();
    const figures = [each.toFixed(1), idle.toFixed(1), median(perChange).toFixed(1)];
    return `| ${door ? `${streams} ${door}` : 'none'} | ${figures.join(' | ')} | ${(median(perChange) / streams).toFixed(3)} | ${list.toFixed(2)} |`;
  } finally {
    await server.end();
  }
}

function residentKb({ pid }: Running): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** Streams that this process reads. */
interface Streams {
  /** Runs some work, and waits until every stream has received this many changes. */
  told(work: () => Promise<unknown>, changes: number): Promise<void>;
  close(): void;
}

async function openStreams(
  { port }: Running,
  { body, ...route }: { method: string; path: string; body?: string },
  streams: number,
): Promise<Streams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const open: ClientRequest[] = [];
  let seen = 0;
  let hear: () => void = () => {};
  for (let stream = 0; stream < streams; stream += 1) {
    const place = Math.floor(stream / OF_ADDRESS);
    const sent = request({
      ...{ ...route, agent, host: '127.0.0.1', port },
      headers: {
        Accept: 'text/event-stream',
        'X-Forwarded-For': `10.0.${Math.floor(place / 250)}.${1 + (place % 250)}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}`);
    response.on('data', (chunk: Buffer) => {
      seen += chunk.toString().match(/^data: \{/gm)?.length ?? 0;
      hear();
    });
    response.on('error', () => {});
    open.push(sent);
  }
  return {
    async told(work, changes) {
      const wanted = seen + changes * streams;
      const all = new Promise<void>((resolve) => {
        hear = () => seen >= wanted && resolve();
      });
      await work();
      await all;
    },
    close: () => agent.destroy(),
  };
}
