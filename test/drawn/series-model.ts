import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { Role } from '../../src/domain/access.ts';
import { readRule } from '../../src/domain/recurrence/rule.ts';
import { drawnRule } from '../rules/recurrence/drawn-rules.ts';
import { datesByModel, startsByModel } from '../rules/recurrence/model.ts';

const DAY = 86_400_000;

/** Days that occurrences exist ahead of the day of the clock. */
const AHEAD = 732;

export const ZONES = ['UTC', 'Asia/Seoul', 'America/New_York', 'Europe/Madrid', 'Australia/Lord_Howe'] as const;

/** Those who make series. */
const OWNERS = ['editor', 'author', 'contributor'] as const;

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Moments that were asked for: tests ask for the same ones again and again. */
const moments = new Map<string, number>();

/** A clock reading of a zone as a moment. */
export function momentOf(wall: string, zone: string): number {
  const key = `${wall} ${zone}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  const moment = Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds;
  moments.set(key, moment);
  return moment;
}

/** A moment as a clock reading of a zone. */
export const wallOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** A series as it is sent, and all its starts in the years around NOW, in order. */
export interface DrawnSeries {
  owner: (typeof OWNERS)[number];
  api: 'rest' | 'graphql';
  status: 'publish' | 'pending' | 'draft' | 'private';
  /** Days after which it is published. */
  publishedIn: number;
  zone: (typeof ZONES)[number];
  allDay: boolean;
  firstStart: string;
  firstEnd: string;
  rule: string;
  rdates: string[];
  exdates: string[];
  starts: number[];
}

const NOW = '2026-11-20';

const drawn = fc.record({
  owner: fc.constantFrom(...OWNERS),
  api: fc.constantFrom('rest' as const, 'graphql' as const),
  status: fc.constantFrom(
    'publish' as const,
    'publish' as const,
    'pending' as const,
    'draft' as const,
    'private' as const,
  ),
  publishedIn: fc.constantFrom(0, 0, 0, 20),
  zone: fc.constantFrom(...ZONES),
  allDay: fc.boolean(),
  // Weeks of every second year count from another year here than in the model.
  rule: drawnRule.filter((rule) => !/BYWEEKNO/.test(rule) || !/INTERVAL=[2-9]/.test(rule)),
  from: fc.integer({ min: -300, max: 500 }),
  time: fc.constantFrom('00:00:00', '01:30:00', '02:30:00', '19:00:00'),
  hours: fc.integer({ min: 0, max: 60 }),
  untilIn: fc.integer({ min: 0, max: 1200 }),
  rdates: fc.array(fc.tuple(fc.integer({ min: -100, max: 1200 }), fc.boolean()), { maxLength: 3 }),
  exdates: fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 4 }),
});

/** Enough for a model of what a calendar shows, and few enough to be made again and again. */
const MOST = 60;

/** A series that the calendar takes. Its first start is a date of its rule. */
export const drawnSeries: fc.Arbitrary<DrawnSeries> = drawn
  .map(({ from, time, hours, untilIn, allDay, ...series }) => {
    const earliest = dayAfter(NOW, from);
    const endless = series.rule.replace(/;?(COUNT|UNTIL)=\w+/, '').replace(/^;/, '');
    const [first] = datesByModel(endless, earliest, dayAfter(earliest, 1200));
    if (first === undefined) return undefined;
    const firstStart = `${first} ${allDay ? '00:00:00' : time}`;
    const days = allDay ? `${dayAfter(first, Math.floor(hours / 24))} 23:59:59` : undefined;
    const lasting = Temporal.PlainDateTime.from(firstStart.replace(' ', 'T')).add({ hours });
    const firstEnd = days ?? lasting.toString({ smallestUnit: 'second' }).replace('T', ' ');
    const rule = series.rule.replace(/UNTIL=\w+/, `UNTIL=${dayAfter(first, untilIn).replaceAll('-', '')}T235959`);
    const rdates = series.rdates.map(([days, isDay]) =>
      isDay || allDay ? dayAfter(first, days) : `${dayAfter(first, days)} 20:15:00`,
    );
    const read = readRule(rule, { zone: series.zone, allDay });
    const last = dayAfter(NOW, 2_600);
    const modelled = {
      firstStart,
      zone: series.zone,
      allDay,
      ...('rule' in read && { rule: read.rule }),
      rdates: rdates.map((each) => (each.length === 10 ? each + firstStart.slice(10) : each)),
    };
    const all = startsByModel(modelled, rule, last);
    const exdates = series.exdates.flatMap(([place, isDay]) => {
      const wall = all[place] === undefined ? [] : [wallOf(all[place], series.zone)];
      return wall.map((each) => (isDay || allDay ? each.slice(0, 10) : each));
    });
    const starts = startsByModel({ ...modelled, exdates }, rule, last);
    return { ...series, allDay, firstStart, firstEnd, rule, rdates, exdates, starts };
  })
  .filter((series) => series !== undefined)
  // Where the clock skips the first start, it is a later one for the calendar.
  .filter(({ firstStart, zone }) => wallOf(momentOf(firstStart, zone), zone) === firstStart)
  // The calendar counts no further than 10,000 days.
  .filter(({ firstStart, rule }) => {
    const day = firstStart.slice(0, 10);
    const [, count] = /COUNT=(\d+)/.exec(rule) ?? [];
    return count === undefined || datesByModel(rule, day, dayAfter(day, 9_000)).length === Number(count);
  })
  // One of them must be made at once.
  .filter(({ starts, firstStart, zone }) => {
    const first = Math.max(momentOf(firstStart, zone), horizonOf(Date.parse(NOW)) - 1);
    return starts.length <= MOST && starts.some((at) => at <= first);
  });

/** When an occurrence ends: it lasts as long by the clock as the first, also if its start is in a gap of summer time. */
function endOf({ zone, firstStart, firstEnd }: DrawnSeries, at: number): number {
  const plain = (wall: string) => Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
  const length = plain(firstStart).until(plain(firstEnd), { largestUnit: 'hour' });
  const day = wallOf(at, zone).slice(0, 10);
  const start = [firstStart.slice(10), ' 20:15:00'].find((time) => momentOf(day + time, zone) === at)!;
  return Math.max(
    at,
    plain(day + start)
      .add(length)
      .toZonedDateTime(zone).epochMilliseconds,
  );
}

/** Before which moment occurrences are made on the day of a clock. */
export const horizonOf = (now: number): number => Math.floor(now / DAY) * DAY + AHEAD * DAY;

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';

/** What of a record decides who sees it and who may change it. */
interface Owned {
  author: number;
  status: Status;
  before?: Status | undefined;
  publishedAt: number;
  modifiedAt: number;
}

/** What the calendar must have of an occurrence. */
export interface Occurrence extends Owned {
  original: number;
  startsAt: number;
  endsAt: number;
  title: string;
  korean?: string;
  venues: number[];
  hidden: boolean;
  own: Set<string>;
  withSeries: boolean;
}

export interface ModelSeries extends Owned {
  id: number;
  drawn: DrawnSeries;
  title: string;
  /** All starts before this moment have been made. */
  madeBefore: number;
  occurrences: Map<number, Occurrence>;
}

export interface Viewer {
  role: Role | 'anonymous';
  id: number;
}

export const effective = ({ status, publishedAt }: Owned, now: number): Status =>
  status === 'future' && publishedAt <= now ? 'publish' : status;

export function mayChange({ role, id }: Viewer, { author, status, before }: Owned): boolean {
  if (role === 'editor' || role === 'administrator') return true;
  if (author !== id) return false;
  const alive = status === 'trash' ? before : status;
  return role === 'author' || (role === 'contributor' && alive !== 'publish' && alive !== 'future');
}

/** Whether a viewer who asks for every status sees an occurrence in lists. */
export const sees = (viewer: Viewer, one: Occurrence, now: number): boolean =>
  !one.hidden &&
  one.status !== 'trash' &&
  (effective(one, now) === 'publish' ||
    viewer.role === 'editor' ||
    (viewer.role !== 'anonymous' && one.author === viewer.id));

const MINUTE = 60_000;

/** Writes a record now. What a clock that was ahead published at once stays public. */
export function touch(one: Owned, now: number): void {
  const was = one.status === 'trash' ? one.before : one.status;
  if (was === 'publish' && one.publishedAt > now && one.publishedAt <= one.modifiedAt) one.publishedAt = now;
  one.modifiedAt = now;
}

/** The status that a record gets now. */
export function statusNow(status: Status, publishedAt: number, now: number): Status {
  if (status === 'publish' && publishedAt - now >= MINUTE) return 'future';
  return status === 'future' && publishedAt <= now ? 'publish' : status;
}

/** Makes the occurrences that have come into the horizon. */
export function extend(series: ModelSeries, now: number): void {
  if (series.status === 'trash') return;
  const { drawn, author, title, publishedAt } = series;
  // What begins later is there from its beginning.
  series.madeBefore = Math.max(series.madeBefore, horizonOf(now), momentOf(drawn.firstStart, drawn.zone) + 1);
  for (const original of drawn.starts.filter((at) => at < series.madeBefore && !series.occurrences.has(at)))
    series.occurrences.set(original, {
      original,
      author,
      title,
      publishedAt,
      modifiedAt: now,
      startsAt: original,
      endsAt: endOf(drawn, original),
      status: effective(series, now),
      venues: [],
      hidden: false,
      own: new Set<string>(),
      withSeries: false,
    });
}
