import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { SeriesRecord } from '../../src/kinds/series/record.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { empty } from '../support/stored.ts';

let app: TestApp;
/** Two servers on the same data. */
let servers: readonly TestApp['fetch'][];

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  servers = [app.fetch, app.secondServer()];
});
afterAll(() => app.close());

const DAY = 86_400_000;

/** A series as both writers have read it. */
interface Read {
  id: number;
  version: number;
  /** Its occurrences, in the order of their starts. */
  ids: number[];
}

/** Writes, and returns whether that was done, and not refused. */
type Run = (series: Read) => Promise<boolean>;

interface Writer {
  run: Run;
}

async function mutate(server: number, name: string, input: object): Promise<boolean> {
  const type = name.replace(/^./, (first) => first.toUpperCase());
  const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { userErrors { code } } }`;
  const asked = { method: 'POST', as: 'editor', json: { query, variables: { input } } } as const;
  const { body } = await servers[server]!('/graphql', asked);
  expect(body.errors).toBeUndefined();
  return body.data[name].userErrors.length === 0;
}

const START = '2026-12-01';
const times = (day: string, time: string) => ({ startDate: `${day} ${time}:00`, endDate: `${day} 23:30:00` });

/** A day of the rule below. */
const dayAt = (place: number): string => new Date(Date.parse(START) + place * 100 * DAY).toISOString().slice(0, 10);

/** What may be changed of an occurrence. */
const change = fc.constantFrom<(place: number) => object>(
  () => ({ title: 'Chorus' }),
  () => ({ title: 'Concert', cost: '5' }),
  (place) => times(dayAt(place), '18:00'),
  (place) => ({ title: 'Late', ...times(dayAt(place), '21:30') }),
);

const scope = fc.constantFrom('THIS', 'FOLLOWING', 'ALL');
const place = fc.nat(7);
const isGuarded = fc.boolean();

const ofEvent = fc
  .tuple(fc.constantFrom('update', 'update', 'delete', 'restore'), scope, place, change, isGuarded)
  .map(([verb, reach, at, values, guarded]) => {
    const sent = { ...(verb === 'update' && values(at)), scope: reach };
    const run = (server: number, { ids, version }: Read) =>
      mutate(server, `${verb}Event`, {
        ref: { databaseId: ids[at] },
        ...sent,
        ...(guarded && { ifSeriesVersion: version }),
      });
    return { name: JSON.stringify([verb, at, sent, guarded]), run };
  });

const ofSeries = fc
  .tuple(
    fc.constantFrom<readonly [string, object]>(
      ['updateSeries', { title: 'Chorale' }],
      ['updateSeries', { rule: 'FREQ=DAILY;INTERVAL=50;COUNT=9' }],
      ['updateSeries', { rule: 'FREQ=DAILY;INTERVAL=200' }],
      ['updateSeries', { title: 'Early', ...times(START, '17:00') }],
      ['addOccurrence', { date: '2027-05-05' }],
      ['addOccurrence', { date: '2027-06-06' }],
      ['addOccurrence', { date: dayAt(5) }],
      ['removeOccurrence', { date: dayAt(3) }],
      ['deleteSeries', {}],
      ['deleteSeries', { keepPast: true }],
      ['restoreSeries', {}],
    ),
    isGuarded,
  )
  .map(([[name, input], guarded]) => ({
    name: JSON.stringify([name, input, guarded]),
    run: (server: number, { id, version }: Read) =>
      mutate(server, name, { ref: { databaseId: id }, ...input, ...(guarded && { ifVersion: version }) }),
  }));

/** What a server does each day. */
const job: Run = async () => {
  await app.extendSeries('another');
  return true;
};

const writer = (server: number): fc.Arbitrary<Writer> =>
  fc
    .oneof(
      { weight: 5, arbitrary: ofEvent },
      { weight: 3, arbitrary: ofSeries },
      { weight: 1, arbitrary: fc.constant({ name: 'job', run: (_: number, series: Read) => job(series) }) },
    )
    .map(({ name, run }) => ({ [fc.toStringMethod]: () => name, run: (series) => run(server, series) }));

const write =
  (name: string, input: object): Run =>
  (series) =>
    mutate(1, name, { ref: { databaseId: series.id }, ...input });
const writeOne =
  (at: number, input: object): Run =>
  ({ ids }) =>
    mutate(0, 'updateEvent', { ref: { databaseId: ids[at] }, ...input });

/** What is tried in each run. */
const PAIRS: readonly (readonly [one: Run, other: Run])[] = [
  [writeOne(4, { title: 'Chorus', scope: 'ALL' }), write('addOccurrence', { date: '2027-05-05' })],
  [write('addOccurrence', { date: '2027-05-05' }), write('addOccurrence', { date: '2027-06-06' })],
  [writeOne(1, { title: 'Chorus', scope: 'ALL' }), job],
  [writeOne(3, { title: 'Chorus', scope: 'FOLLOWING' }), write('updateSeries', { title: 'Chorale' })],
];

/** A series of eight, of which one has a title of its own and one is deleted. The first is past, and the next is yet to be made. */
async function begun(): Promise<Read> {
  await empty(app);
  app.clock.now = Date.parse(FRIDAY);
  const json = { title: 'Choir', start_date: `${START} 19:00:00`, end_date: `${START} 21:00:00`, status: 'publish' };
  const recurrence = { rule: 'FREQ=DAILY;INTERVAL=100' };
  const { body } = await app.rest('POST', '/events', { as: 'editor', json: { ...json, recurrence } });
  const all = await app.store.find<EventRecord>('events', {});
  const ids = all.sort((a, b) => a.startsAt - b.startsAt).map(({ _id }) => _id);
  expect(ids.length).toBe(8);
  expect(await mutate(0, 'updateEvent', { ref: { databaseId: ids[2] }, title: 'Guests' })).toBe(true);
  expect(await mutate(0, 'deleteEvent', { ref: { databaseId: ids[5] } })).toBe(true);
  app.clock.now += 110 * DAY;
  return { id: body.series.id, version: body.series.version, ids };
}

/** Everything that is stored of them, without what counts or names writes. */
async function stored({ ids }: Read): Promise<object> {
  await app.extendSeries('another');
  const events = await app.store.find<EventRecord>('events', {});
  events.sort((a, b) => a.originalStartsAt! - b.originalStartsAt!);
  // Nothing is doubled, nothing is lost.
  expect(new Set(events.map(({ series, originalStartsAt }) => `${series} ${originalStartsAt}`)).size).toBe(
    events.length,
  );
  expect(events.map(({ _id }) => _id)).toEqual(expect.arrayContaining(ids));
  const order = [...new Set(events.map(({ series }) => series))];
  const series = await app.store.find<SeriesRecord>('series', {});
  expect(series.map(({ _id }) => _id).sort()).toEqual([...order].sort());
  return {
    events: events.map(({ _id, series, originalStartsAt, startsAt, endsAt, text, cost, status, own, ...rest }) => ({
      place: ids.indexOf(_id),
      series: order.indexOf(series),
      originalStartsAt,
      startsAt,
      endsAt,
      text,
      cost,
      status,
      own: [...(own ?? [])].sort(),
      withSeries: rest.deletedWithSeries,
      byRule: rest.deletedByRule,
    })),
    series: series
      .sort((a, b) => order.indexOf(a._id) - order.indexOf(b._id))
      .map(({ startsAt, endsAt, rule, rdates, exdates, text, cost, status, madeBefore }) => ({
        startsAt,
        endsAt,
        rule,
        rdates,
        exdates,
        text,
        cost,
        status,
        madeBefore,
      })),
  };
}

/** Which writes were done, and what is stored then. */
async function after(write: (series: Read) => Promise<readonly boolean[]>): Promise<object> {
  const series = await begun();
  const done = await write(series);
  return { done, ...(await stored(series)) };
}

test('two that write a series at once leave what one after the other would, or one of them is refused', async () => {
  const property = fc.asyncProperty(writer(0), writer(1), async (one, other) => {
    const both = await after((series) => Promise.all([one.run(series), other.run(series)]));
    const inTurn = [
      await after(async (series) => [await one.run(series), await other.run(series)]),
      await after(async (series) => [await other.run(series), await one.run(series)].reverse()),
      // One that read before the other wrote may be refused, and then leaves nothing.
      await after(async (series) => [false, await other.run(series)]),
      await after(async (series) => [await one.run(series), false]),
    ];
    expect(inTurn).toContainEqual(both);
  });
  await fc.assert(property, {
    numRuns: PAIRS.length + runsOf(1, 40),
    examples: PAIRS.map(([one, other]) => [{ run: one }, { run: other }]),
  });
});
