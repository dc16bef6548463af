import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import own from '../../../package.json' with { type: 'json' };
import { printList } from '../../../src/api/graphql/persisted-list.ts';
import type { Store } from '../../../src/data/port.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { upTo } from '../../support/making.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let reachable = true;
let app: TestApp;

/** A store that can go away. */
const wrap = (store: Store): Store => {
  const watched = watch.wrap(store);
  return {
    ...watched,
    ping: async () => reachable,
    byIds: (...args) =>
      reachable ? watched.byIds(...args) : Promise.reject(new DomainError('UNAVAILABLE', 'The server stops.')),
  };
};

beforeAll(async () => {
  app = await buildApp({ wrap });
});
afterAll(() => app.close());

async function away<T>(work: () => Promise<T>): Promise<T> {
  reachable = false;
  return work().finally(() => {
    reachable = true;
  });
}

describe('/health', () => {
  test('is 200 and asks the store for nothing', async () => {
    const { result, reads, writes } = await watch.during(() => app.fetch('/health'));
    expect([result.status, result.body]).toEqual([200, { status: 'ok' }]);
    expect([...reads, ...writes]).toEqual([]);
  });

  test('is 200 as well when the store is away', async () => {
    expect((await away(() => app.fetch('/health'))).status).toBe(200);
  });
});

