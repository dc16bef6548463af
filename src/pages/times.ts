import { type Language, perLanguage } from '../rules/language.ts';
import { once } from '../rules/once-for.ts';

const SHORT = { timeZone: 'UTC', weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const LONG = { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Making one takes longer than a page. */
const formats = once(() =>
  perLanguage((language) => {
    const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
    return {
      short: { days: format(SHORT), times: format({ ...SHORT, ...TIME }) },
      long: { days: format(LONG), times: format({ ...LONG, ...TIME }) },
    };
  }),
);

/** When an event takes place, wall clock: `YYYY-MM-DD HH:MM:SS`. */
export interface Dates {
  startDate: string;
  endDate: string;
  allDay: boolean;
  timezoneAbbr: string;
}

/** That in words of a language: its days, and unless it lasts whole days its times with their zone. */
export function datesIn(language: Language, form: 'short' | 'long', dates: Dates): string {
  const { startDate, endDate, allDay, timezoneAbbr } = dates;
  const { days, times } = formats()[language][form];
  const [start, end] = [startDate, endDate].map((wall) => new Date(`${wall.replace(' ', 'T')}Z`)) as [Date, Date];
  return allDay ? days.formatRange(start, end) : `${times.formatRange(start, end)} ${timezoneAbbr}`;
}
