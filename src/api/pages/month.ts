import { dayAfter } from '../../domain/days.ts';
import { statusIn } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import { shortened } from '../../domain/text.ts';
import { type ViewQuery, viewHref } from './address.ts';
import { type Coloured, colourOf, opening } from './events.ts';
import { attributes, type Html, html, type Part } from './html.ts';
import { type Cell, type GridDay, type Placed, weeksOf } from './month-grid.ts';
import { hrefOf, nowIn, type PageContext } from './site.ts';
import { type Dates, daysOf, inWords, isLong, partsInWords, zonesIn } from './times.ts';
import { langOf, type Translated } from './translated.ts';
import { filled, WORDS } from './words.ts';

/** An event as a month shows it. */
export interface MonthEvent extends Dates, Translated {
  databaseId: number;
  name: string;
  url: string;
  categories: Coloured[];
  eventStatus: string;
}

/** The first day of a week on printed calendars: 0 is Sunday. */
export const WEEK_STARTS: Readonly<Record<Language, number>> = { en: 0, ko: 0, es: 1 };

/** Any Sunday. */
const SUNDAY = '2023-01-01';

/** Most characters of a title in a cell. The page of the event shows all of it. */
const LONGEST = 60;

interface MonthRequest {
  page: PageContext;
  month: string;
  /** The address to which the paths of views are added. */
  base: string;
  query: ViewQuery;
  featured: boolean;
}

/**
 * A month as a table of weeks. Small screens show the days with dots, and below them the events of one: of the day that was
 * touched, or else of the next one with any. There, and only there, what runs over several days has a list of its own.
 */
export function monthTable(days: readonly GridDay<MonthEvent>[], request: MonthRequest): Html {
  const { page, month } = request;
  const { language } = page;
  const weekStart = WEEK_STARTS[language];
  const weeks = weeksOf<MonthEvent>(month, weekStart, { days, isLong });
  const dotted = weeks.flat().filter((cell) => cell?.isInside && dotsOf(cell).length > 0);
  const open = (dotted.find((cell) => cell!.day >= nowIn(page).slice(0, 10)) ?? dotted[0])?.day;
  const long = new Map(days.flatMap(({ events }) => events.filter(isLong).map((event) => [event.databaseId, event])));
  const names = Array.from({ length: 7 }, (_, at) => dayAfter(SUNDAY, weekStart + at));
  return html`<table class="month">
<caption class="aside">${inWords(language, 'month', `${month}-01`)}</caption>
<thead><tr>${names.map(
    (day) =>
      html`<th scope="col"><abbr title="${inWords(language, 'weekday', day)}">${inWords(language, 'weekdayShort', day)}</abbr></th>`,
  )}</tr></thead>
<tbody>
${weeks.map(
  (week) => html`<tr>${week.map((cell) => (cell ? cellOf(cell, request, open) : html`<td class="out"></td>`))}</tr>
`,
)}</tbody>
</table>
${
  long.size > 0 &&
  html`<ul class="long">${[...long.values()].map(
    (event) =>
      html`<li class="${colourOf(event.categories[0])}">${linkOf(event, page, [event.name, ' ', html`<i>${daysOf(language, event)}</i>`])}</li>
`,
  )}</ul>`
}`;
}

/** Most dots of a day. For more events, a small screen has their number. */
const MOST_DOTS = 3;

/** The events of a day that are over within it, as far as its cell has them. A small screen has a dot for each. */
const dotsOf = ({ placed }: Cell<MonthEvent>): MonthEvent[] =>
  placed.map(({ event }) => event).filter((event) => !isLong(event));

const linkOf = (event: MonthEvent, page: PageContext, content: Part): Html =>
  html`<a href="${hrefOf(page, event.url)}"${langOf(event, 'name', page.language)}${opening(page)}>${content}</a>`;

function cellOf(cell: Cell<MonthEvent>, request: MonthRequest, open: string | undefined): Html {
  const { day, isInside, placed, more } = cell;
  const { page, base, query, featured } = request;
  const { language, embedded } = page;
  const isToday = nowIn(page).startsWith(day);
  const names = [!isInside && 'out', isToday && 'today', !placed.length && 'none', day === open && 'open'];
  const dots = dotsOf(cell);
  const start = html`<td${attributes({ id: dots.length ? day : undefined, class: names.filter(Boolean).join(' ') || undefined, 'aria-current': isToday ? 'date' : undefined })}>`;
  const number = dayNumber(language, day);
  const [words, count] = [WORDS[language].views, String(more)];
  if (!placed.length) return html`${start}<span class="date">${number}</span></td>`;
  const href = viewHref(base, { name: 'day', date: day, featured }, { ...query, from: undefined, embedded });
  const [bars, others] = [placed.filter(isBar), placed.filter((each) => !isBar(each))];
  const single = dots.length + more;
  // Of events that the cell leaves out, no colour is known.
  const marks =
    single > MOST_DOTS
      ? html`<small>${String(single)}</small>`
      : Array.from({ length: single }, (_, at) => html`<i class="${colourOf(dots[at]?.categories[0])}"></i>`);
  const pick = html`<a class="pick" href="#${day}">${number} ${marks}</a>`;
  return html`${start}${dots.length > 0 && pick}<a class="date" href="${href}">${number}</a>${bars.length > 0 && html`<ul class="bars">${bars.map((each) => itemOf(each, page))}</ul>`}${others.length > 0 && html`<ul>${others.map((each) => itemOf(each, page))}</ul>`}${
    more > 0 &&
    html`<a class="more" href="${href}" aria-label="${filled(words.moreOn, { count, date: inWords(language, 'near', day) })}">${filled(words.more, { count })}</a>`
  }</td>`;
}

/** A date in words. A cell shows only its number, a list of days shows all of it. */
const dayNumber = (language: Language, day: string): Part =>
  partsInWords(language, 'near', day).map(({ type, value }) => (type === 'day' ? html`<b>${value}</b>` : value));

/** Whether to draw a bar. An event over several days has one in a row of its own, an all-day event has one in its day. */
const isBar = ({ event, row }: Placed<MonthEvent>): boolean => row > 0 || event.allDay;

function itemOf(placed: Placed<MonthEvent>, page: PageContext): Html {
  const { event, span, row } = placed;
  const { language } = page;
  const title = shortened(event.name, LONGEST);
  if (span === 0) return html`<li class="on r${row}">${filled(WORDS[language].views.goesOn, { title })}</li>`;
  const status = statusIn(event, language);
  const names = [colourOf(event.categories[0]), status && 'off', row > 0 && `r${row}`, span > 1 && `s${span}`];
  return html`<li class="${names.filter(Boolean).join(' ')}">${linkOf(event, page, [
    status ? html`<i>${status}</i> ` : !isBar(placed) && html`<i>${clockOf(event, page)}</i> `,
    status ? html`<s>${title}</s>` : title,
  ])}</li>`;
}

/** The time at which an event starts. English leaves out the minutes of a full hour. */
function clockOf(event: MonthEvent, { language, site }: PageContext): string {
  const { startDate } = event;
  const isFull = startDate.slice(14, 16) === '00' && language === 'en';
  const [zone] = zonesIn(event, site.zone);
  return `${inWords(language, isFull ? 'hour' : 'clock', startDate)}${zone && ` ${zone}`}`;
}
