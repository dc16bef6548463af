import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonlSource } from '../../src/import/files/jsonl.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { SeriesRecord } from '../../src/kinds/series/record.ts';
import { elementsOf, pageAt } from '../api/pages/support.ts';
import { authorsOf, exportedText } from '../import/calendars.ts';
import { importInto } from '../import/support.ts';
import { datesByModel } from '../rules/recurrence/model.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { datesByRfc5545, datesOf, type ReadDate } from '../support/icalendar.ts';
import { empty } from '../support/stored.ts';
import { type DrawnSeries, drawnSeries, horizonOf, momentOf, wallOf, ZONES } from './series-model.ts';

let app: TestApp;
/** Two servers on the same data. */
let servers: readonly TestApp['fetch'][];
/** Another calendar, and a file on the way to it. */
let other: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'histories-'));
  other = await buildApp({ now: FRIDAY });
  app = await buildApp({ now: FRIDAY });
  servers = [app.fetch, app.secondServer()];
});
afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

const [HOUR, DAY] = [3_600_000, 86_400_000];
const LANGUAGES = ['en', 'ko', 'es'] as const;
type Language = (typeof LANGUAGES)[number];
type Scope = 'this' | 'following' | 'all';
type Texts = Partial<Record<Language, string>>;

/** What is written besides times. */
interface Told {
  titles: Texts;
  reasons: Texts;
  eventStatus: string;
  cost: string;
}

interface Occurrence extends Told {
  id: number;
  /** What the clock shows at its start by the rule. */
  wall: string;
  startsAt: number;
  endsAt: number;
  zone: string;
  own: Set<string>;
  gone?: 'alone' | 'with series' | 'by rule';
}

/** A series by the model: the clock readings at which it repeats, and what its occurrences share. */
interface Series extends Told {
  id: number;
  zone: string;
  allDay: boolean;
  first: string;
  /** By the clock. */
  length: number;
  byRule: string[];
  rdates: string[];
  exdates: string[];
  isGone: boolean;
  /** All starts before this moment have been made. */
  madeBefore: number;
  occurrences: Occurrence[];
}

