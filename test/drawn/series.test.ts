import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';
import { empty } from '../support/stored.ts';
import {
  type DrawnSeries,
  drawnSeries,
  effective,
  extend,
  type ModelSeries,
  mayChange,
  momentOf,
  type Occurrence,
  type Status,
  sees,
  statusNow,
  touch,
  type Viewer,
  wallOf,
} from './series-model.ts';

let app: TestApp;
let venues: number[];

const [HOUR, DAY] = [3_600_000, 86_400_000];

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const viewer = (role: Viewer['role']): Viewer => ({ role, id: role === 'anonymous' ? 0 : app.idOf(role) });

/** What is sent for a series to either API. */
async function create(drawn: DrawnSeries, title: string): Promise<ModelSeries> {
  const { owner, api, status, publishedIn, zone, allDay, firstStart, firstEnd, rule, rdates, exdates } = drawn;
  const { now } = app.clock;
  const publishedAt = now + publishedIn * DAY;
  const date = publishedIn === 0 ? {} : { date: wallOf(publishedAt, 'UTC') };
  const recurrence = { rule, rdates, exdates };
  const times = { title, timezone: zone, ...date, recurrence };
  const sent =
    api === 'rest'
      ? app.rest('POST', '/events', {
          as: owner,
          json: { ...times, start_date: firstStart, end_date: firstEnd, all_day: allDay, status },
        })
      : app.graphql(
          'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { databaseId } userErrors { message path } } }',
          { input: { ...times, startDate: firstStart, endDate: firstEnd, allDay, status: status.toUpperCase() } },
          { as: owner },
        );
  const { body } = await sent;
  const id = body.id ?? body.data?.createEvent?.event?.databaseId;
  expect(id, JSON.stringify([drawn, body])).toEqual(expect.any(Number));
  const [event] = await app.store.byIds<EventRecord>('events', [id]);
  const scaled = owner === 'contributor' && status === 'publish' ? 'pending' : status;
  const model: ModelSeries = {
    id: event!.series!,
    drawn,
    title,
    author: app.idOf(owner),
    madeBefore: Number.NEGATIVE_INFINITY,
    status: statusNow(scaled, publishedAt, now),
    publishedAt,
    modifiedAt: now,
    occurrences: new Map(),
  };
  extend(model, now);
  expect(event!.originalStartsAt).toBe(drawn.starts[0]);
  return model;
}

const EDITOR = { as: 'editor' } as const;

