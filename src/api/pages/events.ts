import { dayAfter } from '../../domain/days.ts';
import { statusIn } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import { shortened } from '../../domain/text.ts';
import { type Html, html, type Part } from './html.ts';
import { picture, type ShownImage } from './images.ts';
import { hrefOf, nowIn, type PageContext } from './site.ts';
import { COLOURS } from './style.ts';
import { type Dates, dayIn, inWords, isForDays, movedIn, stateOf, timeIn, untilIn } from './times.ts';
import { langOf, saidIn, type Translated } from './translated.ts';
import { WORDS } from './words.ts';

/** Facts about an event that pages show as short marks. */
export interface Marked {
  isFree: boolean;
  featured: boolean;
  costText: string | null;
  /** Whether it takes place as planned. */
  eventStatus: string;
  /** When an occurrence starts by the rule of its series. */
  originalStartsAt?: string | null;
}

/** An event as lists on pages show it. */
export interface ListedEvent extends Dates, Translated, Marked {
  name: string;
  url: string;
  image: ShownImage | null;
  venues: (Translated & { databaseId: number; name: string })[];
  categories: (Translated & Coloured & { name: string })[];
  /** Only in lists by days. */
  series?: { databaseId: number } | null;
}

/** A category. The topmost one above it gives the colour, or else the category itself. */
export interface Coloured {
  databaseId: number;
  /** The categories above it, the topmost first. */
  ancestors: readonly { databaseId: number }[];
}

/** The class with the colour of a category. */
export const colourOf = (category: Coloured | undefined): string =>
  category ? `c${(category.ancestors[0] ?? category).databaseId % COLOURS.length}` : 'c';

type Mark = 'on' | 'over' | 'status';

/** The short marks of an event. `without` leaves out one that the page shows elsewhere. */
export function marksOf(event: Marked & Dates, page: PageContext, without?: Mark): Part {
  const { language } = page;
  const { free, featured, running, over, online } = WORDS[language];
  const status = statusIn(event, language);
  const state = stateOf(event, page);
  const moved = movedIn(language, event);
  const marks = [
    status && without !== 'status' && html`<li class="status">${status}</li>`,
    moved && html`<li class="moved">${moved}</li>`,
    state === 'on' && !status && without !== 'on' && html`<li class="on">${running}</li>`,
    state === 'over' && without !== 'status' && without !== 'over' && html`<li class="quiet">${over}</li>`,
    event.featured && html`<li class="star">${featured}</li>`,
    event.attendance !== 'OFFLINE' && html`<li>${online}</li>`,
    event.isFree ? html`<li>${free}</li>` : event.costText && html`<li class="quiet">${event.costText}</li>`,
  ].filter(Boolean);
  return marks.length > 0 && html`<ul class="marks">${marks}</ul>`;
}

/** Makes a link to a page open a new window if it stands in a frame, because frames show only views. */
export const opening = ({ embedded }: Pick<PageContext, 'embedded'>): Part =>
  embedded && html` target="_blank" rel="noopener"`;

/** Most characters of a title in a list. The page of the event shows all of it. */
export const LONGEST = 90;

/** What a list leaves out: the venue, on that venue's own page. */
interface Around {
  venue?: number;
}

/**
 * Events in several lists: those that begin on each day in the zone of the site, below their month. Those that are on, or have
 * begun before the day `from`, stand above in a list of their own: what runs for weeks is there only once, and so is each series.
 */
export function eventsByDay(
  events: readonly ListedEvent[],
  page: PageContext,
  around: Around & { from?: string; without?: Mark },
): Html {
  const { language, site } = page;
  const words = WORDS[language].views;
  const { from } = around;
  const groups = new Map<string, ListedEvent[]>();
  const seriesOn = new Set<number>();
  for (const event of events) {
    const start = dayIn(site.zone, event);
    const isOn = from ? start < from : stateOf(event, page) === 'on';
    if (isOn && event.series) {
      if (seriesOn.has(event.series.databaseId)) continue;
      seriesOn.add(event.series.databaseId);
    }
    const day = isOn ? '' : start;
    groups.set(day, [...(groups.get(day) ?? []), event]);
  }
  const today = nowIn(page).slice(0, 10);
  const named = new Map([
    [today, words.today],
    [dayAfter(today), words.tomorrow],
  ]);
  let month = '';
  return html`${[...groups].map(([day, its]) => {
    const isNew = month !== day.slice(0, 7);
    month = day.slice(0, 7);
    return html`${isNew && html`<h2 class="of">${inWords(language, 'month', day)}</h2>`}
<section class="day">
${day ? dayHeading(day, named.get(day), language) : html`<h2>${from ? words.goingOn : words.onNow}</h2>`}
${eventList(its, page, { ...around, day: day || from || today, without: day ? around.without : 'on', heading: day ? 'h4' : 'h3' })}
</section>
`;
  })}`;
}

/** The heading with the day of events: a number to see, and the whole date for screen readers. */
function dayHeading(day: string, name: string | undefined, language: Language) {
  const [weekday, month] = [inWords(language, 'weekdayShort', day), inWords(language, 'monthAlone', day)];
  return html`<h3><span class="aside">${name && `${name}, `}${inWords(language, 'long', day)}</span><span aria-hidden="true"><b>${Number(day.slice(8))}</b> ${name ?? weekday} <i>${month}</i></span></h3>`;
}

/**
 * A list of events, each with its time and place. A heading above names the day, or says that the events are on, so the list
 * does not repeat it. `heading` is the element of their names.
 */
export function eventList(
  events: readonly ListedEvent[],
  page: PageContext,
  {
    venue: here,
    day,
    without,
    heading = 'h3',
  }: Around & { day?: string; without?: Mark; heading?: 'h2' | 'h3' | 'h4' },
): Html {
  const { language, site } = page;
  return html`<ul class="events">
${events.map((event) => {
  const venues = event.venues.filter(({ databaseId }) => databaseId !== here);
  const [category] = event.categories;
  const isOff = statusIn(event, language) !== undefined;
  const isBig = event.image && event.featured && day !== undefined;
  const image = event.image && picture({ ...event.image, alternativeText: '' }, page, isBig ? 'big' : 'thumb');
  return html`<li class="${colourOf(category)}${isOff && ' off'}${isBig && image && ' big'}">
${category && html`<p class="kind">${saidIn(category, 'name', language)}</p>`}
<${heading}><a href="${hrefOf(page, event.url)}"${langOf(event, 'name', language)}${opening(page)}>${shortened(event.name, LONGEST)}</a></${heading}>
<p class="when">${day && isForDays(event) && (stateOf(event, page) === 'on' || event.startDate.startsWith(day)) ? untilIn(language, day, event) : timeIn(language, day ? { near: day } : 'short', event, site.zone)}${venues.map((venue) => [' · ', saidIn(venue, 'name', language)])}</p>
${marksOf(event, page, without)}
${image}
</li>
`;
})}</ul>`;
}
