import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LOOK_EVERY } from '../../src/cache/revision.ts';
import { CHANGES } from '../../src/data/changes/record.ts';
import { BY_START, type EventRecord, LISTED } from '../../src/kinds/event/record.ts';
import { EVENT_PARTS, type FilterContext } from '../../src/kinds/event/where.ts';
import type { EventWhere } from '../../src/kinds/event/where-fields.ts';
import { misplaced } from '../../src/kinds/series/order.ts';
import { whereFilters } from '../../src/kinds/shared/where.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { firstOf, lastOf } from '../support/drawn-calendar.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, upTo } from '../support/making.ts';

const HOUR = 3_600_000;

let app: TestApp;
/** Another server on the same data. Both keep what they answer. */
let another: TestApp['fetch'];
let venues: number[];

// What another server writes is seen after a while: this one is over as soon as a test says so.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  another = app.secondServer();
  venues = [(await made(app, 'venues')).id, (await made(app, 'venues', { venue: 'Other' })).id];
  for (const at of upTo(6)) {
    const times = {
      start_date: `2026-11-${15 + at} 10:00:00`,
      end_date: `2026-11-${15 + at} ${at % 2 ? '18' : '10'}:00:00`,
    };
    const recurrence = { rule: ['FREQ=DAILY;COUNT=9', 'FREQ=DAILY;INTERVAL=3;COUNT=5', 'FREQ=WEEKLY;COUNT=4'][at % 3] };
    const event = { title: `Choir ${at}`, timezone: 'UTC', ...times, venue: venues[at % 2], featured: at % 2 === 0 };
    await made(app, 'events', { ...event, ...(at < 5 && { recurrence }) }, at % 2 ? 'editor' : 'author');
  }
});
afterAll(() => app.close());

/** A moment on the edge of many events, or a day. */
const when = fc
  .tuple(fc.integer({ min: 14, max: 30 }), fc.constantFrom('', ' 00:00:00', ' 10:00:00', ' 10:00:01', ' 18:00:00'))
  .map(([day, time]) => `2026-11-${day}${time}`);

const range = fc.tuple(when, when).map((both) => {
  const [from, to] = both.toSorted((a, b) => firstOf(a) - firstOf(b)) as [string, string];
  return { from, to };
});

type Range = typeof range extends fc.Arbitrary<infer R> ? R : never;

// biome-ignore lint/suspicious/noExplicitAny: each filter knows the values that it draws
type Value = any;
type Holds = (event: EventRecord, value: Value) => boolean;

/** Filters by dates: what they let through. Those with a lower bound stand alone beside `collapseSeries`. */
const LOWER: Record<string, [fc.Arbitrary<Value>, Holds]> = {
  startsAfter: [when, ({ startsAt }, v) => startsAt > lastOf(v)],
  startsOnOrAfter: [when, ({ startsAt }, v) => startsAt >= firstOf(v)],
  startsBetween: [range, ({ startsAt }, { from, to }: Range) => startsAt >= firstOf(from) && startsAt <= lastOf(to)],
  endsAfter: [when, ({ endsAt }, v) => endsAt > lastOf(v)],
  endsOnOrAfter: [when, ({ endsAt }, v) => endsAt >= firstOf(v)],
  runsBetween: [range, ({ startsAt, endsAt }, { from, to }) => startsAt <= lastOf(to) && endsAt >= firstOf(from)],
  dateOverlaps: [
    range,
    ({ startsAt, endsAt }, { from, to }) =>
      endsAt > firstOf(from) && (to.length > 10 ? startsAt < lastOf(to) : startsAt <= lastOf(to)),
  ],
  when: [
    fc.constantFrom('UPCOMING', 'RUNNING'),
    ({ startsAt, endsAt }, v) => endsAt > minute() && (v === 'UPCOMING' || startsAt <= minute()),
  ],
};
const minute = (): number => Math.floor(app.clock.now / 60_000) * 60_000;

