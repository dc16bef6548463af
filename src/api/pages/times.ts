import { DAWN, dayAfter } from '../../domain/days.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { onceFor } from '../../domain/once-for.ts';
import { type Instant, toInstant, toWall, zoneAbbreviation } from '../../domain/time.ts';
import { minuteOf } from '../../domain/window.ts';
import { DAY, isShownTwice, offsetAt, wallAsUtc } from '../../domain/zones.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './site.ts';
import { filled, WORDS } from './words.ts';

type Options = Intl.DateTimeFormatOptions;

const CLOCK: Options = { hour: 'numeric', minute: '2-digit' };
const NEAR: Options = { weekday: 'short', month: 'short', day: 'numeric' };
const SHORT: Options = { ...NEAR, year: 'numeric' };
const LONG: Options = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' };

/** The ways in which pages write dates and times. */
const FORMS = {
  clock: CLOCK,
  hour: { hour: 'numeric' },
  near: NEAR,
  nearTime: { ...NEAR, ...CLOCK },
  short: SHORT,
  shortTime: { ...SHORT, ...CLOCK },
  long: LONG,
  longTime: { ...LONG, ...CLOCK },
  month: { month: 'long', year: 'numeric' },
  date: { month: 'short', day: 'numeric' },
  dateHour: { month: 'short', day: 'numeric', hour: 'numeric' },
  dateClock: { month: 'short', day: 'numeric', ...CLOCK },
  dateYear: { month: 'short', day: 'numeric', year: 'numeric' },
  monthAlone: { month: 'short' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
} as const satisfies Readonly<Record<string, Options>>;

type Form = keyof typeof FORMS;

/** Korean programmes print 24 hours. Without this, Korean times would have AM and PM in English. */
const CLOCKS: { [L in Language]?: Options } = { ko: { hourCycle: 'h23' } };

/** Makes each format only once, because that takes longer than building a page. */
const formatOf = onceFor((language: { code: Language }, form: string) => {
  const options: Options = FORMS[form as Form];
  const clock = options.hour ? CLOCKS[language.code] : {};
  return new Intl.DateTimeFormat(language.code, { timeZone: 'UTC', ...options, ...clock });
});

const SPOKEN = perLanguage((code) => ({ code }));

const formatIn = (language: Language, form: Form) => formatOf(SPOKEN[language], form);

/** The date or time on a calendar or clock (`2026-11-20`, `2026-11-20 19:00:00`) in words of a language. */
export const inWords = (language: Language, form: Form, wall: string): string =>
  formatIn(language, form).format(clockOf(wall));

/** The same in its parts. */
export const partsInWords = (language: Language, form: Form, wall: string): Intl.DateTimeFormatPart[] =>
  formatIn(language, form).formatToParts(clockOf(wall));

/** A range of dates or times in words: `Nov 9 – Dec 20`. */
export const rangeInWords = (language: Language, form: Form, from: string, to: string): string =>
  formatIn(language, form).formatRange(clockOf(from), clockOf(to));

/** Reads a clock as if it showed UTC. */
const clockOf = (wall: string) => new Date(wallAsUtc(wall.length > 10 ? wall : `${wall} 00:00:00`));

/** When an event takes place, by the clock of its zone: `YYYY-MM-DD HH:MM:SS`. */
export interface Dates {
  startDate: string;
  endDate: string;
  /** The same moments with their offset: `2037-03-06T10:00:00+01:00`. */
  startsAt: string;
  endsAt: string;
  allDay: boolean;
  timezone: string;
  /** Whether people take part on site, online, or both. */
  attendance: string;
}

/** Nothing is said of a zone. */
const NO_ZONES = ['', ''] as const;

/**
 * The zones of the start and the end of an event: if its clock differs from that of the site, if people elsewhere take part, and
 * in the hours around a change of the clock. Days have none.
 */
export function zonesIn(event: Dates, zone: string): readonly [string, string] {
  const { startDate, endDate, startsAt, endsAt, allDay, timezone, attendance } = event;
  if (allDay) return NO_ZONES;
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const isOurs = isShownBy(zone, startDate, start) && isShownBy(zone, endDate, end);
  const isClear = end - start >= DAY || offsetAt(timezone, start) === offsetAt(timezone, end);
  const isPlain = isOurs && isClear && attendance === 'OFFLINE' && !isShownTwice(start, timezone);
  if (isPlain && !isShownTwice(end, timezone)) return NO_ZONES;
  return [zoneAbbreviation(timezone, start), zoneAbbreviation(timezone, end)];
}

/** Compares to the minute, because `at` comes from a text whose offset has no seconds, while local mean times had them. */
const isShownBy = (zone: string, wall: string, at: Instant) =>
  Math.abs(wallAsUtc(wall) - at - offsetAt(zone, at)) < 60_000;

/** Whether an event runs for so long that lists need not say at which hour. */
export const isForDays = ({ startsAt, endsAt }: Dates): boolean => Date.parse(endsAt) - Date.parse(startsAt) >= 3 * DAY;

/** When an event begins and ends, for a visitor of the site: an all-day event with its own dates, whatever its zone. */
const momentsOf = ({ allDay, startDate, endDate, startsAt, endsAt }: Dates, zone: string): readonly Instant[] =>
  allDay ? [startDate, endDate].map((wall) => toInstant(wall, zone)) : [startsAt, endsAt].map(Date.parse);

/** The day on which an event begins, in the zone of the site. */
export const dayIn = (zone: string, event: Dates): string =>
  event.allDay ? event.startDate.slice(0, 10) : toWall(Date.parse(event.startsAt), zone).slice(0, 10);

/** The last of its days in the zone of the site. What ends at midnight does not run into the next day. */
export const lastDayIn = (zone: string, { allDay, endDate, endsAt }: Dates): string =>
  lastDay(allDay ? endDate : toWall(Date.parse(endsAt), zone));

/** Whether an event is over, or on, in the minute of the request. The page holds until that changes. */
export function stateOf(event: Dates, { site, context }: PageContext): 'over' | 'on' | undefined {
  const { now, freshness } = context;
  const moments = momentsOf(event, site.zone);
  freshness.until = Math.min(freshness.until, ...moments.filter((at) => at > now));
  const [begun, ended] = moments.map((at) => at <= minuteOf(now));
  return ended ? 'over' : begun ? 'on' : undefined;
}

/** In which words to say when an event takes place. `near` is a day that a heading above names, so it is left out. */
type Said = 'short' | 'long' | { near: string };

/** When an event takes place: its days, and its times unless it lasts whole days. */
export function whenOf(language: Language, form: Said, event: Dates, zone: string): string {
  const zones = zonesIn(event, zone);
  return typeof form === 'string' ? spanIn(language, form, event, zones) : nearIn(language, form.near, event, zones);
}

/** The same on a page. A whole day has no offset. */
export const timeIn = (language: Language, form: Said, event: Dates, zone: string): Html =>
  html`<time datetime="${event.allDay ? event.startDate.slice(0, 10) : event.startsAt}">${whenOf(language, form, event, zone)}</time>`;

/** The days of an event that runs over several: `Nov 9 – Dec 20`. */
export const daysOf = (language: Language, { startDate, endDate }: Dates): string =>
  rangeInWords(language, 'date', startDate, lastDay(endDate));

/** The day on which an event ends. What ends at midnight does not run into the next day. */
const lastDay = (endDate: string) =>
  endDate.endsWith(' 00:00:00') ? dayAfter(endDate.slice(0, 10), -1) : endDate.slice(0, 10);

/** The last day of an event that has begun, seen from a day. */
export function untilIn(language: Language, day: string, { endDate, endsAt }: Dates): Html {
  const last = lastDay(endDate);
  const date = inWords(language, last.startsWith(day.slice(0, 5)) ? 'date' : 'dateYear', last);
  return html`<time datetime="${endsAt}">${filled(WORDS[language].views.until, { date })}</time>`;
}

/** From when an occurrence was moved, if it does not start by the rule of its series. */
export function movedIn(
  language: Language,
  { originalStartsAt, startsAt }: Pick<Dates, 'startsAt'> & { originalStartsAt?: string | null },
): string | undefined {
  if (!originalStartsAt || Date.parse(originalStartsAt) === Date.parse(startsAt)) return undefined;
  const wall = originalStartsAt.slice(0, 19).replace('T', ' ');
  const isThatDay = wall.slice(0, 10) === startsAt.slice(0, 10);
  const form = isThatDay ? 'clock' : wall.slice(0, 4) === startsAt.slice(0, 4) ? 'date' : 'dateYear';
  return filled(WORDS[language].series.moved, { date: inWords(language, form, wall) });
}

type Zones = ReturnType<typeof zonesIn>;

function spanIn(language: Language, days: 'near' | 'short' | 'long', event: Dates, zones: Zones) {
  const { startDate, endDate, allDay } = event;
  const format = formatIn(language, allDay ? days : `${days}Time`);
  const isOneDay = startDate.slice(0, 10) === endDate.slice(0, 10);
  return rangeIn(language, [startDate, endDate], zones, [format, isOneDay ? formatIn(language, 'clock') : format]);
}

/** What stands between two times. */
const toIn = (language: Language): string => (language === 'ko' ? ' ~ ' : ' – ');

/** A range with the zone behind it, or two moments, each with its own. The second one may need fewer words. */
function rangeIn(
  language: Language,
  walls: readonly [string, string],
  [first, last]: Zones,
  [format, shorter]: readonly [Intl.DateTimeFormat, Intl.DateTimeFormat],
) {
  const [start, end] = [clockOf(walls[0]), clockOf(walls[1])];
  if (first !== last) return `${format.format(start)} ${first}${toIn(language)}${shorter.format(end)} ${last}`;
  return `${format.formatRange(start, end)}${first && ` ${first}`}`;
}

/** The times of an event that begins on this day and ends on it or in the night after it; the whole span of any other. */
function nearIn(language: Language, day: string, event: Dates, zones: Zones) {
  const { startDate, endDate, allDay } = event;
  const [ends, until] = [endDate.slice(0, 10), `${dayAfter(day)}${DAWN}`];
  if (!startDate.startsWith(day) || (ends !== day && (allDay || endDate >= until))) {
    const isThatYear = [startDate, endDate].every((wall) => wall.startsWith(day.slice(0, 5)));
    return spanIn(language, isThatYear ? 'near' : 'short', event, zones);
  }
  if (allDay) return WORDS[language].views.allDay;
  const clock = formatIn(language, 'clock');
  const [first, last] = zones;
  if (ends === day || first !== last) return rangeIn(language, [startDate, endDate], zones, [clock, clock]);
  // A range over two days would name both.
  const [start, end] = [startDate, endDate].map((wall) => clock.format(clockOf(wall)));
  return `${start}${toIn(language)}${end}${first && ` ${first}`}`;
}
