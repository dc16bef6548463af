import { dayAfter, isMultiDay } from '../../domain/days.ts';
import { statusIn } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import { shortened } from '../../domain/text.ts';
import { zoneAbbreviation } from '../../domain/time.ts';
import { type ViewQuery, viewHref } from './address.ts';
import { type Coloured, colourOf, LONGEST, opening } from './events.ts';
import { attributes, type Html, html, type Part } from './html.ts';
import { type Bar, type Cell, type GridDay, weeksOf } from './month-grid.ts';
import { hrefOf, nowIn, type PageContext } from './site.ts';
import { type Dates, daysOf, inWords, lastDayIn, partsInWords, zonesIn } from './times.ts';
import { langOf, type Translated } from './translated.ts';
import { filled, WORDS } from './words.ts';

/** An event as a month shows it. */
export interface MonthEvent extends Dates, Translated {
  databaseId: number;
  name: string;
  url: string;
  categories: Coloured[];
  eventStatus: string;
  featured: boolean;
}

/** The first day of a week on printed calendars: 0 is Sunday. */
export const WEEK_STARTS: Readonly<Record<Language, number>> = { en: 0, ko: 0, es: 1 };

/** Any Sunday. */
const SUNDAY = '2023-01-01';

/** Most characters of a title in a cell. The page of the event shows all of it. */
const LONGEST_IN_CELL = 60;

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
 * touched, or else of the next one with any. There, and only there, what runs over several days also has a list of its own.
 */
export function monthTable(days: readonly GridDay<MonthEvent>[], request: MonthRequest): Html {
  const { page, month } = request;
  const { language } = page;
  const weekStart = WEEK_STARTS[language];
  const lastDayOf = (event: MonthEvent) => lastDayIn(page.site.zone, event);
  const weeks = weeksOf<MonthEvent>(month, weekStart, { days, isLong: isMultiDay, lastDayOf });
  const zone = zoneOf(weeks, page);
  const dotted = weeks.flat().filter((cell) => cell?.isInside && cell.bars.length + cell.single.length > 0);
  const open = (dotted.find((cell) => cell!.day >= nowIn(page).slice(0, 10)) ?? dotted[0])?.day;
  const long = days.flatMap(({ events }) => events.filter(isMultiDay));
  const names = Array.from({ length: 7 }, (_, at) => dayAfter(SUNDAY, weekStart + at));
  return html`${zone && html`<p class="zone">${filled(WORDS[language].views.timesIn, { zone })}</p>`}
<table class="month">
<caption class="aside">${inWords(language, 'month', `${month}-01`)}</caption>
<thead><tr>${names.map(
    (day) =>
      html`<th scope="col"><abbr title="${inWords(language, 'weekday', day)}">${inWords(language, 'weekdayShort', day)}</abbr></th>`,
  )}</tr></thead>
<tbody>
${weeks.map(
  (
    week,
  ) => html`<tr>${week.map((cell) => (cell ? cellOf(cell, { ...request, zone }, open) : html`<td class="out"></td>`))}</tr>
`,
)}</tbody>
</table>
${
  long.length > 0 &&
  html`<ul class="long">${long.map(
    (event) =>
      html`<li class="${colourOf(event.categories[0])}">${linkOf(event, page, [shortened(event.name, LONGEST), ' ', html`<i>${daysOf(language, event)}</i>`])}</li>
`,
  )}</ul>`
}`;
}

/** Most dots of a day. For more events, a small screen has their number. */
const MOST_DOTS = 3;

const linkOf = (event: MonthEvent, page: PageContext, content: Part) =>
  html`<a href="${hrefOf(page, event.url)}"${langOf(event, 'name', page.language)}${opening(page)}>${content}</a>`;