const UPPER: typeof LOWER = {
  startsBefore: [when, ({ startsAt }, v) => startsAt < firstOf(v)],
  startsOnOrBefore: [when, ({ startsAt }, v) => startsAt <= lastOf(v)],
};

const OTHERS: typeof LOWER = {
  featured: [fc.boolean(), ({ featured }, v) => featured === v],
  inSeries: [fc.boolean(), ({ series }, v) => (series !== undefined) === v],
  venuesIn: [
    fc.subarray([0, 1], { minLength: 1 }),
    (event, v) => v.some((at: number) => event.venues.includes(venues[at]!)),
  ],
  search: [fc.constantFrom('choir', 'moved'), ({ text }, v) => text.en!.title!.toLowerCase().includes(v)],
  and: [when, ({ startsAt, endsAt }, v) => startsAt >= firstOf(v) && endsAt <= lastOf(v) + 30 * 24 * HOUR],
  not: [when, ({ startsAt }, v) => !(startsAt < firstOf(v))],
};

/** What is sent for values, where they are not sent as they are. */
const SENT: Record<string, (value: Value) => object> = {
  venuesIn: (v: number[]) => ({ venuesIn: v.map((at) => String(venues[at])) }),
  and: (v) => ({
    and: [{ startsOnOrAfter: v }, { endsOnOrBefore: new Date(lastOf(v) + 30 * 24 * HOUR).toISOString() }],
  }),
  not: (v) => ({ not: { startsBefore: v } }),
};

const REFUSED: Record<string, fc.Arbitrary<Value>> = {
  endsBefore: when,
  endsOnOrBefore: when,
  endsBetween: range,
  onDate: when,
  when: fc.constant('PAST'),
};

const values = (filters: typeof LOWER, most: number) =>
  fc
    .subarray(Object.keys(filters), { maxLength: most })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, filters[key]![0]]))));

const ORDERS = ['START', 'END', 'TITLE', 'MODIFIED', 'CREATED'] as const;

const asked = fc.record({
  as: fc.constantFrom<Caller>('anonymous', 'anonymous', 'contributor', 'author', 'editor'),
  lower: values(LOWER, 2),
  upper: values(UPPER, 1),
  others: values(OTHERS, 2),
  refused: fc.option(
    fc.constantFrom(...Object.keys(REFUSED)).chain((key) => REFUSED[key]!.map((v) => ({ [key]: v }))),
    {
      freq: 12,
      nil: {},
    },
  ),
  first: fc.integer({ min: 1, max: 30 }),
  order: fc.constantFrom(...ORDERS),
  direction: fc.constantFrom('ASC', 'DESC'),
});
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

const QUERY = `query ($where: EventWhere, $orderBy: EventOrder, $first: Int, $after: String) {
  events(first: $first, after: $after, where: $where, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor } nodes { databaseId }
  }
}`;

const byStart = (a: EventRecord, b: EventRecord): number => a.startsAt - b.startsAt || a._id - b._id;

const isPublic = ({ status, trashed, hideFromListings }: EventRecord): boolean =>
  status === 'publish' && !trashed && !hideFromListings;

/** Each series once: of its public events, the first that the dates let through. The other filters apply to that one. */
function expectedOf(
  all: EventRecord[],
  { as, lower, upper, others }: Pick<Asked, 'as' | 'lower' | 'upper' | 'others'>,
): number[] {
  const passes = (given: object, filters: typeof LOWER) => (event: EventRecord) =>
    Object.entries(given).every(([key, value]) => filters[key]![1](event, value));
  const dated = all.toSorted(byStart).filter(passes({ ...lower, ...upper }, { ...LOWER, ...UPPER }));
  const seen = new Set<number>();
  const once = dated.filter((event) => {
    const isFirst = event.series === undefined || !isPublic(event) || !seen.has(event.series);
    if (isPublic(event)) seen.add(event.series as number);
    return isFirst;
  });
  const mine = (event: EventRecord) => as !== 'anonymous' && event.author === app.idOf(as as 'author');
  const isShown = (event: EventRecord) =>
    !event.trashed && !event.hideFromListings && (event.status === 'publish' || as === 'editor' || mine(event));
  return once.filter((event) => isShown(event) && passes(others, OTHERS)(event)).map(({ _id }) => _id);
}