const utc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`);
const asWall = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const dayOf = (wall: string): string => wall.slice(0, 10);
const at = ({ zone }: Pick<Series, 'zone'>, wall: string): number => momentOf(wall, zone);
const originalOf = (series: Series, { wall }: Occurrence): number => at(series, wall);

/** The moments at which a series has occurrences, with what the clock shows at them by the rule. */
function startsOf(series: Series): Map<number, string> {
  const { byRule, rdates, exdates, first } = series;
  const days = new Set(exdates.filter((each) => each.length === 10));
  const moments = new Set(exdates.filter((each) => each.length > 10).map((each) => at(series, each)));
  const walls = [...rdates, first, ...byRule].filter(
    (wall) => !days.has(dayOf(wall)) && !moments.has(at(series, wall)),
  );
  return new Map(walls.map((wall) => [at(series, wall), wall]));
}

function timesAt({ zone, length }: Series, wall: string): { startsAt: number; endsAt: number; zone: string } {
  const startsAt = momentOf(wall, zone);
  return { startsAt, endsAt: Math.max(startsAt, momentOf(asWall(utc(wall) + length), zone)), zone };
}

const toldBy = ({ titles, reasons, eventStatus, cost }: Told): Told => ({
  titles: { ...titles },
  reasons: { ...reasons },
  eventStatus,
  cost,
});

/** A text as a language shows it. */
const shownIn = (key: 'titles' | 'reasons', language: Language, { [key]: texts }: Told): string =>
  texts[language] ?? LANGUAGES.map((each) => texts[each]).find((text) => text !== undefined) ?? '';

/** A part of what was sent. */
interface Part {
  name: string;
  differs(told: Told): boolean;
  assign(told: Told): void;
}

const textPart = (key: 'titles' | 'reasons', language: Language, text: string): Part => ({
  name: `${language}.${key === 'titles' ? 'title' : 'statusReason'}`,
  differs: (told) => shownIn(key, language, told) !== text,
  assign: (told) => {
    told[key][language] = text;
  },
});

const plainPart = (name: 'eventStatus' | 'cost', value: string): Part => ({
  name,
  differs: (told) => told[name] !== value,
  assign: (told) => {
    told[name] = value;
  },
});

/** Assigns what was sent, unless it is shown already. What takes place after all has no reason if that is cleared, also of its own. */
function assign(
  told: Told | Occurrence,
  parts: readonly Part[],
  isCleared: boolean,
  isFree: (part: Part) => boolean = () => true,
): void {
  const was = told.eventStatus;
  for (const part of parts.filter((each) => isFree(each) && each.differs(told))) part.assign(told);
  if (!isCleared || was === 'scheduled' || told.eventStatus !== 'scheduled') return;
  told.reasons = {};
  for (const language of LANGUAGES) if ('own' in told) told.own.delete(`${language}.statusReason`);
}

/** Whether a part is not an occurrence's own. A reason goes with its status. */
const isFree = ({ own }: Occurrence, { name }: Part): boolean =>
  !own.has(name) && !(name.endsWith('.statusReason') && own.has('eventStatus'));

const isElsewhere = (one: object, other: object): boolean =>
  (['startsAt', 'endsAt', 'zone'] as const).some((key) => Object(one)[key] !== Object(other)[key]);

const sort = (series: Series): void => {
  series.occurrences.sort((a, b) => originalOf(series, a) - originalOf(series, b));
};

/** Occurrences without an id are new: the calendar has given them one. */
const NEW = 0;

function make(series: Series, from: number): void {
  const starts = startsOf(series);
  // What begins later is there from its beginning.
  const first = [at(series, series.first), Math.min(...starts.keys())].filter(Number.isFinite);
  const end = Math.max(horizonOf(app.clock.now), ...first.map((start) => start + 1));
  series.madeBefore = end;
  const there = new Set(series.occurrences.map((each) => originalOf(series, each)));
  for (const [moment, wall] of series.isGone ? [] : starts)
    if (moment >= from && moment < end && !there.has(moment))
      series.occurrences.push({
        id: NEW,
        wall,
        ...timesAt(series, wall),
        ...toldBy(series),
        own: new Set<string>(),
      });
  sort(series);
}

/** What a server makes each day. A date that was left out, and moved to another day, is none of what had yet to be made. */
function extend(series: Series): void {
  if (!series.isGone && series.madeBefore < horizonOf(app.clock.now)) make(series, series.madeBefore);
}

/** Another time of the day, length or zone for a series and those of its occurrences that have not begun. */
function move(series: Series, { time, length, zone }: { time: string; length: number; zone: string }): void {
  const was = series.first.slice(11);
  const shifted = (wall: string): string => {
    if (wall.length === 10 || series.allDay) return wall;
    if (wall.slice(11) === was) return `${dayOf(wall)} ${time}`;
    return asWall(utc(wall) + utc(`2000-01-01 ${time}`) - utc(`2000-01-01 ${was}`));
  };
  const made = wallOf(series.madeBefore, series.zone);
  Object.assign(series, { first: shifted(series.first), length, zone });
  // What had yet to be made may start earlier now.
  const earlier = at(series, series.allDay ? `${dayOf(made)} 00:00:00` : shifted(made));
  series.madeBefore = Math.min(series.madeBefore, earlier);
  for (const list of ['byRule', 'rdates', 'exdates'] as const) series[list] = series[list].map(shifted);
  for (const one of series.occurrences) {
    one.wall = shifted(one.wall);
    if (one.startsAt <= app.clock.now) one.own.add('times');
    if (!one.own.has('times')) Object.assign(one, timesAt(series, one.wall));
  }
}

/** Divides a series: this occurrence and those after it are another from then on. */
function divide(calendar: Calendar, series: Series, one: Occurrence): Series {
  const from = originalOf(series, one);
  if (series.occurrences[0] === one) return series;
  const isLater = (wall: string): boolean => at(series, wall) >= from;
  const laterEx = (date: string): boolean =>
    date.length === 10 ? date >= dayOf(wallOf(from, series.zone)) : isLater(date);
  const side = (is: boolean) => {
    const [byRule, rdates] = [series.byRule, series.rdates].map((all) =>
      all.filter((wall) => isLater(wall) === is).sort(),
    ) as [string[], string[]];
    const occurrences = series.occurrences.filter((each) => originalOf(series, each) >= from === is);
    // A rule that was changed may give none of them.
    const { wall } = occurrences[0]!;
    return {
      byRule,
      exdates: series.exdates.filter((date) => laterEx(date) === is),
      occurrences,
      rdates: byRule.length || rdates.length ? rdates : [wall],
      first: byRule[0] ?? rdates[0] ?? wall,
    };
  };
  const later = { ...series, ...toldBy(series), id: NEW, ...side(true) };
  Object.assign(series, side(false));
  calendar.push(later);
  return later;
}

type Calendar = Series[];

/** One of the ways to write an event. */
interface Way {
  server: number;
  how: 'rest' | 'parameter' | 'graphql';
}

const way: fc.Arbitrary<Way> = fc.record({
  server: fc.nat(1),
  how: fc.constantFrom('rest' as const, 'parameter' as const, 'graphql' as const),
});

const camel = (name: string): string =>
  name.replace('event_status_', 'status_').replace(/_(.)/g, (_, letter) => letter.toUpperCase());

async function graphql(server: number, name: string, input: object, language: Language = 'en'): Promise<boolean> {
  const type = name.replace(/^./, (first) => first.toUpperCase());
  const query = `mutation ($input: ${type}Input!) { ${name}(input: $input) { userErrors { code message path } } }`;
  const asked = { method: 'POST', as: 'editor', json: { query, variables: { input } } } as const;
  const { body } = await servers[server]!(`/graphql?multilang_language=${language}`, asked);
  expect(body.errors).toBeUndefined();
  said = JSON.stringify(body.data[name].userErrors);
  return body.data[name].userErrors.length === 0;
}

/** What the last write was answered with. */
let said = '';

/** Writes an occurrence with a scope. */
async function write(
  { server, how }: Way,
  id: number,
  {
    method,
    values = {},
    scope,
    language = 'en',
  }: { method: string; values?: object; scope?: Scope; language?: Language },
): Promise<boolean> {
  const isRest = how !== 'graphql' && method !== 'restore';
  const parameters = new URLSearchParams({
    multilang_language: language,
    ...(how === 'parameter' && scope && { scope }),
  });
  const typed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camel(name), name === 'event_status' ? value.toUpperCase() : value]),
  );
  const word = scope && { scope: scope.toUpperCase() };
  if (!isRest) return graphql(server, `${method}Event`, { ref: { databaseId: id }, ...typed, ...word }, language);
  const { status, text } = await servers[server]!(`/wp-json/calendar/events/v1/events/${id}?${parameters}`, {
    method: method === 'update' ? 'PATCH' : 'DELETE',
    as: 'editor',
    json: { ...values, ...(how === 'rest' && scope && { scope }) },
  });
  said = text;
  return status === 200;
}

/** What an event tells, as the model and as the calendar has it. */
const toldOf = (told: Told) => ({
  titles: LANGUAGES.map((language) => told.titles[language]),
  reasons: LANGUAGES.map((language) => shownIn('reasons', language, told)),
  eventStatus: told.eventStatus,
  cost: told.cost,
});
const toldIn = ({ text, eventStatus = 'scheduled', cost }: EventRecord) => {
  const texts = (key: 'title' | 'statusReason'): Texts =>
    Object.fromEntries(LANGUAGES.map((language) => [language, text[language]?.[key]]));
  return toldOf({ titles: texts('title'), reasons: texts('statusReason'), eventStatus, cost: cost?.raw ?? '' });
};

/** Everything that is stored and shown equals the model. No event is lost or doubled, and none has another name than before. */
async function compare(calendar: Calendar, names: Map<number, Record<string, string>>): Promise<void> {
  const all = await app.store.find<EventRecord>('events', {});
  expect(all.length).toBe(calendar.flatMap(({ occurrences }) => occurrences).length);
  for (const series of calendar) {
    // A new series is known by its first occurrence.
    const known = all.find(({ _id }) => _id === series.occurrences.find(({ id }) => id !== NEW)!.id)!;
    series.id = series.id === NEW ? known.series! : series.id;
    const stored = all.filter((event) => event.series === series.id);
    stored.sort((a, b) => a.originalStartsAt! - b.originalStartsAt!);
    const iso = (moment: number): string => new Date(moment).toISOString();
    expect(
      stored.map((event) => ({
        original: iso(event.originalStartsAt!),
        starts: iso(event.startsAt),
        ends: iso(event.endsAt),
        zone: event.timezone,
        gone: event.trashed,
        own: [...(event.own ?? [])].sort(),
        ...toldIn(event),
      })),
    ).toEqual(
      series.occurrences.map((one) => ({
        original: iso(originalOf(series, one)),
        starts: iso(one.startsAt),
        ends: iso(one.endsAt),
        zone: one.zone,
        gone: one.gone !== undefined,
        own: [...one.own].sort(),
        ...toldOf(one),
      })),
    );
    const [record] = await app.store.byIds<SeriesRecord>('series', [series.id]);
    expect([record!.trashed, iso(record!.startsAt), record!.timezone, toldIn(record!)]).toEqual([
      series.isGone,
      iso(at(series, series.first)),
      series.zone,
      toldOf(series),
    ]);
    for (const [place, { _id: id, uid, slug }] of stored.entries()) {
      const one = series.occurrences[place]!;
      expect(one.id === NEW ? names.has(id) : one.id !== id).toBe(false);
      one.id = id;
      const slugs = Object.entries(slug).map(([language, its]) => [language, its.replace(/__trashed(-\d+)?$/, '')]);
      const name = { uid, ...Object.fromEntries(slugs) };
      // What was deleted may have lost its slug to another.
      const others = new Set(all.flatMap(({ _id, slugs }) => (_id === id ? [] : (slugs ?? []))));
      const known = Object.entries(names.get(id) ?? {}).filter(([, its]) => !others.has(its));
      expect(name).toMatchObject(Object.fromEntries(known));
      names.set(id, name);
    }
    const query = `query ($ids: [ID!]) { events(where: { seriesIn: $ids }, first: 100) { nodes { databaseId } } }`;
    const shown = series.occurrences.filter(({ gone }) => !gone).sort((a, b) => a.startsAt - b.startsAt || a.id - b.id);
    for (const ask of servers) {
      const asked = { method: 'POST', as: 'editor', json: { query, variables: { ids: [series.id] } } } as const;
      const { body } = await ask('/graphql', asked);
      const expected = series.isGone && body.data.events.nodes.length === 0 ? [] : shown.map(({ id }) => id);
      expect(body.data.events.nodes.map(({ databaseId }: { databaseId: number }) => databaseId)).toEqual(expected);
    }
    sort(series);
  }
}

/** A date as calendars show it: a day, or a moment. */
const dateOf = ({ allDay }: Series, { startsAt, zone }: Occurrence): ReadDate =>
  allDay ? dayOf(wallOf(startsAt, zone)) : startsAt;

const sorted = (dates: readonly ReadDate[]): ReadDate[] => [...new Set(dates)].sort();

/** Rules of which ical.js has other dates than RFC 5545. */
const MISREAD = /BYSETPOS|BYYEARDAY|BYWEEKNO|BYMONTHDAY=[\d,]*-/;

/** Whether a clock changes within an hour: of times that come twice, ical.js takes the second, and of those that are skipped an earlier one. */
function isNearChange(date: ReadDate): boolean {
  const offset = (zone: string, moment: number): number => utc(wallOf(moment, zone)) - moment;
  return typeof date === 'number' && ZONES.some((zone) => offset(zone, date - HOUR) !== offset(zone, date + HOUR));
}

/** The dates of a feed before a moment, as RFC 5545 has them; ical.js has the same where it reads its rules right. */
function feedDates(text: string, before: number): ReadDate[] {
  const dates = sorted(datesByRfc5545(text, before));
  const read = MISREAD.test(text.replaceAll('\r\n ', '')) ? dates : sorted(datesOf(text, before));
  const differing = new Set([...dates, ...read].filter((date) => dates.includes(date) !== read.includes(date)));
  const wrong = [...differing].filter((date) => new Date(date).getTime() < before && !isNearChange(date));
  expect(wrong, text).toEqual([]);
  return dates;
}

/** How far ahead all dates are there. */
const AHEAD = 700 * DAY;

/** The events that a page of a series and all that follow it link to, by their slugs. */
async function onPages(path: string): Promise<string[]> {
  const slugs: string[] = [];
  for (const view of ['', 'past/'])
    for (let page = 1, found = ['']; found.length > 0; page += 1) {
      const { text } = await pageAt(app, path + (page === 1 ? view : `${view || 'list/'}page/${page}/`));
      const links = elementsOf(text).filter(({ name, path }) => name === 'a' && path.includes('section.dates'));
      found = links.flatMap(({ attributes }) => /\/event\/([^/]+)\//.exec(attributes.href!)?.[1] ?? []);
      slugs.push(...found);
    }
  return slugs;
}

/** The date of an event as GraphQL tells it. */
const told = ({ startsAt, allDay }: { startsAt: string; allDay: boolean }): ReadDate =>
  allDay ? startsAt.slice(0, 10) : Date.parse(startsAt);

interface ShownPart {
  databaseId: number;
  url: string;
  icalUrl: string;
  parts: { databaseId: number }[];
}

/** What readers see, whichever way they look, is the model: pages, feeds, REST, GraphQL, and another calendar that has the export. */
async function compareShown(calendar: Calendar): Promise<void> {
  const alive = calendar.filter((series) => !series.isGone && series.occurrences.some(({ gone }) => !gone));
  const dates = (series: Series): ReadDate[] =>
    series.occurrences.filter(({ gone }) => !gone).map((one) => dateOf(series, one));
  const known = calendar.filter(({ isGone }) => !isGone).map(({ id }) => id);
  const all = sorted(alive.flatMap(dates));
  const query = `{ seriesList(first: 20) { nodes { databaseId url icalUrl parts { databaseId } } }
    first: events(first: 100) { ...Told } last: events(last: 100) { ...Told } }
    fragment Told on EventConnection { nodes { slug startsAt allDay series { databaseId } } }`;
  const { seriesList, first, last } = (await app.graphql(query)).body.data;
  // An occurrence of a deleted series that was restored alone names none.
  const inSeries = [...first.nodes, ...last.nodes].filter(({ series }) => series);
  const bySlug = new Map<string, ReadDate>(inSeries.map((each) => [each.slug, told(each)] as const));
  expect(sorted([...bySlug.values()])).toEqual(all);
  const { nodes } = seriesList as { nodes: ShownPart[] };
  expect(nodes.map(({ databaseId }) => databaseId).sort()).toEqual([...known].sort());
  for (const { databaseId, url, icalUrl, parts } of nodes) {
    expect(parts.map((part) => part.databaseId).sort()).toEqual([...known].sort());
    const { text } = await app.fetch(icalUrl.replace('http://127.0.0.1:4000', ''));
    const before = app.clock.now + AHEAD;
    const near = (date: ReadDate): boolean => new Date(date).getTime() < before;
    expect(feedDates(text, before)).toEqual(all.filter(near));
    expect(new Set(await onPages(url)), url).toEqual(new Set(bySlug.keys()));
    const where = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01';
    const { body } = await app.rest('GET', `/events?series=${databaseId}&${where}`);
    const listed = body.events.map((event: { start_date: string; utc_start_date: string; all_day: boolean }) =>
      event.all_day ? dayOf(event.start_date) : utc(event.utc_start_date),
    );
    const its = dates(calendar.find(({ id }) => id === databaseId)!);
    expect([body.total, listed]).toEqual([its.length, [...its].sort().slice(0, 50)]);
  }
  await empty(other);
  const path = join(folder, 'history.jsonl');
  writeFileSync(path, await exportedText(app));
  const source = await jsonlSource({ path, since: undefined, calendar: '' });
  const report = await importInto(other.store, { source, now: app.clock.now, authors: authorsOf(other) });
  expect(report).toMatchObject({ refused: [], conflicts: [] });
  await other.tellAll();
  const there = `{ seriesList(first: 20) { nodes { parts { databaseId } } }
    events(first: 100) { totalCount nodes { startsAt allDay } } }`;
  const { body } = await other.graphql(there);
  expect(body.data.seriesList.nodes.map((each: ShownPart) => each.parts.length)).toEqual(nodes.map(() => known.length));
  const copied = calendar.flatMap(dates).sort();
  const { totalCount, nodes: events } = body.data.events;
  expect([totalCount, events.map(told)]).toEqual([copied.length, copied.slice(0, 100)]);
}

interface Step {
  [fc.toStringMethod](): string;
  run(calendar: Calendar, series: Series, one: Occurrence): Promise<void>;
}

const step = <V>(name: string, values: fc.Arbitrary<V>, run: (value: V, ...args: Parameters<Step['run']>) => unknown) =>
  values.map(
    (value): Step => ({
      [fc.toStringMethod]: () => `${name} ${JSON.stringify(value)}`,
      run: async (...args) => void (await run(value, ...args)),
    }),
  );

const scope = fc.constantFrom<Scope | undefined>(undefined, 'this', 'following', 'following', 'all', 'all');
const clock = fc.constantFrom('00:30:00', '02:30:00', '08:45:00', '19:00:00', '23:30:00');
const title = fc.record({ language: fc.constantFrom(...LANGUAGES), number: fc.nat(2) });
const option = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const status = fc.oneof(
  fc.record({ word: fc.constant('scheduled'), reason: option(fc.constant('')) }),
  fc.record({ word: fc.constantFrom('canceled', 'postponed'), reason: option(fc.constantFrom('Rain', 'Snow')) }),
);
const titleOf = ({ language, number }: { language: Language; number: number }) => `${language} title ${number}`;
const times = fc.record({
  time: clock,
  hours: fc.integer({ min: 0, max: 50 }),
  zone: fc.option(fc.constantFrom(...ZONES), { nil: undefined, freq: 3 }),
});
const server = fc.nat(1);

/** Times as they are sent, for an event that starts on a day. */
function sentTimes(allDay: boolean, day: string, { time, hours }: { time: string; hours: number }) {
  const start = `${day} ${allDay ? '00:00:00' : time}`;
  const last = asWall(utc(start) + hours * HOUR);
  return { start_date: start, end_date: allDay ? `${dayOf(last)} 23:59:59` : last };
}

/** Rules whose first date is the first start, whatever that is. */
const rule = fc.constantFrom(
  'FREQ=WEEKLY;COUNT=9',
  'FREQ=WEEKLY;INTERVAL=3',
  'FREQ=DAILY;INTERVAL=40',
  'FREQ=DAILY;INTERVAL=5;COUNT=12',
);

/** Far enough for rules that skip years to come to their next date. */
const LAST = asWall(Date.parse(FRIDAY) + 40_000 * DAY).slice(0, 10);

/** Far enough for the rules that replace others, whatever the clock says at last. */
const SOON = asWall(Date.parse(FRIDAY) + 6_000 * DAY).slice(0, 10);

/** What follows from another recurrence. */
function follow(series: Series, before: Map<number, string>): void {
  const { now } = app.clock;
  const after = startsOf(series);
  for (const one of series.occurrences.filter(({ startsAt }) => startsAt > now)) {
    const original = originalOf(series, one);
    if (after.has(original) && one.gone === 'by rule') one.gone = undefined;
    if (before.has(original) && !after.has(original) && !one.gone && one.own.size === 0) one.gone = 'by rule';
  }
  make(series, now + 1);
}

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: step(
      'update',
      fc.record({
        scope,
        way,
        title: option(title),
        times: option(times),
        days: fc.constantFrom(0, 0, 0, 1),
        status: option(status),
        cost: option(fc.constantFrom('3', '5')),
      }),
      async (value, calendar, series, one) => {
        if (one.gone) return;
        const { title: its, times: sent, status, cost } = value;
        const zone = sent?.zone ?? one.zone;
        const isOne = value.scope === undefined || value.scope === 'this';
        const shown = wallOf(one.startsAt, one.zone);
        const day = dayOf(asWall(utc(shown) + (sent ? value.days * DAY : 0)));
        const spoken = sent ? sentTimes(series.allDay, day, sent) : undefined;
        const start = spoken && momentOf(spoken.start_date, zone);
        const next = spoken
          ? { startsAt: start!, endsAt: Math.max(start!, momentOf(spoken.end_date, zone)), zone }
          : { startsAt: one.startsAt, endsAt: one.endsAt, zone: one.zone };
        const isMoved = isElsewhere(next, one);
        const isRefused = !isOne && isMoved && dayOf(wallOf(next.startsAt, zone)) !== dayOf(shown);
        const language = its?.language ?? 'en';
        const parts = [
          ...(its ? [textPart('titles', language, titleOf(its))] : []),
          ...(status?.reason === undefined ? [] : [textPart('reasons', language, status.reason)]),
          ...(status ? [plainPart('eventStatus', status.word)] : []),
          ...(cost ? [plainPart('cost', cost)] : []),
        ];
        const values = {
          ...(its && { title: titleOf(its) }),
          ...(status && { event_status: status.word, event_status_reason: status.reason }),
          ...(cost && { cost }),
          ...spoken,
          ...(sent?.zone && { timezone: sent.zone }),
        };
        const done = await write(value.way, one.id, {
          method: 'update',
          values,
          language,
          ...(value.scope && { scope: value.scope }),
        });
        expect(done, said).toBe(!isRefused);
        if (isRefused) return;
        if (isOne) {
          // What is as the series has it is not the occurrence's own.
          const own = (name: string, isOther: boolean) => (isOther ? one.own.add(name) : one.own.delete(name));
          if (isMoved) own('times', isElsewhere(timesAt(series, one.wall), next));
          const before = { ...one, ...toldBy(one), own: [...one.own] };
          assign(one, parts, status?.reason === '');
          for (const name of before.own) one.own.add(name);
          for (const part of parts.filter((each) => each.differs(before))) own(part.name, part.differs(series));
          const reasonIn = (each: Language, told: Told) => shownIn('reasons', each, told);
          for (const each of LANGUAGES)
            if (each in before.reasons && reasonIn(each, before) !== reasonIn(each, one))
              own(`${each}.statusReason`, reasonIn(each, series) !== reasonIn(each, one));
        } else {
          const from = value.scope === 'all' ? 0 : series.occurrences.indexOf(one);
          const others = series.occurrences.slice(from).filter((each) => each !== one);
          const reached = (part: Part) => others.filter((each) => isFree(each, part));
          const live = parts.filter((part) => [series, ...reached(part)].some(part.differs));
          const after = wallOf(next.startsAt, zone);
          const times = { time: after.slice(11), length: utc(wallOf(next.endsAt, zone)) - utc(after), zone };
          if (sent) times.zone = sent.zone ?? series.zone;
          const first = `${dayOf(series.first)} ${times.time}`;
          const isLater = sent && isElsewhere(timesAt({ ...series, ...times }, first), timesAt(series, series.first));
          // What changes nothing for the others divides nothing.
          const divides = value.scope !== 'all' && (isLater || live.length > 0);
          const its = divides ? divide(calendar, series, one) : series;
          const told = others.filter((each) => its.occurrences.includes(each));
          assign(its, live, status?.reason === '');
          const isCleared = Object.values(its.reasons).every((reason) => !reason);
          for (const each of told) assign(each, live, isCleared, (part) => isFree(each, part));
          assign(one, parts, status?.reason === '');
          for (const { name } of parts) one.own.delete(name);
          if (isLater) move(its, times);
          const shared = timesAt(its, one.wall);
          if (sent) one.own.delete('times');
          if (sent && isElsewhere(shared, next)) one.own.add('times');
        }
        Object.assign(one, isMoved ? next : {});
      },
    ),
  },
  {
    weight: 2,
    arbitrary: step('delete', fc.record({ scope, way }), async (value, calendar, series, one) => {
      const done = await write(value.way, one.id, { method: 'delete', ...(value.scope && { scope: value.scope }) });
      expect(done, said).toBe(!one.gone);
      if (one.gone) return;
      if (value.scope === undefined || value.scope === 'this') one.gone = 'alone';
      else {
        const its = value.scope === 'all' ? series : divide(calendar, series, one);
        for (const each of its.occurrences) each.gone ??= 'with series';
        its.isGone = true;
      }
    }),
  },
  {
    weight: 2,
    arbitrary: step('restore', fc.record({ scope, way }), async (value, calendar, series, one) => {
      expect(
        await write(value.way, one.id, { method: 'restore', ...(value.scope && { scope: value.scope }) }),
        said,
      ).toBe(true);
      if (!one.gone) return;
      if (value.scope === 'following' || value.scope === 'all') {
        const its = value.scope === 'all' ? series : divide(calendar, series, one);
        for (const each of its.occurrences) if (each.gone === 'with series') each.gone = undefined;
        its.isGone = false;
      }
      one.gone = undefined;
    }),
  },
  {
    weight: 2,
    arbitrary: step(
      'updateSeries',
      fc.record({ server, title: option(title), times: option(times), rule: option(rule) }),
      async (value, _, series) => {
        if (series.isGone) return;
        const { now } = app.clock;
        const { title: its, times: sent } = value;
        const before = startsOf(series);
        const spoken = sent && sentTimes(series.allDay, dayOf(series.first), sent);
        const zone = sent?.zone ?? series.zone;
        const input = {
          ref: { databaseId: series.id },
          ...(its && { title: titleOf(its) }),
          ...(value.rule && { rule: value.rule }),
          ...(spoken && { startDate: spoken.start_date, endDate: spoken.end_date, timezone: zone }),
        };
        const isRefused = spoken && dayOf(wallOf(momentOf(spoken.start_date, zone), zone)) !== dayOf(series.first);
        expect(await graphql(value.server, 'updateSeries', input, its?.language), said).toBe(!isRefused);
        if (isRefused) return;
        for (const { language } of its ? [its] : []) {
          const part = textPart('titles', language, titleOf(its!));
          if (!part.differs(series)) continue;
          assign(series, [part], false);
          for (const one of series.occurrences)
            if (one.startsAt > now) assign(one, [part], false, () => isFree(one, part));
        }
        if (spoken) {
          const { start_date: start, end_date: end } = spoken;
          const shown = wallOf(momentOf(start, zone), zone);
          const last = wallOf(Math.max(momentOf(start, zone), momentOf(end, zone)), zone);
          const was = timesAt(series, series.first);
          const is = {
            startsAt: momentOf(start, zone),
            endsAt: Math.max(momentOf(start, zone), momentOf(end, zone)),
            zone,
          };
          if (JSON.stringify(was) !== JSON.stringify(is))
            move(series, { time: shown.slice(11), zone, length: utc(last) - utc(shown) });
        }
        if (value.rule === undefined) return;
        const day = dayOf(series.first);
        series.byRule = datesByModel(value.rule, day, SOON).map((date) => date + series.first.slice(10));
        follow(
          series,
          sent
            ? startsOf({ ...series, byRule: [...before.values()].map((wall) => dayOf(wall) + series.first.slice(10)) })
            : before,
        );
      },
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      'addOccurrence',
      fc.tuple(server, fc.integer({ min: 1, max: 300 })),
      async ([on, days], _, series) => {
        if (series.isGone) return;
        const day = dayOf(asWall(app.clock.now + days * DAY));
        const wall = `${day} ${series.first.slice(11)}`;
        const before = startsOf(series);
        expect(await graphql(on, 'addOccurrence', { ref: { databaseId: series.id }, date: day }), said).toBe(true);
        const there = series.occurrences.find((each) => originalOf(series, each) === at(series, wall));
        if (there) there.gone = undefined;
        const isLeftOut = series.exdates.includes(day) || series.exdates.includes(wall);
        if (!isLeftOut && (there || before.has(at(series, wall)))) return;
        const all = [...startsOf({ ...series, exdates: [] }).values()];
        const others = all.filter((each) => !series.allDay && dayOf(each) === day && each !== wall);
        series.exdates = series.exdates.flatMap((date) => (date === day ? others : date === wall ? [] : [date]));
        if (!there && !series.byRule.includes(wall)) series.rdates.push(wall);
        follow(series, before);
      },
    ),
  },
  {
    weight: 1,
    arbitrary: step('removeOccurrence', server, async (on, _, series, one) => {
      const day = dayOf(one.wall);
      if (one.wall.slice(11) !== series.first.slice(11)) return;
      expect(await graphql(on, 'removeOccurrence', { ref: { databaseId: series.id }, date: day }), said).toBe(
        !one.gone,
      );
      one.gone ??= 'alone';
    }),
  },
  {
    weight: 1,
    arbitrary: step('days', fc.constantFrom(1, 7, 40, 200), (days) => {
      app.clock.now += days * DAY;
    }),
  },
);

/** A series that was just made. */
async function create(drawn: DrawnSeries): Promise<Series> {
  const { zone, allDay, firstStart, firstEnd, rule: its, rdates, exdates } = drawn;
  const recurrence = { rule: its, rdates, exdates };
  const json = { title: 'en title 0', timezone: zone, start_date: firstStart, end_date: firstEnd, all_day: allDay };
  const { body } = await app.rest('POST', '/events', {
    as: 'editor',
    json: { ...json, recurrence, status: 'publish' },
  });
  expect(body.id, JSON.stringify([drawn, body])).toEqual(expect.any(Number));
  const [event] = await app.store.byIds<EventRecord>('events', [body.id]);
  const time = firstStart.slice(10);
  const until =
    its
      .match(/UNTIL=(\d{4})(\d\d)(\d\d)/)
      ?.slice(1)
      .join('-') ?? LAST;
  const series: Series = {
    id: event!.series!,
    zone,
    allDay,
    first: firstStart,
    length: utc(firstEnd) - utc(firstStart),
    byRule: datesByModel(its, dayOf(firstStart), until).map((date) => date + time),
    rdates: rdates.map((each) => (each.length === 10 ? each + time : each)),
    exdates: [...exdates],
    titles: { en: 'en title 0' },
    reasons: {},
    eventStatus: 'scheduled',
    cost: '',
    isGone: false,
    occurrences: [],
    madeBefore: Number.NEGATIVE_INFINITY,
  };
  make(series, Number.NEGATIVE_INFINITY);
  series.occurrences[0]!.id = body.id;
  return series;
}

/** All of them with DRAWS=all alone: each takes a second or two. */
const RUNS = process.env.DRAWS === 'all' ? { numRuns: 500, interruptAfterTimeLimit: HOUR } : { numRuns: runsOf(4, 40) };

test('whatever is written with whatever scope, all that shows dates and a copy have those of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(
      drawnSeries.filter(
        ({ starts, rule }) =>
          starts.length > 3 && starts.length < 40 && !(rule.includes('BYWEEKNO') && rule.includes('INTERVAL')),
      ),
      fc.array(fc.tuple(steps, fc.nat(), fc.oneof(fc.nat(2), fc.nat(40))), { minLength: 8, maxLength: 20 }),
      async (drawn, happenings) => {
        await empty(app);
        app.clock.now = Date.parse(FRIDAY);
        const [calendar, names] = [[await create(drawn)], new Map()];
        await compare(calendar, names);
        for (const [{ run }, which, place] of happenings) {
          const series = calendar[which % calendar.length]!;
          await run(calendar, series, series.occurrences[place % series.occurrences.length]!);
          // Another server makes what has come into the horizon.
          await app.extendSeries('another');
          for (const each of calendar) extend(each);
          await compare(calendar, names);
        }
        await compareShown(calendar);
      },
    ),
    RUNS,
  );
}, 3_600_000);
