import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import {
  type DrawnCalendar,
  drawCalendar,
  firstOf,
  type Known,
  lastOf,
  PRIVATE_VENUE,
  SEED,
  when,
} from '../../support/drawn-calendar.ts';

let app: TestApp;
let calendar: DrawnCalendar;

beforeAll(async () => {
  app = await buildApp();
  calendar = await drawCalendar(app, 60);
});
afterAll(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: each row knows the values that it draws
type Value = any;

/** Values that a filter is asked for, and whether it lets an event through: what it leaves out is the rest. */
interface Row {
  values: fc.Arbitrary<Value>;
  /** What is sent for a value. */
  sent?(value: Value): object;
  holds(event: Known, value: Value): boolean;
}

const range = fc.tuple(when, when).map((both) => {
  const [from, to] = both.toSorted((a, b) => firstOf(a) - firstOf(b)) as [string, string];
  return { from, to };
});

const flag = (key: 'allDay' | 'featured' | 'sticky'): Row => ({
  values: fc.boolean(),
  holds: (event, value) => event[key] === value,
});

const some = (max: number) => fc.uniqueArray(fc.nat({ max }), { minLength: 1, maxLength: 2 });

type Linked = 'venues' | 'organizers' | 'tags';

const linked = (key: Linked, wanted: boolean): Row => ({
  values: some(1),
  sent: (value: number[]) => ({ [`${key}${wanted ? 'In' : 'NotIn'}`]: value.map((at) => String(calendar[key][at])) }),
  holds: (event, value: number[]) => event[key].some((at) => value.includes(at)) === wanted,
});

/** A category with those below it: jazz is below music. */
const withBelow = (value: number[]) => (value.includes(0) ? [...value, 1] : value);

const inCategories = (wanted: boolean, descendants: boolean | undefined): Row => ({
  values: some(2),
  sent: (value: number[]) => ({
    [`categories${wanted ? 'In' : 'NotIn'}`]: value.map((at) => String(calendar.categories[at])),
    ...(descendants === undefined ? {} : { withDescendants: descendants }),
  }),
  holds(event, value: number[]) {
    const meant = descendants === false ? value : withBelow(value);
    return event.categories.some((at) => meant.includes(at)) === wanted;
  },
});

/** By the venues that a visitor sees, as numbers. */
const at =
  (...venues: number[]) =>
  (event: Known) =>
    event.venues.some((each) => each !== PRIVATE_VENUE && venues.includes(each));

const PLACES = [
  [{ city: 'Sevilla' }, at(0)],
  [{ city: 'SEVILLA ' }, at(0)],
  [{ city: 'Sevílla' }, at(0)],
  [{ city: '서울' }, at(1)],
  [{ city: 'seoul' }, at(1)],
  [{ city: 'Orleans' }, at(2, 3)],
  [{ city: 'Orléans', country: 'Francia' }, at(2)],
  [{ city: 'Sevilla', country: 'FR' }, at()],
  [{ country: 'es' }, at(0)],
  [{ country: '프랑스' }, at(2)],
  [{ country: 'KR' }, at(1)],
  [{ country: 'nowhere' }, at(4)],
  [{ near: { latitude: 37.38, longitude: -5.97, radiusKm: 20 } }, at(0)],
  [{ near: { latitude: 37.38, longitude: -5.97, radiusKm: 2000 } }, at(0, 2)],
  [{ near: { latitude: 0, longitude: 0, radiusKm: 20_100 } }, at(0, 1, 2, 3)],
] as const;

const place = (key: 'city' | 'country' | 'near'): Row => ({
  values: fc.constantFrom(...PLACES.filter(([where]) => key in where)),
  sent: ([where]) => where,
  holds: (event, [, isThere]) => isThere(event),
});

const WHENS: Record<string, (event: Known, minute: number) => boolean> = {
  UPCOMING: ({ endsAt }, minute) => endsAt > minute,
  RUNNING: ({ startsAt, endsAt }, minute) => startsAt <= minute && endsAt > minute,
  PAST: ({ endsAt }, minute) => endsAt <= minute,
  ALL: () => true,
};

const within = (lowest: number | undefined, { min, max }: { min?: number; max?: number }): boolean =>
  lowest !== undefined && lowest >= (min ?? 0) && lowest <= (max ?? Number.POSITIVE_INFINITY);

const textOf = ({ title, description }: Known): string => `${title}\n${description}`;

const ROWS: Record<string, Row> = {
  in: {
    values: some(9),
    sent: (v: number[]) => ({ in: idsAt(v) }),
    holds: ({ id }, v) => idsAt(v).includes(String(id)),
  },
  notIn: {
    values: some(9),
    sent: (v: number[]) => ({ notIn: idsAt(v) }),
    holds: ({ id }, v) => !idsAt(v).includes(String(id)),
  },
  when: {
    values: fc.constantFrom(...Object.keys(WHENS)),
    holds: (event, value: string) => WHENS[value]!(event, Math.floor(app.clock.now / 60_000) * 60_000),
  },
  startsAfter: { values: when, holds: ({ startsAt }, v) => startsAt > lastOf(v) },
  startsBefore: { values: when, holds: ({ startsAt }, v) => startsAt < firstOf(v) },
  startsOnOrAfter: { values: when, holds: ({ startsAt }, v) => startsAt >= firstOf(v) },
  startsOnOrBefore: { values: when, holds: ({ startsAt }, v) => startsAt <= lastOf(v) },
  startsBetween: { values: range, holds: ({ startsAt }, v) => startsAt >= firstOf(v.from) && startsAt <= lastOf(v.to) },
  endsAfter: { values: when, holds: ({ endsAt }, v) => endsAt > lastOf(v) },
  endsBefore: { values: when, holds: ({ endsAt }, v) => endsAt < firstOf(v) },
  endsOnOrAfter: { values: when, holds: ({ endsAt }, v) => endsAt >= firstOf(v) },
  endsOnOrBefore: { values: when, holds: ({ endsAt }, v) => endsAt <= lastOf(v) },
  endsBetween: { values: range, holds: ({ endsAt }, v) => endsAt >= firstOf(v.from) && endsAt <= lastOf(v.to) },
  runsBetween: {
    values: range,
    holds: ({ startsAt, endsAt }, v) => startsAt <= lastOf(v.to) && endsAt >= firstOf(v.from),
  },
  dateOverlaps: {
    values: range,
    holds: ({ startsAt, endsAt }, v) =>
      endsAt > firstOf(v.from) && (v.to.length > 10 ? startsAt < lastOf(v.to) : startsAt <= lastOf(v.to)),
  },
  onDate: {
    values: when,
    holds: ({ startsAt, endsAt }, v) =>
      startsAt <= lastOf(v.slice(0, 10)) && (endsAt > firstOf(v.slice(0, 10)) || startsAt >= firstOf(v.slice(0, 10))),
  },
  datesIn: {
    values: when,
    sent: (v) => ({ datesIn: 'Asia/Seoul', startsOnOrAfter: v }),
    holds: ({ startsAt }, v) => startsAt >= firstOf(v) - 9 * 3_600_000,
  },
  search: {
    values: fc.tuple(fc.constantFrom('river', 'market', 'night', 'open'), fc.constantFrom('', 'river', 'market')),
    sent: ([word, without]) => ({ search: without && without !== word ? `${word} -${without}` : word }),
    holds: (event, [word, without]) =>
      textOf(event).includes(word) && !(without && without !== word && textOf(event).includes(without)),
  },
  categoriesIn: inCategories(true, undefined),
  categoriesNotIn: inCategories(false, true),
  withDescendants: inCategories(true, false),
  tagsIn: linked('tags', true),
  tagsNotIn: linked('tags', false),
  venuesIn: linked('venues', true),
  venuesNotIn: linked('venues', false),
  organizersIn: linked('organizers', true),
  organizersNotIn: linked('organizers', false),
  hasCoordinates: { values: fc.boolean(), holds: (event, v) => at(0, 1, 2, 3)(event) === v },
  near: place('near'),
  city: place('city'),
  country: place('country'),
  isFree: { values: fc.boolean(), holds: ({ price }, v) => (price.free === true) === v },
  price: {
    values: fc.constantFrom<object>(
      {},
      { max: 10 },
      { min: 10 },
      { min: 6, max: 20 },
      { max: 20, currencyCode: 'EUR' },
      { min: 1, currencyCode: 'gbp' },
    ),
    holds: ({ price: { lowest, currency } }, v) =>
      within(lowest, v) && (!v.currencyCode || lowest === 0 || currency === v.currencyCode.toUpperCase()),
  },
  translatedInto: {
    values: fc.constantFrom('EN', 'KO', 'ES'),
    holds: ({ korean }, v) => v === 'EN' || (v === 'KO' && korean),
  },
  multiday: { values: fc.boolean(), holds: ({ days }, v) => (days[0] !== days[1]) === v },
  allDay: flag('allDay'),
  timezone: { values: fc.constantFrom('UTC', 'Asia/Seoul', 'Europe/Madrid'), holds: ({ zone }, v) => zone === v },
  featured: flag('featured'),
  sticky: flag('sticky'),
  eventStatus: {
    values: fc.subarray(['SCHEDULED', 'CANCELED', 'POSTPONED'], { minLength: 1 }),
    holds: ({ eventStatus }, v) => v.includes(eventStatus.toUpperCase() || 'SCHEDULED'),
  },
  attendance: {
    values: fc.subarray(['OFFLINE', 'ONLINE', 'MIXED'], { minLength: 1 }),
    holds: ({ online, venues }, v) => v.includes(online ? (venues.length ? 'MIXED' : 'ONLINE') : 'OFFLINE'),
  },
  customFields: {
    values: fc.subarray(
      [
        { key: 'colour', value: 'Red' },
        { key: 'size', value: '2.50' },
      ],
      { minLength: 1 },
    ),
    holds: ({ colour, size }, v: { key: string }[]) =>
      v.every(({ key }) => (key === 'colour' ? colour === 'Red' : size === 2.5)),
  },
  author: {
    values: fc.constantFrom('administrator', 'editor'),
    sent: (v) => ({ author: app.idOf(v) }),
    holds: ({ author }, v) => author === v,
  },
  modifiedAfter: {
    values: fc.constantFrom('2026-11-20 20:00:00', '2026-11-21', '2026-11-22 10:00:00'),
    holds: ({ modifiedAt }, v) => modifiedAt > lastOf(v),
  },
  modifiedBefore: {
    values: fc.constantFrom('2026-11-20 20:00:00', '2026-11-21', '2026-11-22 10:00:00'),
    holds: ({ modifiedAt }, v) => modifiedAt < firstOf(v),
  },
  status: { values: fc.constant(['PUBLISH']), holds: () => true },
};

const idsAt = (places: number[]): string[] => places.map((each) => String(calendar.listed[each]!.id));

const QUERY = `query ($where: EventWhere, $orderBy: EventOrder) {
  events(first: 100, where: $where, orderBy: $orderBy) { totalCount nodes { databaseId } }
}`;

async function listed(variables: object): Promise<number[]> {
  const { body } = await app.graphql(QUERY, variables);
  expect(body.errors).toBeUndefined();
  const ids = body.data.events.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
  expect(body.data.events.totalCount).toBe(ids.length);
  return ids;
}

const byStart = (a: Known, b: Known): number => a.startsAt - b.startsAt || a.id - b.id;

const idsOf = (events: readonly Known[]): number[] => events.map(({ id }) => id);

const whereOf = (key: string, value: unknown): object => ROWS[key]!.sent?.(value) ?? { [key]: value };

describe(`in a calendar that ${SEED} draws`, () => {
  test('every filter is in the model, but for the parent that nothing writes', async () => {
    const { body } = await app.graphql('{ __type(name: "EventWhere") { inputFields { name } } }');
    const names = body.data.__type.inputFields.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual([...Object.keys(ROWS), 'parent', 'and', 'or', 'not'].toSorted());
  });

  test.each(Object.keys(ROWS))('%s lets through what it says, by start, and its opposite all else', async (key) => {
    const { values, holds } = ROWS[key]!;
    const seen = { in: 0, out: 0 };
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const where = whereOf(key, value);
        const [through, out] = [true, false].map((wanted) =>
          calendar.listed.filter((event) => holds(event, value) === wanted).sort(byStart),
        ) as [Known[], Known[]];
        expect(await listed({ where })).toEqual(idsOf(through));
        expect(await listed({ where: { not: where } })).toEqual(idsOf(out));
        seen.in += through.length;
        seen.out += out.length;
      }),
      { numRuns: 15, seed: SEED },
    );
    expect(seen.in).toBeGreaterThan(0);
    expect(seen.out > 0).toBe(key !== 'status');
  });

  test('filters that are combined let through what they say together', async () => {
    const one = fc.constantFrom(...Object.keys(ROWS)).chain((key) =>
      ROWS[key]!.values.map((value) => ({
        where: whereOf(key, value),
        holds: (event: Known) => ROWS[key]!.holds(event, value),
      })),
    );
    type One = typeof one extends fc.Arbitrary<infer O> ? O : never;
    const { any } = fc.letrec<{ any: One }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        one,
        fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((all) => ({
          where: { and: all.map(({ where }) => where) },
          holds: (event: Known) => all.every(({ holds }) => holds(event)),
        })),
        fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((all) => ({
          where: { or: all.map(({ where }) => where) },
          holds: (event: Known) => all.some(({ holds }) => holds(event)),
        })),
        tie('any').map(({ where, holds }) => ({ where: { not: where }, holds: (event: Known) => !holds(event) })),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(any, async ({ where, holds }) => {
        expect(await listed({ where })).toEqual(idsOf(calendar.listed.filter(holds).sort(byStart)));
      }),
      { numRuns: 60, seed: SEED },
    );
  });

  test.each(['ASC', 'DESC'])(
    'by distance %s: the nearest venue that a visitor sees, then the start',
    async (direction) => {
      const near = { latitude: 40, longitude: 0, radiusKm: 20_000 };
      // Sevilla, Orléans, Vermont, Seoul.
      const fromNearToFar = [0, 2, 3, 1];
      const rank = (event: Known) => fromNearToFar.findIndex((venue) => at(venue)(event));
      const expected = calendar.listed.filter(at(0, 1, 2, 3)).sort((a, b) => rank(a) - rank(b) || byStart(a, b));
      const found = await listed({ where: { near }, orderBy: { field: 'DISTANCE', direction } });
      expect(found).toEqual(idsOf(direction === 'ASC' ? expected : expected.reverse()));
    },
  );

  test('an edge of a list by distance tells how far the nearest of its venues is, in another order nothing', async () => {
    const edges = async (order: string) => {
      const near = 'latitude: 40, longitude: 0';
      const { body } = await app.graphql(`{
        events(first: 100, where: { near: { ${near}, radiusKm: 20000 } }, orderBy: { field: ${order} }) {
          edges { distanceKm node { venues { distanceKm(${near}) } } }
        }
      }`);
      return body.data.events.edges as {
        distanceKm: number | null;
        node: { venues: { distanceKm: number | null }[] };
      }[];
    };
    const byDistance = await edges('DISTANCE');
    expect(byDistance.length).toBeGreaterThan(10);
    for (const { distanceKm, node } of byDistance) {
      const all = node.venues.map((venue) => venue.distanceKm ?? Number.POSITIVE_INFINITY);
      expect(distanceKm).toBe(Math.min(...all));
    }
    const [first, last] = [byDistance[0]!.distanceKm!, byDistance.at(-1)!.distanceKm!];
    expect(first).toBeLessThan(last);
    expect(new Set((await edges('START')).map(({ distanceKm }) => distanceKm))).toEqual(new Set([null]));
  });

  test.each(['ASC', 'DESC'])('by relevance %s: what has it in its title, then the start', async (direction) => {
    for (const word of ['river', 'market', 'night open']) {
      const has = (text: string) => word.split(' ').every((each) => text.includes(each));
      const rank = ({ title }: Known) => (has(title) ? 0 : 1);
      const expected = calendar.listed
        .filter((event) => has(textOf(event)))
        .sort((a, b) => rank(a) - rank(b) || byStart(a, b));
      const found = await listed({ where: { search: word }, orderBy: { field: 'RELEVANCE', direction } });
      expect(found).toEqual(idsOf(direction === 'ASC' ? expected : expected.reverse()));
    }
  });

  test.each([
    ['DISTANCE', { search: 'river' }],
    ['RELEVANCE', { or: [{ search: 'river' }] }],
  ])('an order by %s without what it is worked out from is refused, naming orderBy', async (field, where) => {
    const { body } = await app.graphql(QUERY, { where, orderBy: { field } });
    expect(body.errors).toMatchObject([
      { extensions: { code: 'INVALID_FIELD', problems: [{ field: 'orderBy', code: 'at_odds' }] } },
    ]);
  });

  test('the events of one record are refused in such an order, naming orderBy', async () => {
    const args = 'where: { search: "river" }, orderBy: { field: RELEVANCE }';
    const { body } = await app.graphql(`{ venues { nodes { events(${args}) { nodes { id } } } } }`);
    expect(body.errors[0]).toMatchObject({ extensions: { problems: [{ field: 'orderBy', code: 'at_odds' }] } });
  });

  test.each([
    [{ price: { min: -1 } }, 'price'],
    [{ price: { min: 2, max: 1 } }, 'price'],
    [{ price: { currencyCode: 'euro' } }, 'price'],
    [{ near: { latitude: 91, longitude: 0, radiusKm: 1 } }, 'near'],
  ])('%o is refused, naming the filter', async (where, field) => {
    const { body } = await app.graphql(QUERY, { where, orderBy: { field: 'DISTANCE' } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field }] } }]);
  });
});
