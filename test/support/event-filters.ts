import fc from 'fast-check';
import { expect } from 'vitest';
import { EVENT_LINKS, type LinkList } from '../../src/kinds/event-links.ts';
import type { TestApp } from './app.ts';
import { type DrawnCalendar, firstOf, type Known, lastOf, PRIVATE_VENUE, when } from './drawn-calendar.ts';

// biome-ignore lint/suspicious/noExplicitAny: each row knows the values that it draws
type Value = any;

/** Values that a filter is asked for, and whether it lets an event through: what it leaves out is the rest. */
export interface Row {
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

type Linked = LinkList | 'tags';

/** A category with those below it: jazz is below music. */
const withBelow = (value: number[]) => (value.includes(0) ? [...value, 1] : value);

/** Whether an event is at one of these venues, for a visitor, who does not see the private one. */
export const at =
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
  [{ within: { south: 37.39, west: -6, north: 37.39, east: -5.98 } }, at(0)],
  [{ within: { south: -90, west: -180, north: 90, east: 180 } }, at(0, 1, 2, 3)],
  // Across the date line.
  [{ within: { south: 0, west: 100, north: 90, east: -60 } }, at(1, 3)],
] as const;

const place = (key: 'city' | 'country' | 'near' | 'within'): Row => ({
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

export const textOf = ({ title, description }: Known): string => `${title}\n${description}`;

/** Every filter of events, but for the parent that nothing writes, over a calendar that was drawn into an app. */
export function filtersOf(app: TestApp, calendar: DrawnCalendar): Readonly<Record<string, Row>> {
  const idsAt = (places: number[]): string[] => places.map((each) => String(calendar.listed[each]!.id));
  const linked = (key: Linked, wanted: boolean): Row => ({
    values: some(1),
    sent: (value: number[]) => ({ [`${key}${wanted ? 'In' : 'NotIn'}`]: value.map((at) => String(calendar[key][at])) }),
    holds: (event, value: number[]) => event[key].some((at) => value.includes(at)) === wanted,
  });
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
  return {
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
    slugIn: {
      values: some(9),
      sent: (v: number[]) => ({ slugIn: v.map((at) => calendar.listed[at]!.slug) }),
      holds: ({ id }, v) => idsAt(v).includes(String(id)),
    },
    when: {
      values: fc.constantFrom(...Object.keys(WHENS)),
      holds: (event, value: string) => WHENS[value]!(event, Math.floor(app.clock.now / 60_000) * 60_000),
    },
    startsAfter: { values: when, holds: ({ startsAt }, v) => startsAt > lastOf(v) },
    startsBefore: { values: when, holds: ({ startsAt }, v) => startsAt < firstOf(v) },
    startsOnOrAfter: { values: when, holds: ({ startsAt }, v) => startsAt >= firstOf(v) },
    startsOnOrBefore: { values: when, holds: ({ startsAt }, v) => startsAt <= lastOf(v) },
    startsBetween: {
      values: range,
      holds: ({ startsAt }, v) => startsAt >= firstOf(v.from) && startsAt <= lastOf(v.to),
    },
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
      holds({ startsAt, endsAt, days, allDay }, v) {
        const day = v.slice(0, 10);
        if (allDay) return days[0] <= day && day <= days[1];
        return startsAt <= lastOf(day) && (endsAt > firstOf(day) || startsAt >= firstOf(day));
      },
    },
    span: {
      values: when,
      sent: (v) => ({ span: { from: v.slice(0, 10), to: v.slice(0, 10) } }),
      holds({ startsAt, endsAt, days, allDay }, v) {
        const day = v.slice(0, 10);
        if (allDay) return days[0] <= day && day <= days[1];
        return startsAt <= lastOf(day) && (endsAt > firstOf(day) || startsAt >= firstOf(day));
      },
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
    // No name has this word; test/api/pages/search.test.ts has those that do.
    searchNames: {
      values: fc.boolean(),
      sent: (searchNames) => ({ search: 'river', searchNames }),
      holds: (event) => textOf(event).includes('river'),
    },
    categoriesIn: inCategories(true, undefined),
    categoriesNotIn: inCategories(false, true),
    withDescendants: inCategories(true, false),
    ...Object.fromEntries(
      (['tags', ...EVENT_LINKS.map(({ inEvents }) => inEvents)] as const).flatMap((key) => [
        [`${key}In`, linked(key, true)],
        [`${key}NotIn`, linked(key, false)],
      ]),
    ),
    hasCoordinates: { values: fc.boolean(), holds: (event, v) => at(0, 1, 2, 3)(event) === v },
    near: place('near'),
    within: place('within'),
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
    isOnline: { values: fc.boolean(), holds: ({ online }, v) => online === v },
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
}

/** By their start, as lists are without an order. */
export const byStart = (a: Known, b: Known): number => a.startsAt - b.startsAt || a.id - b.id;

export const idsOf = (events: readonly Known[]): number[] => events.map(({ id }) => id);

export const QUERY = `query ($where: EventWhere, $orderBy: EventOrder) {
  events(first: 100, where: $where, orderBy: $orderBy) { totalCount nodes { databaseId } }
}`;

/** The numbers of the events in a list, which counts them too. */
export async function listed(app: TestApp, variables: object): Promise<number[]> {
  const { body } = await app.graphql(QUERY, variables);
  expect(body.errors).toBeUndefined();
  const ids = body.data.events.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
  expect(body.data.events.totalCount).toBe(ids.length);
  return ids;
}

/** What is sent for a value of a filter. */
export const whereOf = ({ sent }: Row, key: string, value: Value): object => sent?.(value) ?? { [key]: value };

const BOTH = `query ($where: EventWhere, $opposite: EventWhere) {
  yes: events(first: 60, where: $where) { totalCount nodes { databaseId } }
  no: events(first: 60, where: $opposite) { nodes { databaseId } }
}`;

/** Lists by a filter and by its opposite, and compares both with the model. Gives how many events were in each. */
export async function compare(app: TestApp, { listed: all }: DrawnCalendar, [key, row]: [string, Row], value: Value) {
  const where = whereOf(row, key, value);
  const [through, out] = [true, false].map((wanted) =>
    idsOf(all.filter((event) => row.holds(event, value) === wanted).sort(byStart)),
  ) as [number[], number[]];
  const { body } = await app.graphql(BOTH, { where, opposite: { not: where } });
  const { yes, no } = body.data ?? {};
  const idsIn = (list: { nodes: { databaseId: number }[] }) => list?.nodes.map(({ databaseId }) => databaseId);
  expect([key, value, body.errors, idsIn(yes), idsIn(no)]).toEqual([key, value, undefined, through, out]);
  expect([key, value, yes.totalCount]).toEqual([key, value, through.length]);
  return { through: through.length, out: out.length };
}
