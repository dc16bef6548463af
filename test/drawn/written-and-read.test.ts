import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STATUSES } from '../../src/domain/status.ts';
import { readTime } from '../../src/domain/time.ts';
import { findDamaged } from '../../src/kinds/damaged.ts';
import { byName } from '../../src/kinds/event-links.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { anyDateText, anySpan, anyWall, anyZoneAtAll } from '../support/arbitrary-dates.ts';
import { anyEvent, anyLinked, anyTerm } from '../support/arbitrary-records.ts';
import { fuzzRuns, fuzzSeed } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';
import { readBoth, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { type Kind, kindOf } from '../support/parity/kinds.ts';
import { empty } from '../support/stored.ts';

const as = 'administrator';
const seed = fuzzSeed();

/** All that a list may show to an administrator, at any time that a clock anywhere has shown. */
const STATES = STATUSES.filter((status) => status !== 'trash');
const EVER = { start_date: '0000-12-31 08:00:00Z', end_date: '10000-01-01 15:00:00Z' };

const dated = { date: anyDateText, date_utc: fc.constant(undefined) };
const datedInUtc = { date: fc.constant(undefined), date_utc: anyDateText };
const anyDate = fc.oneof(fc.record(dated), fc.record(datedInUtc));

const anyTimes = fc
  .tuple(anySpan, anyZoneAtAll)
  .map(([[start_date, end_date], timezone]) => ({ start_date, end_date, timezone }));

const and = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<Shown> =>
  fc.tuple(...parts).map((each) => JSON.parse(JSON.stringify(Object.assign({}, ...each))));

/** Without character references, which REST reads in a website and does not write in that of a venue. */
const website = fc.constantFrom('', 'https://example.org/?a=1&b=2', 'mailto:ann@example.org');
const anyWebsite = fc.record({ website });

/** What a write of each kind may be sent, in the names of REST, at the edges of what it takes. */
const DRAWN: Readonly<Record<Kind['name'], fc.Arbitrary<Shown>>> = {
  event: and(anyEvent, anyDate, anyTimes),
  ...byName((kind) => and(anyLinked(kind), anyDate, anyWebsite)),
  category: and(anyTerm),
  tag: and(anyTerm),
};

const RUNS: Readonly<Record<Kind['name'], number>> = { event: 100, ...byName(() => 40), category: 20, tag: 20 };

/** The same in the names of GraphQL. */
const named = ({ fields }: Kind, values: Shown): Shown =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { wire }]) => (values[wire] === undefined ? [] : [[key, values[wire]]])),
  );