/** All pages of a list. */
async function listed(fetch: TestApp['fetch'], { as, lower, upper, others, refused, first, order, direction }: Asked) {
  const sent = Object.entries(others).map(([key, value]) => SENT[key]?.(value) ?? { [key]: value });
  const where = Object.assign({ collapseSeries: true }, lower, upper, ...sent, refused);
  const ids: number[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const variables = { where, orderBy: { field: order, direction }, first, after };
    const address = `/graphql?query=${encodeURIComponent(QUERY)}&variables=${encodeURIComponent(JSON.stringify(variables))}`;
    const { body } = await fetch(address, { as, headers: { Accept: 'application/json' } });
    const events = body.data?.events;
    for (const { message } of body.errors ?? []) return { refused: message as string };
    ids.push(...events.nodes.map(({ databaseId }: { databaseId: number }) => databaseId));
    ({ hasNextPage: more, endCursor: after } = events.pageInfo);
    for (const total of more ? [] : [events.totalCount]) expect(total).toBe(ids.length);
  }
  return { ids };
}

const records = () => app.store.find<EventRecord>('events', {}, { sort: [['_id', 1]] });

async function compare(one: Asked): Promise<void> {
  const { lower, refused, order, direction } = one;
  const all = await records();
  const model = expectedOf(all, one);
  const isRefused = Object.keys({ ...lower, ...refused }).length > 1 || Object.keys(refused).length > 0;
  const inOrder = order === 'START' ? (direction === 'ASC' ? model : model.toReversed()) : model.toSorted();
  for (const [server, fetch] of [app.fetch, another].entries()) {
    const found = await listed(fetch, one);
    const ids = order === 'START' ? found.ids : found.ids?.toSorted();
    expect([server, one, found.refused, ids]).toEqual(
      isRefused ? [server, one, expect.any(String), undefined] : [server, one, undefined, inOrder],
    );
  }
}

const dates = fc.record({
  lower: fc.constantFrom(...Object.keys(LOWER)).chain((key) => LOWER[key]![0].map((value) => ({ [key]: value }))),
  upper: values(UPPER, 1),
});

/** The same without the way through an API, for visitors: many windows of time in a moment. */
async function compareWindows(windows: readonly Pick<Asked, 'lower' | 'upper'>[]): Promise<void> {
  const all = await records();
  for (const { lower, upper } of windows) {
    const when = 'when' in lower ? { when: String(lower.when).toLowerCase() } : {};
    const where = { collapseSeries: true, ...lower, ...upper, ...when } as EventWhere;
    const ctx = { zone: 'UTC', now: app.clock.now, freshness: {} };
    const parts = await whereFilters(where, EVENT_PARTS, { ctx, problems: [] } as unknown as FilterContext);
    const filter = { $and: [LISTED, ...parts] };
    const found = await app.store.find('events', filter, { only: [], sort: BY_START });
    const model = expectedOf(all, { as: 'anonymous', lower, upper, others: {} });
    expect([where, found.map(({ _id }) => _id)]).toEqual([where, model]);
  }
}

const clock = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** A write of the occurrence at a place, by either API. */
const writes = fc.oneof(
  fc
    .tuple(fc.integer({ min: -90, max: 90 }), fc.constantFrom(0, 0, 8, 50))
    .map(([hours, length]) => ({ hours, length })),
  fc.constantFrom(
    { status: 'draft' },
    { status: 'publish' },
    { status: 'private' },
    { title: 'Moved' },
    { featured: true },
    { hide_from_listings: true },
    { hide_from_listings: false },
    { event_status: 'canceled' },
    { remove: true },
    { restore: true },
    { restore: true },
    { status: 'publish' },
    { venue: [] },
  ),
);