/** Runs a mutation of one record and tells whether it was done. */
async function mutate(name: string, id: number, input: object, as: Viewer['role'] = 'editor'): Promise<boolean> {
  const type = name.replace(/^./, (first) => first.toUpperCase());
  const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { userErrors { code message } } }`;
  const { body } = await app.graphql(query, { input: { ref: { databaseId: id }, ...input } }, { as });
  return body.errors === undefined && body.data?.[name]?.userErrors.length === 0;
}

/** A state of the calendar: its series by the model, and what is known of each occurrence that was ever there. */
interface Calendar {
  series: ModelSeries[];
  known: Map<string, { id: number; uid: string; slug: string }>;
}

const keyOf = ({ id }: ModelSeries, original: number): string => `${id} ${original}`;

const withoutTrash = (slug: string | undefined): string => (slug ?? '').replace(/__trashed(-\d+)?$/, '');

/** What is stored of a series equals the model; nothing that was there before is lost, or has another name. */
async function compareStored({ known }: Calendar, series: ModelSeries): Promise<Map<number, EventRecord>> {
  const stored = await app.store.find<EventRecord>('events', { series: series.id });
  const byStart = stored.toSorted((a, b) => a.originalStartsAt! - b.originalStartsAt!);
  const expected = [...series.occurrences.values()].toSorted((a, b) => a.original - b.original);
  const { now } = app.clock;
  const iso = (at: number): string => new Date(at).toISOString();
  expect(byStart.map(({ originalStartsAt }) => iso(originalStartsAt!))).toEqual(
    expected.map(({ original }) => iso(original)),
  );
  expect(
    byStart.map((event) => ({
      starts: iso(event.startsAt),
      ends: iso(event.endsAt),
      title: event.text.en?.title,
      korean: event.text.ko?.title,
      venues: event.venues,
      hidden: event.hideFromListings,
      own: [...(event.own ?? [])].sort(),
      withSeries: event.deletedWithSeries ?? false,
      status: effective(event, now),
      author: event.author,
    })),
  ).toEqual(
    expected.map((one) => ({
      starts: iso(one.startsAt),
      ends: iso(one.endsAt),
      title: one.title,
      korean: one.korean,
      venues: one.venues,
      hidden: one.hidden,
      own: [...one.own].sort(),
      withSeries: one.withSeries,
      status: effective(one, now),
      author: one.author,
    })),
  );
  for (const { _id: id, uid, slug, originalStartsAt } of byStart) {
    const key = keyOf(series, originalStartsAt!);
    const name = { id, uid, slug: withoutTrash(slug.en) };
    expect(known.get(key) ?? name).toEqual(name);
    known.set(key, name);
  }
  // What lists that show each series once find it by.
  const listed = byStart
    .filter((event) => event.status === 'publish' && !event.hideFromListings)
    .toSorted((a, b) => a.startsAt - b.startsAt || a._id - b._id);
  expect(byStart.map(({ _id, previousStartsAt, previousEndsAt }) => [_id, previousStartsAt, previousEndsAt])).toEqual(
    byStart.map((event) => {
      const before = listed.slice(0, Math.max(0, listed.indexOf(event)));
      const ends = before.length ? Math.max(...before.map(({ endsAt }) => endsAt)) : undefined;
      return [event._id, before.at(-1)?.startsAt, ends];
    }),
  );
  return new Map(byStart.map((event) => [event.originalStartsAt!, event]));
}

const QUERY = `query ($id: ID!, $any: EventWhere) {
  series(ref: { databaseId: $id }) {
    status version exdates occurrenceCount nextEvent { databaseId }
    all: events(first: 100, where: $any) { totalCount nodes { databaseId startsAt originalStartsAt slug uid isException title } }
    events(first: 100) { totalCount nodes { databaseId } }
  }
}`;

/** Those who may not ask for a status. */
const READERS: readonly Viewer['role'][] = ['anonymous', 'subscriber'];

/** Both APIs show a viewer the occurrences that the model has, and no others. */
async function compareShown(series: ModelSeries, role: Viewer['role'], byOriginal: Map<number, EventRecord>) {
  const { now } = app.clock;
  const who = viewer(role);
  const maySay = !READERS.includes(role);
  const idOf = ({ original }: Occurrence): number => byOriginal.get(original)!._id;
  const order = (a: Occurrence, b: Occurrence): number => a.startsAt - b.startsAt || idOf(a) - idOf(b);
  const seen = [...series.occurrences.values()].filter((one) => sees(who, one, now)).toSorted(order);
  const ids = seen.map(idOf);
  // Whoever may not see a series does not learn which events are of it.
  const isShown = effective(series, now) === 'publish' || (role !== 'anonymous' && mayRead(who, series));
  const inSeries = isShown ? ids : [];
  const { body: rest } = await app.rest(
    'GET',
    `/events?series=${series.id}&${maySay ? 'status=any&' : ''}per_page=50&start_date=2000-01-01&end_date=2050-01-01`,
    { as: role },
  );
  expect([role, rest.message, rest.total, rest.events?.map(({ id }: { id: number }) => id)]).toEqual([
    role,
    undefined,
    inSeries.length,
    inSeries.slice(0, 50),
  ]);
  const { body } = await app.graphql(QUERY, { id: series.id, any: maySay ? { status: ['ANY'] } : {} }, { as: role });
  expect([role, body.data.series !== null]).toEqual([role, isShown]);
  if (isShown) {
    const shown = body.data.series;
    expect([
      role,
      shown.all.totalCount,
      shown.all.nodes.map((node: { databaseId: number }) => node.databaseId),
    ]).toEqual([role, ids.length, ids]);
    for (const [at, node] of shown.all.nodes.entries()) {
      const one = seen[at]!;
      expect([node.title, node.isException, Date.parse(node.startsAt), Date.parse(node.originalStartsAt)]).toEqual([
        one.title,
        one.own.size > 0,
        one.startsAt,
        one.original,
      ]);
    }
    expect([shown.occurrenceCount, shown.events]).toEqual([
      ids.length,
      { totalCount: ids.length, nodes: ids.map((databaseId) => ({ databaseId })) },
    ]);
    const minute = Math.floor(now / 60_000) * 60_000;
    const next = seen.find((one) => one.endsAt > minute);
    expect(shown.nextEvent?.databaseId).toBe(next && idOf(next));
    const deleted = [...series.occurrences.values()].filter(({ status }) => status === 'trash');
    const moments = shown.exdates.filter((text: string) => text.length > 10).map((text: string) => Date.parse(text));
    const days = shown.exdates.filter((text: string) => text.length === 10);
    for (const { original } of deleted)
      expect(moments.includes(original) || days.includes(wallOf(original, series.drawn.zone).slice(0, 10))).toBe(true);
  }
}

const mayRead = (who: Viewer, { author }: ModelSeries): boolean => who.role === 'editor' || author === who.id;

/** What is done with the occurrence at a place among those of a series. */
interface Step {
  [fc.toStringMethod](): string;
  run(calendar: Calendar, series: ModelSeries, one: Occurrence, id: number): Promise<void>;
}

const shift = (wall: string, hours: number): string =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + hours * HOUR).toISOString().slice(0, 19).replace('T', ' ');

const step = <V>(name: string, values: fc.Arbitrary<V>, run: (value: V, ...args: Parameters<Step['run']>) => unknown) =>
  values.map(
    (value): Step => ({
      [fc.toStringMethod]: () => `${name} ${JSON.stringify(value)}`,
      run: async (...args) => void (await run(value, ...args)),
    }),
  );

/** A write of an occurrence that is not in the trash, by either API. */
async function patch(isRest: boolean, id: number, json: object, typed: object): Promise<void> {
  const isDone = isRest
    ? (await app.rest('PATCH', `/events/${id}`, { ...EDITOR, json })).status === 200
    : await mutate('updateEvent', id, typed);
  expect(isDone).toBe(true);
}

/** After a write: a date that has come publishes. */
function written(one: Occurrence): void {
  touch(one, app.clock.now);
  one.status = statusNow(one.status, one.publishedAt, app.clock.now);
}

const alive = (run: (one: Occurrence) => unknown, one: Occurrence) => (one.status === 'trash' ? undefined : run(one));

const jumps = fc.constantFrom(0, 1 / 24, 1, 7, 30, 200, 400, -1, -40, -300);

let jobsDone = 0;

/** Makes what has come into the horizon, by some servers at the same time. */
const jobs = fc.constantFrom<readonly (() => Promise<void>)[]>(
  [() => app.extendSeries()],
  [() => app.extendSeries('another')],
  [() => app.extendSeries(), () => app.extendSeries('another'), () => app.extendSeries('another')],
);

const settle = (owned: { status: Status; publishedAt: number }): void => {
  owned.status = effective(owned as Occurrence, app.clock.now);
};

const steps = fc.oneof(
  step('title', fc.tuple(fc.boolean(), fc.constantFrom('One', 'Two')), ([isRest, title], _, __, one, id) =>
    alive(async () => {
      await patch(isRest, id, { title }, { title });
      if (title !== one.title) one.own.add('en.title');
      one.title = title;
      written(one);
    }, one),
  ),
  step('times', fc.tuple(fc.boolean(), fc.integer({ min: -400, max: 400 }), fc.nat(50)), (value, _, series, one, id) =>
    alive(async () => {
      const [isRest, hours, length] = value;
      const { zone, allDay } = series.drawn;
      const start = shift(wallOf(one.startsAt, zone), hours);
      const end = shift(start, length);
      await patch(isRest, id, { start_date: start, end_date: end }, { startDate: start, endDate: end });
      const [from, to] = allDay ? [`${start.slice(0, 10)} 00:00:00`, `${end.slice(0, 10)} 23:59:59`] : [start, end];
      const [startsAt, endsAt] = [momentOf(from, zone), Math.max(momentOf(from, zone), momentOf(to, zone))];
      if (startsAt !== one.startsAt || endsAt !== one.endsAt) one.own.add('times');
      Object.assign(one, { startsAt, endsAt });
      written(one);
    }, one),
  ),
  step('venue', fc.subarray([0, 1]), (places, _, __, one, id) =>
    alive(async () => {
      const ids = places.map((at) => venues[at]!);
      await patch(true, id, { venue: ids }, {});
      if (JSON.stringify(ids) !== JSON.stringify(one.venues)) one.own.add('venues');
      one.venues = ids;
      written(one);
    }, one),
  ),
  step('Korean', fc.constantFrom('하나', '둘'), (title, _, __, one, id) =>
    alive(async () => {
      const { status } = await app.rest('PATCH', `/events/${id}?multilang_language=ko`, { ...EDITOR, json: { title } });
      expect(status).toBe(200);
      if (title !== one.korean) one.own.add('ko.title');
      one.korean = title;
      written(one);
    }, one),
  ),
  step('hidden', fc.boolean(), (hidden, _, __, one, id) =>
    alive(async () => {
      await patch(true, id, { hide_from_listings: hidden }, {});
      if (hidden !== one.hidden) one.own.add('hideFromListings');
      one.hidden = hidden;
      written(one);
    }, one),
  ),
  step('status', fc.constantFrom('publish' as const, 'draft' as const, 'private' as const), (status, _, __, one, id) =>
    alive(async () => {
      const { now } = app.clock;
      const before = { ...one };
      await patch(false, id, {}, { status: status.toUpperCase(), scope: 'THIS' });
      const [after] = await app.store.byIds<EventRecord>('events', [id]);
      expect(after!.status).toBe(statusNow(status, after!.publishedAt, now));
      // A clock that was set back makes what is public scheduled. Nobody chose that.
      const isByClock =
        after!.publishedAt === before.publishedAt &&
        [before, after!].every((each) => each.status === 'publish' || each.status === 'future');
      if (after!.status !== before.status && !isByClock) one.own.add('status');
      Object.assign(one, { status: after!.status, publishedAt: after!.publishedAt, modifiedAt: now });
    }, one),
  ),
  step('delete', fc.boolean(), async (isRest, _, __, one, id) => {
    const isDone = isRest
      ? (await app.rest('DELETE', `/events/${id}`, EDITOR)).status === 200
      : await mutate('deleteEvent', id, {});
    expect(isDone).toBe(one.status !== 'trash');
    if (one.status === 'trash') return;
    touch(one, app.clock.now);
    Object.assign(one, { before: one.status, status: 'trash' });
  }),
  step('restore', fc.constant(true), async (_, __, ___, one, id) => {
    expect(await mutate('restoreEvent', id, {})).toBe(true);
    if (one.status !== 'trash') return;
    touch(one, app.clock.now);
    Object.assign(one, {
      status: statusNow(one.before!, one.publishedAt, app.clock.now),
      before: undefined,
      withSeries: false,
    });
  }),
  step(
    'deleteSeries',
    fc.tuple(fc.boolean(), fc.constantFrom('editor' as const, 'author' as const, 'contributor' as const)),
    async ([keepPast, role], _, series) => {
      const who = viewer(role);
      const { now } = app.clock;
      const gone = [...series.occurrences.values()].filter(
        ({ status, startsAt }) => status !== 'trash' && (!keepPast || startsAt > now),
      );
      const may = series.status !== 'trash' && [series, ...gone].every((each) => mayChange(who, each));
      expect([role, await mutate('deleteSeries', series.id, { keepPast }, role)]).toEqual([role, may]);
      for (const each of may ? [series, ...gone] : []) {
        touch(each, now);
        Object.assign(each, { before: each.status, status: 'trash' });
      }
      if (may) for (const each of gone) each.withSeries = true;
    },
  ),
  step('restoreSeries', fc.constant(true), async (_, __, series) => {
    const { now } = app.clock;
    const isGone = series.status === 'trash';
    const back = [...series.occurrences.values()].filter(({ status, withSeries }) => status === 'trash' && withSeries);
    expect(await mutate('restoreSeries', series.id, {})).toBe(true);
    for (const each of isGone ? [series, ...back] : []) {
      touch(each, now);
      Object.assign(each, { status: statusNow(each.before!, each.publishedAt, now), before: undefined });
    }
    if (isGone) for (const each of back) each.withSeries = false;
    extend(series, isGone ? now : Number.NEGATIVE_INFINITY);
  }),
  step('days', fc.tuple(jumps, fc.boolean()), async ([days, publishes], { series: all }) => {
    app.clock.now += Math.round(days * DAY);
    if (publishes) {
      await app.publishDue();
      for (const series of all) [series, ...series.occurrences.values()].forEach(settle);
    }
  }),
  jobs.map(
    (servers): Step => ({
      [fc.toStringMethod]: () => `job by ${servers.length}`,
      async run({ series: all }) {
        await Promise.all(servers.map((server) => server()));
        // On MongoDB a server sees what another wrote after half a second, or when it has written something itself.
        jobsDone += 1;
        const names = app.store.kind === 'mongodb' ? [`After job ${jobsDone}`] : [];
        for (const name of names) await made(app, 'tags', { name });
        for (const series of all) extend(series, app.clock.now);
      },
    }),
  ),
);

const ROLES: readonly Viewer['role'][] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'];

test('whatever is done with series, they are what a model has that expands their rules', async () => {
  const happening = fc.tuple(steps, fc.nat(2), fc.nat(), fc.constantFrom(...ROLES));
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnSeries, { minLength: 1, maxLength: 2 }),
      fc.array(happening, { minLength: 6, maxLength: 14 }),
      async (drawn, happenings) => {
        await empty(app);
        // A server makes nothing twice on a day: this one remembers the last day of the calendar before.
        app.clock.now = Date.parse(FRIDAY) - 3000 * DAY;
        await app.extendSeries();
        app.clock.now = Date.parse(FRIDAY);
        venues = [(await made(app, 'venues')).id, (await made(app, 'venues', { venue: 'Other' })).id];
        const calendar: Calendar = { series: [], known: new Map() };
        for (const each of drawn) calendar.series.push(await create(each, 'Choir'));
        for (const series of calendar.series) await compareStored(calendar, series);
        for (const [{ run }, which, place, role] of happenings) {
          const series = calendar.series[which % calendar.series.length]!;
          const all = [...series.occurrences.values()];
          const one = all[place % all.length]!;
          await run(calendar, series, one, calendar.known.get(keyOf(series, one.original))!.id);
          for (const each of calendar.series) {
            const stored = await compareStored(calendar, each);
            await compareShown(each, role, stored);
            each.occurrences.forEach(settle);
          }
        }
      },
    ),
    { numRuns: runsOf(6, 100) },
  );
});