describe('/ready', () => {
  test('is 200 when the store is there', async () => {
    const { status, body } = await app.fetch('/ready');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  test('is 200 and says so when the disk is full: reads go on', async () => {
    const full = await buildApp({ wrap: (store) => ({ ...store, isFull: () => true }) });
    const { status, body } = await full.fetch('/ready');
    expect([status, body]).toEqual([200, { status: 'full' }]);
    await full.close();
  });

  test('is 503 with the time to wait when it is away, and 200 when it is back', async () => {
    const { status, body, headers } = await away(() => app.fetch('/ready'));
    expect([status, body, headers.get('retry-after')]).toEqual([503, { status: 'unavailable' }, '5']);
    expect((await app.fetch('/ready')).status).toBe(200);
  });

  test('is 503 while the data has the form of another version', async () => {
    const [schema] = await app.store.byIds<{ _id: string; version: number }>('settings', ['schema']);
    const { version } = schema!;
    await app.store.update('settings', 'schema', { $set: { version: version + 1 } });
    expect((await app.fetch('/ready')).status).toBe(503);
    await app.store.update('settings', 'schema', { $set: { version } });
    expect((await app.fetch('/ready')).status).toBe(200);
  });
});

/** The value of a line of the metrics, 0 where there is none. */
const numberAt = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  );

describe('/metrics', () => {
  let counted: TestApp;

  beforeAll(async () => {
    counted = await buildApp({ env: { METRICS: 'true' } });
  });
  afterAll(() => counted.close());

  const metrics = async (): Promise<string> => (await counted.fetch('/metrics')).text;

  async function grown(line: string, work: () => Promise<unknown>): Promise<number> {
    const before = numberAt(await metrics(), line);
    await work();
    return numberAt(await metrics(), line) - before;
  }

  test('is nothing unless it is asked for', async () => {
    expect((await app.fetch('/metrics')).status).toBe(404);
  });

  test('is text as Prometheus reads it', async () => {
    const { status, headers } = await counted.fetch('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  const request = (row: string, method: string, status: number): string =>
    `http_request_duration_seconds_count{row="${row}",method="${method}",status="${status}"}`;

  test.each([
    ['a list of REST', request('ListEvents', 'GET', 200), () => counted.rest('GET', '/events')],
    ['a record of REST that is refused', request('ReadVenue', 'GET', 400), () => counted.rest('GET', '/venues/99999')],
    ['another route of REST', request('rest /doc', 'GET', 200), () => counted.rest('GET', '/doc')],
    ['no route of REST', request('rest', 'GET', 404), () => counted.rest('GET', '/nothing/at/all')],
    ['GraphQL', request('graphql', 'POST', 200), () => counted.graphql('{ __typename }')],
    ['no page', request('pages', 'GET', 404), () => counted.fetch('/nothing')],
    [
      'a method that nobody knows',
      request('pages', 'other', 404),
      () => counted.fetch('/nothing', { method: 'MADEUP' }),
    ],
    [
      'a refusal of a right',
      'refusals_total{code="FORBIDDEN"}',
      () => counted.rest('POST', '/tags', { as: 'subscriber', json: { name: 'A' } }),
    ],
    [
      'a refusal of GraphQL',
      'refusals_total{code="EVENT_NOT_FOUND"}',
      () => counted.graphql('{ event(ref: { databaseId: 99999 }) { id: databaseId } }'),
    ],
    ['a refusal of REST', 'refusals_total{code="EVENT_NOT_FOUND"}', () => counted.rest('GET', '/events/99999')],
    ['a refusal of what is no route', 'refusals_total{code="NO_ROUTE"}', () => counted.rest('GET', '/nothing')],
    [
      'a verb of the store',
      'store_verb_duration_seconds_count{verb="insert",collection="tags",failed="false"}',
      () => counted.rest('POST', '/tags', { as: 'editor', json: { name: 'Counted' } }),
    ],
  ])('counts %s once', async (_, line, ask) => {
    expect(await grown(line, ask)).toBe(1);
  });

  test('counts what one unit does in the store, which belongs to no collection', async () => {
    const unit = 'store_verb_duration_seconds_count{verb="atomically",collection="",failed="false"}';
    const written = () => counted.rest('POST', '/tags', { as: 'editor', json: { name: 'In a unit' } });
    expect(await grown(unit, written)).toBeGreaterThanOrEqual(1);
  });

  test.each(['/wp-json/calendar/events/v1/venues?page=1', '/graphql?query={organizers{totalCount}}'])(
    'counts whether an answer was cached for %s, kept when it comes again',
    async (path) => {
      const [hit, miss] = ['hit', 'miss'].map((result) => `answer_cache_requests_total{result="${result}"}`);
      const ask = () => counted.fetch(path);
      expect([await grown(miss!, ask), await grown(miss!, ask), await grown(hit!, ask)]).toEqual([1, 1, 1]);
      expect(await grown(miss!, ask)).toBe(0);
    },
  );

  test('counts no cached answer for what has none: a write, what says more than its address', async () => {
    const before = (await metrics()).match(/^answer_cache_requests_total.*$/gm);
    await counted.rest('POST', '/tags', { as: 'editor', json: { name: 'Not cached' } });
    await counted.graphql('{ __typename }');
    expect((await metrics()).match(/^answer_cache_requests_total.*$/gm)).toEqual(before);
  });

  test('says which version runs', async () => {
    expect(numberAt(await metrics(), `calendar_build_info{version="${own.version}"}`)).toBe(1);
  });

  test.each(['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])(
    'says %s',
    async (name) => {
      expect(numberAt(await metrics(), name)).toBeGreaterThanOrEqual(0);
      expect(await metrics()).toContain(`# TYPE ${name} gauge`);
    },
  );

  test('has no address in it that a caller made up', async () => {
    await counted.rest('GET', '/events/by-slug/made-up');
    await counted.fetch('/made-up');
    expect(await metrics()).not.toContain('made-up');
  });
});

describe('/metrics of a server', () => {
  const LISTED = 'query Listed { venues { totalCount } }';
  const folder = mkdtempSync(join(tmpdir(), 'listed-'));
  let hold = Promise.resolve();
  let served: ServedApp;

  beforeAll(async () => {
    const PERSISTED_DOCUMENTS = join(folder, 'listed.json');
    writeFileSync(PERSISTED_DOCUMENTS, printList([{ from: '', text: LISTED }]));
    served = await serveApp({
      env: { METRICS: 'true', PERSISTED_DOCUMENTS },
      wrap: (store) => ({
        ...store,
        async find(...args) {
          await hold;
          return store.find(...args) as never;
        },
      }),
    });
  });
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const ask = async (path: string): Promise<string> => (await fetch(`${served.url}${path}`)).text();

  const counted = (labels: string): string =>
    `http_request_duration_seconds_count{row="graphql",method="GET",status="200"${labels}}`;

  test.each([
    ['the name of one that is listed', counted(',operation="Listed"'), LISTED],
    ['no name that a client chose', counted(''), 'query Another { venues { totalCount } }'],
    ['no hash', counted(''), '{ venues { totalCount } }'],
  ])('counts operations under %s, cached or not', async (_, line, query) => {
    const before = numberAt(await ask('/metrics'), line);
    for (const __ of upTo(4)) await ask(`/graphql?query=${encodeURIComponent(query)}`);
    expect(numberAt(await ask('/metrics'), line)).toBe(before + 4);
  });

  test('says how many requests are being answered', async () => {
    const inFlight = async () => numberAt(await ask('/metrics'), 'http_requests_in_flight');
    let goOn = () => {};
    hold = new Promise((resolve) => {
      goOn = resolve;
    });
    const waiting = upTo(3).map(() => ask('/wp-json/calendar/events/v1/tags'));
    await eventually(async () => expect(await inFlight()).toBe(3));
    goOn();
    await Promise.all(waiting);
    await eventually(async () => expect(await inFlight()).toBe(0));
  });
});
