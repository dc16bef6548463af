import { dayAfter, isDateOf, monthAfter } from '../../domain/days.ts';
import { DomainError } from '../../domain/errors.ts';
import { capitalized } from '../../domain/text.ts';
import type { View } from '../../kinds/addresses.ts';
import { changesAtMidnight } from './address.ts';
import { ONCE, showsOnce, whereChosen } from './choices.ts';
import { eventList, eventsByDay, type ListedEvent } from './events.ts';
import { type Html, html, type Part } from './html.ts';
import { MOST, type SearchedEvent } from './json-ld.ts';
import { type MonthEvent, monthTable, WEEK_STARTS } from './month.ts';
import { type GridDay, gridOf } from './month-grid.ts';
import { nowIn } from './site.ts';
import { type Dates, dayIn, inWords } from './times.ts';
import { dayShown, type Link, linkTo, monthShown, pager, turning, type ViewRequest } from './toolbar.ts';
import { filled, WORDS } from './words.ts';

/** Which events a view shows, as `where` in GraphQL: all, or those of a record. */
interface Scope {
  where: Readonly<Record<string, unknown>>;
  /** The venue of all these events. The view does not repeat its name beside each. */
  venue?: number;
  /** The series of all these events. The view does not repeat what they share. */
  isSeries?: true;
}

/** A finished view. */
export interface ShownView {
  /** What it shows: a month, a day, a search and so on. Undefined for all events to come. */
  title: string | undefined;
  /** Links to the month or day before and after it. */
  turn: Part;
  body: Html;
  /** The events that it shows. */
  events: readonly SearchedEvent[];
  /** Whether it shows events that repeat, and may show each series once. */
  repeats?: boolean;
}

interface EventPage {
  hasNextPage: boolean;
  items: (ListedEvent & SearchedEvent)[];
}

/** Shows a view. @throws DomainError NO_ROUTE past its end, INVALID_FIELD if its search is not allowed */
export async function showView(request: ViewRequest, scope: Scope): Promise<ShownView> {
  const { name } = request.view;
  const show = name === 'month' ? showMonth : name === 'day' ? showDay : showList;
  // Every view marks today, which changes at midnight.
  changesAtMidnight(request.page.context);
  const shown = await show(request, scope);
  return { ...shown, turn: turning(request) };
}

type Shown = Omit<ShownView, 'turn'>;

/** The filter of a view, without its dates. */
const asWhere = ({ page, view, query }: ViewRequest, { where }: Scope): Record<string, unknown> => ({
  ...where,
  ...whereChosen(query.chosen, nowIn(page).slice(0, 10)),
  ...(query.search && { search: query.search, searchNames: true }),
  ...(view.featured && { featured: true }),
});

/** How many events a page has if its address does not say it. */
const SIZE = 15;

async function readPage({ page, view, query }: ViewRequest, variables: object) {
  const asked = { page: view.page, perPage: query.size ?? SIZE, ...variables };
  const { list } = (await page.site.run('EventList', asked, page.context)) as { list: EventPage };
  if (view.page > 1 && list.items.length === 0) throw new DomainError('NO_ROUTE', 'There is no such page.');
  return list;
}

/** Events that are on or to come, or past events, the latest first. */
async function showList(request: ViewRequest, scope: Scope): Promise<Shown> {
  const { page, view, query } = request;
  const { language } = page;
  const words = WORDS[language].views;
  const { from, chosen } = query;
  const isPast = view.name === 'past';
  const dates = from ? { [isPast ? 'endsBefore' : 'endsOnOrAfter']: from } : { when: isPast ? 'PAST' : 'UPCOMING' };
  const isOnce = !scope.isSeries && showsOnce(view.name, chosen, query.search !== undefined);
  const variables = {
    where: { ...asWhere(request, scope), ...dates, ...(isOnce && { collapseSeries: true }) },
    ...(isPast && { direction: 'DESC' }),
  };
  const { items, hasNextPage } = await readPage(request, variables);
  const to = linkTo(request);
  const link = (name: View['name'], page: number, text: string) => ({ href: to({ name, page }, from), text });
  const past = link('past', 1, words.seePast);
  const upcoming = link('list', 1, words.seeUpcoming);
  const before = view.page - 1;
  const further = hasNextPage && link(view.name, view.page + 1, isPast ? words.earlier : words.later);
  const back = before > 0 && link(view.name, before, isPast ? words.later : words.earlier);
  const titles = [
    query.search && filled(words.found, { search: query.search }),
    isPast ? words.pastEvents : view.featured && words.featuredEvents,
    ...request.narrowed.titles,
    ...chosen.filter((name) => name !== ONCE || isOnce).map((name) => WORDS[language].choices[name]),
    from && filled(isPast ? words.before : words.from, { date: inWords(language, 'long', from) }),
  ].filter(Boolean);
  return {
    title: titles.join(' · ') || undefined,
    events: items,
    repeats: isOnce || items.some(({ originalStartsAt }) => originalStartsAt),
    body: items.length
      ? html`${eventsByDay(scope.isSeries ? items.map(bare) : items, page, { ...scope, ...(isPast ? { without: 'over' } : { from }) })}
${isPast ? pager(words.pages, further, back || upcoming) : pager(words.pages, back || past, further)}`
      : emptyView(request, isPast ? 'past' : 'list', isPast ? upcoming : past),
  };
}