/** The zone of most times of a month, if several of them name it. It stands once above them. */
function zoneOf(weeks: readonly (readonly (Cell<MonthEvent> | undefined)[])[], { site }: PageContext) {
  const counts = new Map<string, number>();
  for (const event of weeks.flat().flatMap((cell) => cell?.single ?? [])) {
    if (event.allDay) continue;
    const [zone] = zonesIn(event, site.zone);
    counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  const [[zone, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return count > 1 ? zone : '';
}

interface CellRequest extends MonthRequest {
  /** The zone of times without one. Empty if it is that of the site. */
  zone: string;
}

function cellOf(cell: Cell<MonthEvent>, request: CellRequest, open: string | undefined) {
  const { day, isInside, single, more } = cell;
  const { page, base, query, featured } = request;
  const { language, embedded } = page;
  const isToday = nowIn(page).startsWith(day);
  const bars = barsOf(cell);
  const isEmpty = !bars.length && !single.length && !more;
  const names = [!isInside && 'out', isToday && 'today', isEmpty && 'none', day === open && 'open'];
  const start = html`<td${attributes({ id: isEmpty ? undefined : day, class: names.filter(Boolean).join(' ') || undefined, 'aria-current': isToday ? 'date' : undefined })}>`;
  const number = dayNumber(language, day);
  const [words, count] = [WORDS[language].views, String(more)];
  if (isEmpty) return html`${start}<span class="date">${number}</span></td>`;
  const href = viewHref(base, { name: 'day', date: day, featured }, { ...query, from: undefined, embedded });
  const others = single.filter(({ allDay }) => !allDay);
  const known = [...cell.bars.flatMap((bar) => bar?.event ?? []), ...single];
  const all = known.length + more;
  // Of events that the cell leaves out, no colour is known.
  const marks =
    all > MOST_DOTS
      ? html`<small>${String(all)}</small>`
      : Array.from({ length: all }, (_, at) => html`<i class="${colourOf(known[at]?.categories[0])}"></i>`);
  const pick = html`<a class="pick" href="#${day}">${number} ${marks}</a>`;
  return html`${start}${pick}<a class="date" href="${href}">${number}</a>${bars.length > 0 && html`<ul class="bars">${bars.map((bar) => barOf(bar, day, page))}</ul>`}${others.length > 0 && html`<ul>${others.map((event) => itemOf(event, day, request))}</ul>`}${
    more > 0 &&
    html`<a class="more" href="${href}" aria-label="${filled(words.moreOn, { count, date: inWords(language, 'near', day) })}">${filled(words.more, { count })}</a>`
  }</td>`;
}

/** A date in words. A cell shows only its number, a list of days shows all of it. */
const dayNumber = (language: Language, day: string): Part =>
  partsInWords(language, 'near', day).map(({ type, value }) => (type === 'day' ? html`<b>${value}</b>` : value));

/** The rows of bars of a cell. All-day events are bars of one day, which fill gaps first. */
function barsOf({ bars, single }: Cell<MonthEvent>) {
  const allDay = single.filter((event) => event.allDay).map((event) => ({ event, span: 1 }));
  return [...bars.map((bar) => bar ?? allDay.shift()), ...allDay];
}

function barOf(bar: Bar<MonthEvent> | undefined, day: string, page: PageContext) {
  if (!bar) return html`<li class="on" aria-hidden="true"></li>`;
  const { event, span } = bar;
  const { language } = page;
  const title = shortened(event.name, LONGEST_IN_CELL);
  if (span === 0) return html`<li class="on">${filled(WORDS[language].views.goesOn, { title })}</li>`;
  return entryOf(event, { language, title, page, said: begunIn(language, event, day) }, [
    isMultiDay(event) && 'run',
    span > 1 && `s${span}`,
  ]);
}

/** When the event of a bar begins, unless that is where the bar does. */
function begunIn(language: Language, { startDate }: MonthEvent, day: string) {
  const own = startDate.slice(0, 10);
  if (own === day) return '';
  const date = inWords(language, own.startsWith(day.slice(0, 5)) ? 'date' : 'dateYear', own);
  return own < day ? filled(WORDS[language].views.since, { date }) : date;
}

function itemOf(event: MonthEvent, day: string, { page, zone }: CellRequest) {
  const { language } = page;
  return entryOf(event, {
    language,
    title: shortened(event.name, LONGEST_IN_CELL),
    page,
    said: clockOf(event, day, page, zone),
  });
}

interface Entry {
  language: Language;
  title: string;
  page: PageContext;
  /** What stands before the title. */
  said: string;
}

/** The link to an event. What does not take place as planned says that instead of its time. */
function entryOf(event: MonthEvent, { language, title, page, said }: Entry, more: readonly (string | false)[] = []) {
  const status = statusIn(event, language);
  const names = [colourOf(event.categories[0]), status && 'off', ...more];
  return html`<li class="${names.filter(Boolean).join(' ')}">${linkOf(event, page, [
    (status || said) && html`<i>${status || said}</i> `,
    status ? html`<s>${title}</s>` : title,
  ])}</li>`;
}

/** The time at which an event starts, with its own date where that is not the day of the cell. English leaves out the minutes of a full hour. */
function clockOf(event: MonthEvent, day: string, { language, site }: PageContext, common: string) {
  const { startDate, startsAt, timezone } = event;
  const form = startDate.slice(14, 16) === '00' && language === 'en' ? 'hour' : 'clock';
  const time = inWords(
    language,
    startDate.startsWith(day) ? form : form === 'hour' ? 'dateHour' : 'dateClock',
    startDate,
  );
  const [zone] = zonesIn(event, site.zone);
  if (zone === common) return time;
  return `${time} ${zone || zoneAbbreviation(timezone, Date.parse(startsAt))}`;
}
