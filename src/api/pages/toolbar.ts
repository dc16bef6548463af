import { dayAfter, isDateOf, monthAfter } from '../../domain/days.ts';
import type { View } from '../../kinds/addresses.ts';
import { dayOf, parametersOf, type ViewQuery, viewHref } from './address.ts';
import { CHOSEN, ONCE } from './choices.ts';
import { type Coloured, colourOf } from './events.ts';
import type { Narrowed } from './filters.ts';
import { type Html, html, type Part } from './html.ts';
import { hrefOf, nowIn, type PageContext } from './site.ts';
import { inWords } from './times.ts';
import { langOf, type Translated } from './translated.ts';
import { WORDS } from './words.ts';

/** A category that leads to its events. */
export interface Topic extends Translated, Coloured {
  name: string;
  url: string;
}

/** A venue with events to come. */
export interface VenueToCome extends Translated {
  name: string;
  slug: string;
  city: string;
}

/** A view to show, and where. */
export interface ViewRequest {
  page: PageContext;
  view: View;
  query: ViewQuery;
  /** The records that its filters name. */
  narrowed: Pick<Narrowed, 'where' | 'ids' | 'titles'>;
  /** The address to which the paths of views are added, as a link: that of all events, or that of a record. */
  base: string;
}

/** The day that a view of a day shows. */
export const dayShown = ({ page, view }: Pick<ViewRequest, 'page' | 'view'>): string =>
  view.date ?? nowIn(page).slice(0, 10);

/** The month that a view of a month shows. */
export const monthShown = ({ page, view }: Pick<ViewRequest, 'page' | 'view'>): string =>
  view.date ?? nowIn(page).slice(0, 7);

/** Links to a view of the same events. */
export const linkTo =
  ({ page: { embedded }, view: { featured }, query, base }: Pick<ViewRequest, 'page' | 'view' | 'query' | 'base'>) =>
  (view: Partial<View>, from?: string) =>
    viewHref(base, { featured, ...view }, { ...query, from, embedded });

/** What decides which links narrow a view. */
interface Narrowing {
  topics: readonly Topic[];
  events: readonly unknown[];
  repeats?: boolean;
  places?: readonly VenueToCome[] | null;
}

/** The parameter that unfolds the choice of a place. */
export const PLACES = 'places';

/** Whether a filter is that of a place. */
export const isPlace = (name: string): boolean => name === 'city' || name === 'venue';

/** Links to the other views of the same events, a form to search them, and links to categories. */
export function toolbar(request: ViewRequest, shown: Narrowing): Html {
  const { page, view } = request;
  const words = WORDS[page.language].views;
  const to = linkTo(request);
  const { name } = view;
  const month = name === 'day' && view.date ? view.date.slice(0, 7) : undefined;
  const tabs: readonly (readonly [string, string, boolean])[] = [
    [words.list, to({ name: 'list' }), name === 'list' || name === 'past'],
    [words.month, to({ name: 'month', ...(month && { date: month }) }), name === 'month'],
    [words.day, to({ name: 'day' }), name === 'day'],
  ];
  return html`<div class="tools">
<nav aria-label="${words.views}"><ul class="tabs">${tabs.map(
    ([text, href, isCurrent]) => html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>
${
  !page.embedded &&
  html`<a class="sign" href="#find" aria-label="${words.search}">${SIGN}</a>
${searchForm(request)}`
}
</div>
${topicLinks(request, shown)}`;
}

/** A lens. On small screens it stands for the search form until somebody asks for that. */
const SIGN = html`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><circle cx="10" cy="10" r="6.5"/><path d="m15 15 6 6"/></svg>`;

/** A search form that works without scripts and leads to the same view. */
function searchForm({ page, view, query, base }: ViewRequest) {
  const words = WORDS[page.language].views;
  // In a view of a month or a day, the date chooses which one. Without a date, the one in the address stays.
  const action = viewHref(base, { ...view, page: 1 }, { embedded: false });
  return html`<form class="find${(query.search || query.from) && html` open`}" id="find" role="search" action="${action}">
<label><span class="aside">${words.search}</span><input type="search" name="s" value="${query.search}" placeholder="${words.search}" maxlength="200"></label>
<label>${words.searchFrom} <input type="date" name="tribe-bar-date" value="${query.from}" min="0001-01-01" max="9999-12-31"></label>
${Object.entries(parametersOf({ ...query, search: undefined, from: undefined })).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button>${words.find}</button>
</form>`;
}

