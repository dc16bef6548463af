import { setTimeout as sleep } from 'node:timers/promises';
import { Client, fetchExchange } from '@urql/core';
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-sse';
import { toAsyncIterable } from 'wonka';
import { sseExchange } from '../../../examples/offline/urql.ts';
import type { Caller } from '../../support/app.ts';
import { CHANGED, createReplica, listed, type ToldChange } from '../../support/replica.ts';
import { createRestReplica, listedByRest, type RestChange } from './rest-replica.ts';
import type { Servers } from './servers.ts';

/** A subscriber that keeps a copy. */
export interface Follower {
  as: Caller;
  client: keyof typeof CLIENTS;
  /** The cursor of before its lists. */
  began: string;
  /** The cursors of all changes that came, in their order. */
  came: readonly string[];
  /** How often it subscribed. */
  opened(): number;
  /** How often it was told to start anew. */
  resyncs(): number;
  hasCome(key: string): boolean;
  records(): object[];
  /** What lists show to it now. */
  listed(): Promise<object[]>;
  close(): void;
}

interface Following {
  servers: Servers;
  as: Caller;
  /** Of this client alone, as a proxy says it. */
  address: string;
}

/** What a client does with what comes. */
interface Taking {
  url(): string;
  headers: Record<string, string>;
  cursor(): string;
  signal: AbortSignal;
  take(cursor: string, change: ToldChange | RestChange): void;
  opens(): void;
  resync(): void;
}

/** Milliseconds until a client comes again. */
const AGAIN = 1_000;

const wait = (signal: AbortSignal) => sleep(AGAIN * (0.5 + Math.random()), undefined, { signal }).catch(() => {});

/** What both clients of GraphQL get. */
interface Result {
  data?: { changed?: { cursor: string; change: ToldChange } } | null | undefined;
  errors?: readonly { extensions?: Record<string, unknown> | undefined }[] | undefined;
}

/** Subscribes again and again, behind what has come, at one server after the other. */
async function subscribing(taking: Taking, open: () => AsyncIterable<Result>): Promise<void> {
  const { signal, take, opens, resync } = taking;
  for (; !signal.aborted; await wait(signal)) {
    opens();
    const results = open()[Symbol.asyncIterator]();
    const stop = () => void results.return?.();
    signal.addEventListener('abort', stop);
    try {
      for (let next = await results.next(); !next.done && !signal.aborted; next = await results.next()) {
        const { data, errors } = next.value;
        if (errors?.some(({ extensions }) => extensions?.code === 'RESYNC')) resync();
        if (!data?.changed) break;
        take(data.changed.cursor, data.changed.change);
      }
    } catch {
      // The server was killed.
    }
    stop();
    signal.removeEventListener('abort', stop);
  }
}

const CLIENTS = {
  eventsource(taking: Taking) {
    const { url, headers, cursor, signal, take, opens, resync } = taking;
    let source: EventSource;
    function open(): void {
      if (signal.aborted) return;
      const after = encodeURIComponent(cursor());
      source = new EventSource(`${url()}/wp-json/calendar/events/v1/changes?after=${after}`, {
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
      });
      source.onopen = opens;
      source.onmessage = ({ data, lastEventId }) => take(lastEventId, JSON.parse(data));
      source.addEventListener('resync', resync);
      // After an answer that is no stream it does not come again by itself.
      source.onerror = () => void (source.readyState === EventSource.CLOSED && wait(signal).then(open));
    }
    open();
    signal.addEventListener('abort', () => source.close());
  },
  'graphql-sse'(taking: Taking) {
    const client = createClient({ url: () => `${taking.url()}/graphql`, headers: taking.headers, retryAttempts: 0 });
    void subscribing(taking, () => client.iterate({ query: CHANGED, variables: { after: taking.cursor() } }) as never);
  },
  urql(taking: Taking) {
    const url = () => `${taking.url()}/graphql`;
    const sse = createClient({ url, headers: taking.headers, retryAttempts: 0 });
    const exchanges = [fetchExchange, sseExchange(sse)];
    const client = new Client({ url: url(), exchanges, preferGetMethod: false });
    void subscribing(taking, async function* () {
      const results = client.subscription(CHANGED, { after: taking.cursor() });
      for await (const { data, error } of toAsyncIterable(results)) yield { data, errors: error?.graphQLErrors };
    });
  },
};

export const CLIENT_NAMES = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[];

/** Takes a cursor, reads the lists, and follows. */
export async function follow(name: keyof typeof CLIENTS, { servers, as, address }: Following): Promise<Follower> {
  const byRest = name === 'eventsource';
  const replica = byRest ? createRestReplica(servers.app, as) : createReplica(servers.app, as);
  await replica.begin();
  const came: string[] = [];
  const known = new Set<string>();
  const keys = new Set<string>();
  const controller = new AbortController();
  let [opened, resyncs] = [0, 0];
  CLIENTS[name]({
    url: () => servers.urls()[opened % servers.urls().length]!,
    headers: { ...servers.headersOf(as), 'X-Forwarded-For': address },
    cursor: () => came.at(-1) ?? replica.cursor,
    signal: controller.signal,
    take(cursor, change) {
      came.push(cursor);
      // What came before is applied once.
      if (known.has(cursor)) return;
      known.add(cursor);
      keys.add(keyOf(change));
      replica.apply(change as never);
    },
    opens() {
      opened += 1;
    },
    resync() {
      resyncs += 1;
    },
  });
  return {
    as,
    client: name,
    began: replica.cursor,
    came,
    opened: () => opened,
    resyncs: () => resyncs,
    hasCome: (key) => keys.has(key),
    records: () => replica.records(),
    listed: () => (byRest ? listedByRest(servers.app, as) : listed(servers.app, as)),
    close: () => controller.abort(),
  };
}

/** A record as both APIs name it: `event 5`. */
const keyOf = (change: ToldChange | RestChange): string =>
  'kind' in change ? `${change.kind} ${change.id}` : Buffer.from(change.id, 'base64url').toString().replace(':', ' ');
