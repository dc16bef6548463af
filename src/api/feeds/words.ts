import { type FeedEvent, titleIn } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import { perLanguage } from '../../domain/language.ts';
import { once } from '../../domain/once-for.ts';

const DAY = { timeZone: 'UTC', weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const TIME = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

/** Made only once, because making a format takes longer than writing a feed. Korean times have no AM and PM. */
const formats = once(() =>
  perLanguage((language) => ({
    days: new Intl.DateTimeFormat(language, DAY),
    times: new Intl.DateTimeFormat(language, { ...TIME, ...(language === 'ko' ? { hourCycle: 'h23' } : {}) }),
  })),
);

interface Dates {
  startDate: string;
  endDate: string;
  allDay: boolean;
  timezoneAbbr: string;
}

/** The headline of an event in news, which have no place for its date. */
export const headlineIn = (event: FeedEvent, language: Language): string =>
  `${titleIn(event, language)} – ${whenIn(language, event)}`;

/** Says in words when an event takes place: its days and, unless it lasts whole days, its times with their zone. */
function whenIn(language: Language, { startDate, endDate, allDay, timezoneAbbr }: Dates): string {
  const { days, times } = formats()[language];
  const [start, end] = [startDate, endDate].map((wall) => new Date(`${wall.replace(' ', 'T')}Z`)) as [Date, Date];
  return allDay ? days.formatRange(start, end) : `${times.formatRange(start, end)} ${timezoneAbbr}`;
}
