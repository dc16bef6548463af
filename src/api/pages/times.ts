import { dayAfter } from '../../domain/days.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { onceFor } from '../../domain/once-for.ts';
import { type Instant, toWall } from '../../domain/time.ts';
import { offsetAt, wallAsUtc } from '../../domain/zones.ts';
import { type Html, html } from './html.ts';
import { WORDS } from './words.ts';

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
  monthAlone: { month: 'short' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
} as const satisfies Readonly<Record<string, Options>>;

export type Form = keyof typeof FORMS;

/** Korean programmes print 24 hours. Without this, Korean times would have AM and PM in English. */
const CLOCKS: { [L in Language]?: Options } = { ko: { hourCycle: 'h23' } };

/** Makes each format only once, because that takes longer than building a page. */
const formatOf = onceFor((language: { code: Language }, form: string) => {
  const options: Options = FORMS[form as Form];
  const clock = options.hour ? CLOCKS[language.code] : {};
  return new Intl.DateTimeFormat(language.code, { timeZone: 'UTC', ...options, ...clock });
});

const SPOKEN = perLanguage((code) => ({ code }));

const formatIn = (language: Language, form: Form): Intl.DateTimeFormat => formatOf(SPOKEN[language], form);

/** The date or time on a calendar or clock (`2026-11-20`, `2026-11-20 19:00:00`) in words of a language. */
export const inWords = (language: Language, form: Form, wall: string): string =>
  formatIn(language, form).format(clockOf(wall));

/** The same in its parts. */
export const partsInWords = (language: Language, form: Form, wall: string): Intl.DateTimeFormatPart[] =>
  formatIn(language, form).formatToParts(clockOf(wall));

/** Reads a clock as if it showed UTC. */
const clockOf = (wall: string): Date => new Date(wallAsUtc(wall.length > 10 ? wall : `${wall} 00:00:00`));

/** When an event takes place, by the clock of its zone: `YYYY-MM-DD HH:MM:SS`. */
export interface Dates {
  startDate: string;
  endDate: string;
  /** The same moments with their offset: `2037-03-06T10:00:00+01:00`. */
  startsAt: string;
  endsAt: string;
  allDay: boolean;
  timezoneAbbr: string;
}

/** The zone of an event if its clock differs from that of the site; else empty. */
export function zoneIn({ startDate, endDate, startsAt, endsAt, timezoneAbbr }: Dates, zone: string): string {
  const isOurs = [
    [startDate, startsAt],
    [endDate, endsAt],
  ].every(([wall, at]) => isShownBy(zone, wall!, Date.parse(at!)));
  return isOurs ? '' : timezoneAbbr;
}

/** Compares to the minute, because `at` comes from a text whose offset has no seconds, while local mean times had them. */
const isShownBy = (zone: string, wall: string, at: Instant): boolean =>
  Math.abs(wallAsUtc(wall) - at - offsetAt(zone, at)) < 60_000;

/** Whether an event runs over several days. An event that ends at midnight does not run into the next day. */
export const isLong = ({ startDate, endDate }: Pick<Dates, 'startDate' | 'endDate'>): boolean => {
  const [first, last] = [startDate, endDate].map((wall) => wall.slice(0, 10)) as [string, string];
  return first !== last && endDate !== `${dayAfter(first)} 00:00:00`;
};

/** The day on which something starts, in the zone of the site. */
export const dayIn = (zone: string, { startsAt }: Pick<Dates, 'startsAt'>): string =>
  toWall(Date.parse(startsAt), zone).slice(0, 10);

/** Until this hour, an evening has not ended yet. */
const DAWN = ' 06:00:00';

/**
 * When an event takes place: its days, and its times unless it lasts whole days. `near` is a day that a heading above names,
 * so it is left out. The zone follows if it differs from that of the site.
 */
export function timeIn(
  language: Language,
  form: 'short' | 'long' | { near: string },
  event: Dates,
  zone: string,
): Html {
  const { startDate, startsAt, allDay } = event;
  const where = zoneIn(event, zone);
  const said = typeof form === 'string' ? spanIn(language, form, event) : nearIn(language, form.near, event);
  // A whole day has no offset.
  return html`<time datetime="${allDay ? startDate.slice(0, 10) : startsAt}">${said}${where && ` ${where}`}</time>`;
}

function spanIn(language: Language, days: 'near' | 'short' | 'long', { startDate, endDate, allDay }: Dates): string {
  const format = formatIn(language, allDay ? days : `${days}Time`);
  return format.formatRange(clockOf(startDate), clockOf(endDate));
}

/** The times of an event that begins on this day and ends on it or in the night after it; the whole span of any other. */
function nearIn(language: Language, day: string, event: Dates): string {
  const { startDate, endDate, allDay } = event;
  const [ends, until] = [endDate.slice(0, 10), `${dayAfter(day)}${DAWN}`];
  if (!startDate.startsWith(day) || (ends !== day && (allDay || endDate >= until))) {
    const isThatYear = [startDate, endDate].every((wall) => wall.startsWith(day.slice(0, 5)));
    return spanIn(language, isThatYear ? 'near' : 'short', event);
  }
  if (allDay) return WORDS[language].views.allDay;
  const clock = formatIn(language, 'clock');
  const [start, end] = [clockOf(startDate), clockOf(endDate)];
  // A range over two days would name both.
  return ends === day ? clock.formatRange(start, end) : `${clock.format(start)} – ${clock.format(end)}`;
}
