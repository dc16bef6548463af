import { dayAfter, isDateOf, monthAfter } from '../../domain/days.ts';
import type { View } from '../../kinds/addresses.ts';
import { type ViewQuery, viewHref } from './address.ts';
import { type Coloured, colourOf } from './events.ts';
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

/** A view to show, and where. */
export interface ViewRequest {
  page: PageContext;
  view: View;
  query: ViewQuery;
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
  ({ page: { embedded }, view: { featured }, query: { search }, base }: ViewRequest) =>
  (view: Partial<View>, from?: string): string =>
    viewHref(base, { featured, ...view }, { search, from, embedded });

/** Links to the other views of the same events, a form to search them, and links to categories. */
export function toolbar(request: ViewRequest, topics: readonly Topic[]): Html {
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
${!page.embedded && searchForm(request)}
</div>
${topicLinks(request, topics)}`;
}

/** A search form that works without scripts and leads to the same view. */
function searchForm({ page, view, query, base }: ViewRequest): Html {
  const words = WORDS[page.language].views;
  // In a view of a month or a day, the date chooses which one. Without a date, the one in the address stays.
  const action = viewHref(base, { ...view, page: 1 }, { embedded: false });
  return html`<form class="find" role="search" action="${action}">
<label><span class="aside">${words.search}</span><input type="search" name="s" value="${query.search}" placeholder="${words.search}" maxlength="200"></label>
<label>${words.searchFrom} <input type="date" name="tribe-bar-date" value="${query.from}" min="0001-01-01" max="9999-12-31"></label>
<button>${words.find}</button>
</form>`;
}

/** Links to the events of categories, in the same view. */
function topicLinks({ page, view, query, base }: ViewRequest, topics: readonly Topic[]): Part {
  const { language, embedded } = page;
  const { search } = query;
  const words = WORDS[language].views;
  const way = (base: string, featured: boolean): string =>
    viewHref(base, { ...view, featured, page: 1 }, { search, embedded });
  const isNarrow = view.featured || search || query.from;
  if (!topics.length && !isNarrow) return undefined;
  const items = topics.map(
    (topic) =>
      html`<li class="${colourOf(topic)}"><a href="${way(hrefOf(page, topic.url), view.featured)}"${langOf(topic, 'name', language)}>${topic.name}</a></li>
`,
  );
  return html`<nav aria-label="${WORDS[language].categories}"><ul class="topics">
${isNarrow && html`<li class="c"><a href="${viewHref(base, {}, { embedded })}">${words.everything}</a></li>`}
${!view.featured && topics.length > 0 && html`<li class="c"><a href="${way(base, true)}">★ ${WORDS[language].featured}</a></li>`}
${items.slice(0, MOST_TOPICS)}</ul>${
    items.length > MOST_TOPICS &&
    html`<details class="others"><summary>${words.others}</summary>
<ul class="topics">${items.slice(MOST_TOPICS)}</ul></details>`
  }</nav>`;
}

/** Most categories that are shown at once. The others unfold. */
const MOST_TOPICS = 12;

/** Links to the months or days before and after the one that is shown. */
export function turning(request: ViewRequest): Part {
  const { page, view } = request;
  const { language } = page;
  const words = WORDS[language].views;
  const to = linkTo(request);
  if (view.name === 'month') {
    const month = monthShown(request);
    const link = (date: string | undefined) =>
      date === undefined
        ? undefined
        : { href: to({ name: 'month', date }), text: inWords(language, 'month', `${date}-01`) };
    const now = { href: to({ name: 'month' }), text: words.thisMonth };
    return turn(words.months, [link(monthAfter(month, -1)), now, link(monthAfter(month, 1))]);
  }
  if (view.name !== 'day') return undefined;
  const day = dayShown(request);
  const link = (date: string) =>
    isDateOf('day', date) ? { href: to({ name: 'day', date }), text: inWords(language, 'long', date) } : undefined;
  const now = { href: to({ name: 'day' }), text: words.today };
  return turn(words.days, [link(dayAfter(day, -1)), now, link(dayAfter(day))]);
}

/** A link with its text. */
export interface Link {
  href: string;
  text: string;
}

function turn(name: string, [before, now, after]: readonly [Link | undefined, Link, Link | undefined]): Html {
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