describe.each(['UTC', 'Asia/Seoul', 'America/Los_Angeles'])('on a site in %s', (SITE_TIMEZONE) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildApp({ env: { SITE_TIMEZONE } });
  });
  beforeEach(() => empty(app));
  afterAll(() => app.close());

  const runs = (all: number) => ({ seed, numRuns: fuzzRuns({ embedded: all, mongodb: all / 4 }[app.store.kind]) });

  async function get(path: string): Promise<Shown> {
    const { status, body, text } = await app.rest('GET', path, { as });
    expect([status, text]).toEqual([200, text]);
    return body;
  }

  /** What `npm run check-data` prints. */
  async function checked(): Promise<string[]> {
    const lines: string[] = [];
    const found = (line: string): void => void lines.push(line);
    await findDamaged(app.store, { repair: false, found });
    return lines;
  }

  /** The ids that lists of both APIs show, and say to hold. */
  async function listed({ name, plural, isPost }: Kind, window: object = EVER): Promise<object> {
    const query = new URLSearchParams({
      hide_empty: '0',
      per_page: '50',
      ...window,
      ...(isPost ? { status: STATES.join() } : {}),
    });
    const { [plural]: records, total } = await get(`/${plural}?${query}`);
    const where = isPost ? `, where: { status: [${STATES.join().replaceAll('-', '_').toUpperCase()}] }` : '';
    const asked = `{ ${plural}(first: 50${where}) { totalCount nodes { databaseId } } }`;
    const { body } = await app.graphql(asked, {}, { as });
    const { totalCount, nodes } = body.data[plural];
    const rest = { total, ids: records.map(({ id }: Shown) => id) };
    const graphql = { total: totalCount, ids: nodes.map(({ databaseId }: Shown) => databaseId) };
    return { name, rest, graphql };
  }

  const both = ({ name }: Kind, ids: number[]) => {
    const list = { total: ids.length, ids };
    return { name, rest: list, graphql: list };
  };

  /** What is shown of a record whatever is changed of its description. */
  const rest = ({ description, modified, modified_utc, json_ld, ...others }: Shown): Shown => others;
  const standing = ({ modified, modified_utc, ...others }: Shown): Shown => others;

  test.each(Object.keys(DRAWN) as Kind['name'][])(
    `an accepted %s is read, listed, changed and deleted (FUZZ_SEED=${seed})`,
    async (name) => {
      const kind = kindOf(name);
      const write = fc.constantFrom(writeRest, writeGraphql);
      await fc.assert(
        fc.asyncProperty(DRAWN[name], write, write, async (values, create, change) => {
          await empty(app);
          const said = await create(app, kind, { verb: 'create', values: named(kind, values) }, as);
          expect(said).not.toMatchObject({ status: 500 });
          fc.pre('value' in said);
          const { id } = (said as { value: Shown }).value;
          const path = `/${kind.plural}/${id}`;

          const read = await readBoth(app, kind, { id }, as);
          const record = await get(path);
          expect(read.rest).toEqual({ ...read.graphql, said: { value: record } });
          const seen = both(kind, record.hide_from_listings ? [] : [id]);
          expect(await listed(kind)).toEqual(seen);
          expect((await app.fetch(new URL(record.url ?? record.urls.self).pathname, { as })).status).toBeLessThan(500);

          app.clock.now += 60_000;
          const sent = await app.rest('PUT', path, { as, json: record });
          expect([sent.status, sent.text]).toEqual([200, sent.text]);
          expect(standing(await get(path))).toEqual(standing(record));
          const changed = await change(
            app,
            kind,
            { verb: 'update', ref: { id }, values: { description: 'New words' } },
            as,
          );
          expect(changed).toHaveProperty('value');
          expect(rest(await get(path))).toEqual(rest(record));
          expect([await listed(kind), await checked()]).toEqual([seen, []]);

          expect(await create(app, kind, { verb: 'delete', ref: { id } }, as)).toHaveProperty('value');
          expect([await listed(kind), await checked()]).toEqual([both(kind, []), []]);
        }),
        runs(RUNS[name]),
      );
    },
    300_000,
  );

  const MOMENTS = `query ($id: ID!) {
    event(ref: { databaseId: $id }) { startsAt endsAt publishedAt startDay endDay jsonLd }
  }`;
  const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

  test('every moment in GraphQL and JSON-LD is one by RFC 3339, and the one that is stored', async () => {
    await fc.assert(
      fc.asyncProperty(anyTimes, anyWall, async (times, date) => {
        const { id, utc_start_date } = await made(app, 'events', { ...bare(times), date, cost: '5' });
        const { startsAt, endsAt, publishedAt, jsonLd } = (await app.graphql(MOMENTS, { id }, { as })).body.data.event;
        const texts = [startsAt, endsAt, publishedAt, jsonLd.startDate, jsonLd.endDate];
        expect(texts.filter((text) => !RFC_3339.test(text) || text.startsWith('0000'))).toEqual([]);
        expect(jsonLd.offers.validFrom).toMatch(RFC_3339);
        const stored = readTime(utc_start_date, 'UTC', 0)!.at;
        // The offsets of RFC 3339 have no seconds, those before zones were made have.
        expect(Math.abs(Date.parse(startsAt) - stored)).toBeLessThanOrEqual(30_000);
      }),
      runs(60),
    );
  });

  /** Times that are taken in any zone: without an offset. */
  const bare = ({ start_date, end_date, timezone }: Shown): object => {
    const [start, end] = [start_date, end_date].map((text) => text.slice(0, 10));
    return { start_date: `${start} 12:34:56`, end_date: `${end} 12:34:56`, timezone };
  };

  const PART = `query ($after: String, $before: String, $last: Int, $first: Int, $where: EventWhere) {
    events(first: $first, last: $last, after: $after, before: $before, where: $where) {
      totalCount nodes { databaseId } pageInfo { endCursor startCursor }
    }
  }`;

  test('lists of events from both ends of the calendar are in order, whole and part by part', async () => {
    const several = fc.array(anyTimes, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(several, anyWall, anyWall, async (all, one, other) => {
        await empty(app);
        const events: Shown[] = [];
        for (const times of all) events.push(await made(app, 'events', bare(times)));
        const at = ({ utc_start_date }: Shown): number => readTime(utc_start_date, 'UTC', 0)!.at;
        const ordered = events.sort((a, b) => at(a) - at(b) || a.id - b.id);
        const ids = ordered.map(({ id }) => id);

        const pages = ids.map((_, page) => `/events?per_page=1&page=${page + 1}&${new URLSearchParams(EVER)}`);
        const shown = await Promise.all(pages.map(get));
        expect(shown.map(({ events: [event], total }) => [event.id, total])).toEqual(ids.map((id) => [id, ids.length]));
        const { pathname, search } = new URL(shown[0]!.next_rest_url);
        expect((await app.fetch(pathname + search, { as })).body.events[0].id).toBe(ids[1]);

        const forwards: number[] = [];
        const backwards: number[] = [];
        let [after, before]: (string | undefined)[] = [];
        for (const _ of ids) {
          const next: Shown = (await app.graphql(PART, { first: 1, after })).body.data.events;
          const previous: Shown = (await app.graphql(PART, { last: 1, before })).body.data.events;
          forwards.push(next.nodes[0].databaseId);
          backwards.unshift(previous.nodes[0].databaseId);
          [after, before] = [next.pageInfo.endCursor, previous.pageInfo.startCursor];
        }
        expect([forwards, backwards]).toEqual([ids, ids]);

        const [from, to] = [one, other].sort() as [string, string];
        const [first, last] = [from, to].map((wall) => readTime(wall, SITE_TIMEZONE, 0)!.at) as [number, number];
        const within = ordered.filter((event) => first <= at(event) && at(event) <= last).map(({ id }) => id);
        const where = { startsBetween: { from, to } };
        const { totalCount, nodes } = (await app.graphql(PART, { first: 50, where })).body.data.events;
        expect([totalCount, nodes.map(({ databaseId }: Shown) => databaseId)]).toEqual([within.length, within]);
        const rest = await get(`/events?${new URLSearchParams({ start_date: from, end_date: to, ends_after: from })}`);
        expect(rest.total).toBe(rest.events.length);
      }),
      runs(60),
    );
  });
});