/** Quick choices, and links to the events of categories. Each narrows the same view, and a second click widens it again. */
function topicLinks(request: ViewRequest, { topics, events, repeats, places }: Narrowing): Part {
  const { page, view, query, base } = request;
  const { language, embedded } = page;
  const { search, from, chosen, filters } = query;
  const { views: words, choices, categories, featured } = WORDS[language];
  const isNarrow = view.featured || search || from || chosen.length + filters.length > 0;
  if (events.length === 0 && !isNarrow && !topics.length) return undefined;
  const way = (other: Partial<View>, among = chosen, below = base) =>
    viewHref(below, { ...view, page: 1, ...other }, { ...query, from: undefined, chosen: among, embedded });
  const chip = (text: string, isChosen: boolean, href: string) =>
    html`<li class="c"><a href="${href}"${isChosen && html` aria-current="true"`}>${text}</a></li>
`;
  const isToday = view.name === 'day' && dayShown({ page, view }) === nowIn(page).slice(0, 10);
  const items = topics.map(
    (topic) =>
      html`<li class="${colourOf(topic)}"><a href="${way({}, chosen, hrefOf(page, topic.url))}"${langOf(topic, 'name', language)}>${topic.name}</a></li>
`,
  );
  return html`<nav aria-label="${categories}"><ul class="topics">
${isNarrow && chip(words.everything, false, viewHref(base, {}, { embedded }))}${chip(words.today, isToday, linkTo(request)({ name: isToday ? 'list' : 'day' }))}${CHOSEN.filter(
  (name) => name !== ONCE || (repeats && !search),
).map((name) => {
  const others = chosen.filter((each) => each !== name);
  return chip(
    choices[name],
    chosen.includes(name),
    way({}, others.length < chosen.length ? others : [...chosen, name]),
  );
})}${chip(`★ ${featured}`, view.featured, way({ featured: !view.featured }))}${places !== undefined && chip(words.byPlace, places !== null, unfolding(way({}), places === null))}${items.slice(0, MOST_TOPICS)}</ul>${
    items.length > MOST_TOPICS &&
    html`<details class="others"><summary>${words.others}</summary>
<ul class="topics">${items.slice(MOST_TOPICS)}</ul></details>`
  }${places && placeLinks(request, places)}</nav>`;
}

/** The address of a view with the choice of a place, or without. */
const unfolding = (href: string, unfolds: boolean) =>
  unfolds ? `${href}${href.includes('?') ? '&' : '?'}${PLACES}=1` : href;

/** Links that narrow a view to one city or venue, where there are several. A second click widens the view again. */
function placeLinks({ page, view, query, base }: ViewRequest, venues: readonly VenueToCome[]): Part {
  const { language, embedded } = page;
  const chosen = (name: string) =>
    query.filters.flatMap((each) => (each.name === name ? each.values.map((value) => value.toLowerCase()) : []));
  const link = (name: 'city' | 'venue', value: string, text: string, lang: Html) => {
    const isChosen = chosen(name).includes(value.toLowerCase());
    const others = query.filters.filter((each) => !isPlace(each.name));
    const filters = isChosen ? others : [...others, { name, values: [value] }];
    const href = viewHref(base, { ...view, page: 1 }, { ...query, from: undefined, filters, embedded });
    return html`<li class="c"><a href="${href}"${isChosen && html` aria-current="true"`}${lang}>${text}</a></li>
`;
  };
  const cities = [
    ...new Map(venues.filter(({ city }) => city).map((venue) => [venue.city.toLowerCase(), venue])).values(),
  ];
  const lists = [
    cities.map((venue) => link('city', venue.city, venue.city, langOf(venue, 'city', language))),
    venues.map((venue) => link('venue', venue.slug, venue.name, langOf(venue, 'name', language))),
  ].filter(({ length }) => length > 1);
  return (
    lists.length > 0 && html`<div class="places">${lists.map((links) => html`<ul class="topics">${links}</ul>`)}</div>`
  );
}

/** Most categories that are shown at once. The others unfold. */
const MOST_TOPICS = 12;

/** Links to the months or days before and after the one that is shown. */
export function turning(request: ViewRequest): Part {
  const { page, view } = request;
  const { language } = page;
  const words = WORDS[language].views;
  const to = linkTo(request);
  const { name } = view;
  if (name !== 'month' && name !== 'day') return undefined;
  const at = (by: number) => (name === 'month' ? monthAfter(monthShown(request), by) : dayAfter(dayShown(request), by));
  const link = (date: string | undefined) =>
    date !== undefined && isDateOf(name, date)
      ? { href: to({ name, date }), text: inWords(language, name === 'month' ? 'month' : 'long', dayOf(date)) }
      : undefined;
  const now = { href: to({ name }), text: name === 'month' ? words.thisMonth : words.today };
  return turn(name === 'month' ? words.months : words.days, [link(at(-1)), now, link(at(1))]);
}

/** A link with its text. */
export interface Link {
  href: string;
  text: string;
}

function turn(name: string, [before, now, after]: readonly [Link | undefined, Link, Link | undefined]) {
  const arrow = (link: Link | undefined, rel: string, sign: string): Part =>
    link
      ? html`<a rel="${rel}" href="${link.href}" aria-label="${link.text}">${sign}</a>`
      : html`<span aria-hidden="true">${sign}</span>`;
  return html`<nav class="turn" aria-label="${name}">${arrow(before, 'prev', '‹')}<a href="${now.href}">${now.text}</a>${arrow(after, 'next', '›')}</nav>`;
}

/** Links to the events before and after a page of a list, in order of time. */
export function pager(name: string, earlier: Link | false, later: Link | false): Part {
  if (!earlier && !later) return undefined;
  return html`<nav aria-label="${name}"><ul class="row pages">
<li>${earlier && html`<a rel="prev" href="${earlier.href}">← ${earlier.text}</a>`}</li>
<li>${later && html`<a rel="next" href="${later.href}">${later.text} →</a>`}</li>
</ul></nav>`;
}