/** An occurrence without what it shares with its series. */
const bare = (event: ListedEvent): ListedEvent => ({
  ...event,
  image: null,
  categories: [],
  featured: false,
  isFree: false,
  costText: null,
  series: null,
});

/** The events of a day in the zone of the site. */
async function showDay(request: ViewRequest, scope: Scope): Promise<Shown> {
  const { page, view } = request;
  const { language } = page;
  const words = WORDS[language].views;
  const day = dayShown(request);
  const { items, hasNextPage } = await readPage(request, { where: { ...asWhere(request, scope), onDate: day } });
  const to = linkTo(request);
  const link = (number: number, text: string) => ({ href: to({ ...view, page: number }), text });
  return {
    title: [capitalized(inWords(language, 'long', day)), ...request.narrowed.titles].join(' · '),
    events: items,
    body: items.length
      ? html`${eventList(items, page, { ...scope, day, heading: 'h2' })}
${pager(words.pages, view.page > 1 && link(view.page - 1, words.earlier), hasNextPage && link(view.page + 1, words.later))}`
      : emptyView(request, 'day', await nextAfter(request, scope, dayAfter(day))),
  };
}

/** A month, with the days before and after it that complete its weeks. */
async function showMonth(request: ViewRequest, scope: Scope): Promise<Shown> {
  const { page, view, base, query } = request;
  const { language, site, context } = page;
  const month = monthShown(request);
  const variables = { ...gridOf(month, WEEK_STARTS[language]), where: asWhere(request, scope) };
  const { days } = (await site.run('EventMonth', variables, context)) as { days: GridDay<MonthEvent>[] };
  const inside = days.filter(({ day }) => day.startsWith(month)).flatMap(({ events }) => events);
  const ids = [...new Set(inside.map(({ databaseId }) => String(databaseId)))].slice(0, MOST);
  // A frame tells search engines nothing.
  const events = ids.length > 0 && !page.embedded ? await searched(request, ids) : [];
  const next = monthAfter(month, 1);
  return {
    title: [capitalized(inWords(language, 'month', `${month}-01`)), ...request.narrowed.titles].join(' · '),
    events,
    body: html`${ids.length === 0 && emptyView(request, 'month', next === undefined ? next : await nextAfter(request, scope, `${next}-01`))}
${monthTable(days, { page, month, base, query, featured: view.featured })}`,
  };
}

async function searched({ page: { site, context } }: ViewRequest, ids: readonly string[]) {
  const { list } = (await site.run('EventsForSearchEngines', { in: ids }, context)) as {
    list: { items: SearchedEvent[] };
  };
  return list.items;
}

/** The link from a month or a day without events to the next event, if there is one. */
async function nextAfter(request: ViewRequest, scope: Scope, day: string): Promise<Link | undefined> {
  if (!isDateOf('day', day)) return undefined;
  const { page, view } = request;
  const { language, site, context } = page;
  const where = { ...asWhere(request, scope), startsOnOrAfter: day };
  const { next } = (await site.run('NextEvent', { where }, context)) as { next: { items: Dates[] } };
  const [event] = next.items;
  if (!event) return undefined;
  const start = dayIn(site.zone, event);
  const { name } = view;
  return {
    href: linkTo(request)({ name, date: name === 'month' ? start.slice(0, 7) : start }),
    text: filled(WORDS[language].views.next, { date: inWords(language, 'long', start) }),
  };
}

/** Says why a view is empty, and links to a view that may have events. */
function emptyView({ page, query }: ViewRequest, name: 'list' | 'past' | 'month' | 'day', link: Link | undefined) {
  const { empty } = WORDS[page.language].views;
  return html`<div class="empty"><p>${empty[query.search ? 'search' : query.chosen.length + query.filters.length > 0 ? 'chosen' : name]}</p>
${link && html`<p><a href="${link.href}">${link.text}</a></p>`}</div>`;
}
