import { type Language, perLanguage } from '../rules/language.ts';
import { once } from '../rules/once-for.ts';
import { type Html, html } from './html.ts';

const SHORT = { timeZone: 'UTC', weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const LONG = { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
/** Programmes in Korean are printed so; without it, Korean times would have AM and PM in English. */
const CLOCKS: { [L in Language]?: Intl.DateTimeFormatOptions } = { ko: { hourCycle: 'h23' } };

/** Making one takes longer than a page. */
const formats = once(() =>
  perLanguage((language) => {
    const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
    const time = { ...TIME, ...CLOCKS[language] };
    return {
      short: { days: format(SHORT), times: format({ ...SHORT, ...time }) },
      long: { days: format(LONG), times: format({ ...LONG, ...time }) },
    };
  }),
);

/** When an event takes place, wall clock: `YYYY-MM-DD HH:MM:SS`. */
export interface Dates {
  startDate: string;
  endDate: string;
  /** When it starts, with its offset: `2037-03-06T10:00:00+01:00`. */
  startsAt: string;
  allDay: boolean;
  timezoneAbbr: string;
}

/** That in words of a language: its days, and unless it lasts whole days its times with their zone. */
export function timeIn(language: Language, form: 'short' | 'long', dates: Dates): Html {
  const { startDate, endDate, startsAt, allDay, timezoneAbbr } = dates;
  const { days, times } = formats()[language][form];
  const [start, end] = [startDate, endDate].map((wall) => new Date(`${wall.replace(' ', 'T')}Z`)) as [Date, Date];
  // A day has no offset.
  return allDay
    ? html`<time datetime="${startDate.slice(0, 10)}">${days.formatRange(start, end)}</time>`
    : html`<time datetime="${startsAt}">${times.formatRange(start, end)} ${timezoneAbbr}</time>`;
}