/** The version of each series. */
const seriesVersions = async (): Promise<number[]> =>
  (await app.store.find<EventRecord>('series', {}, { sort: [['_id', 1]] })).map(({ version }) => version);

/**
 * Writes one event. Only this one, and its series if that has other dates then, has a new version and an entry in the log, whatever
 * follows for the others.
 */
async function write({ hours, length, remove, restore, ...fields }: Value, place: number): Promise<void> {
  const [before, seriesBefore] = [await records(), await seriesVersions()];
  const { _id, startsAt } = before[place % before.length]!;
  const start = startsAt + hours * HOUR;
  const times = hours === undefined ? {} : { start_date: clock(start), end_date: clock(start + length * HOUR) };
  app.clock.now += 1_000;
  const logged = await app.store.count(CHANGES.name, {});
  const as = 'editor';
  const ref = `input: { ref: { databaseId: ${_id} } }`;
  await (restore
    ? app.graphql(`mutation { restoreEvent(${ref}) { userErrors { message } } }`, {}, { as })
    : remove
      ? app.rest('DELETE', `/events/${_id}`, { as })
      : app.rest('PATCH', `/events/${_id}`, { as, json: { ...fields, ...times } }));
  vi.advanceTimersByTime(LOOK_EVERY);
  const after = await records();
  const changed = after.filter(({ version }, at) => version !== before[at]!.version);
  expect(changed.map((event) => event._id).filter((id) => id !== _id)).toEqual([]);
  const seriesAfter = await seriesVersions();
  const others = seriesAfter.filter((version, at) => version !== seriesBefore[at]);
  expect(others.length).toBeLessThanOrEqual(changed.length);
  expect(await app.store.count(CHANGES.name, {})).toBe(logged + changed.length + others.length);
  for (const series of new Set(after.map((event) => event.series)))
    expect(
      misplaced(
        after.filter((event) => event.series === series && series !== undefined && isPublic(event)).sort(byStart),
      ),
    ).toEqual([]);
  const alone = after.filter((event) => event.series === undefined || !isPublic(event));
  expect(alone.filter(({ previousStartsAt }) => previousStartsAt !== undefined)).toEqual([]);
}

test('lists that show each series once are those of a model, after every write, with any window, filter, role and order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(writes, fc.nat()), { maxLength: 6 }),
      fc.array(asked, { minLength: 12, maxLength: 12 }),
      fc.array(dates, { minLength: 200, maxLength: 200 }),
      async (written, lists, windows) => {
        for (const one of lists) await compare(one);
        for (const [value, place] of written) {
          await write(value, place);
          for (const one of lists) await compare(one);
          await compareWindows(windows);
        }
      },
    ),
    { numRuns: runsOf(6, 100) },
  );
});

test('what is misplaced among occurrences is what does not store the start before it and the latest end before it', () => {
  const drawn = fc.record({
    startsAt: fc.nat(5),
    length: fc.nat(6),
    previousStartsAt: fc.option(fc.nat(5), { nil: undefined }),
    previousEndsAt: fc.option(fc.nat(8), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 7 }), (all) => {
      const stored = all
        .toSorted((a, b) => a.startsAt - b.startsAt)
        .map(({ length, ...each }, _id) => ({ ...each, _id, endsAt: each.startsAt + length }));
      const right = stored.map((each, at) => {
        const { previousStartsAt: _, previousEndsAt: __, ...bare } = each;
        const before = stored.slice(0, at);
        const last = before.at(-1);
        const ends = Math.max(...before.map(({ endsAt }) => endsAt));
        return { ...bare, ...(last && { previousStartsAt: last.startsAt, previousEndsAt: ends }) };
      });
      const isWrong = (at: number) =>
        stored[at]!.previousStartsAt !== (right[at] as Value).previousStartsAt ||
        stored[at]!.previousEndsAt !== (right[at] as Value).previousEndsAt;
      expect(misplaced(stored)).toEqual(right.filter((_, at) => isWrong(at)));
      expect(misplaced(right)).toEqual([]);
    }),
  );
});
