import type { Language } from '../rules/language.ts';
import { type Html, html } from './html.ts';
import { type Dates, datesIn } from './times.ts';
import { WORDS } from './words.ts';

/** An event as lists of pages show it. */
export interface ListedEvent extends Dates {
  name: string;
  url: string;
  venues: { name: string }[];
}

/** Events, each with when and where it takes place. */
export const eventList = (events: readonly ListedEvent[], language: Language): Html =>
  events.length
    ? html`<ul class="events">
${events.map(
  ({ name, url, venues, ...dates }) => html`<li><a href="${url}">${name}</a>
<p><time datetime="${dates.startDate.slice(0, dates.allDay ? 10 : 16)}">${datesIn(language, 'short', dates)}</time>${venues.map(({ name }) => ` · ${name}`)}</p></li>
`,
)}</ul>`
    : html`<p class="quiet">${WORDS[language].none}</p>`;

interface Paging {
  page: number;
  totalPages: number;
  language: Language;
}

/** Links to the page before and to the one after, where there are any. */
export function pagingLinks({ page, totalPages, language }: Paging): Html | undefined {
  const { pages, previous, next } = WORDS[language];
  if (totalPages < 2) return undefined;
  // The first page is the address without a number.
  const before = page === 2 ? '?' : `?page=${page - 1}`;
  return html`<nav aria-label="${pages}"><ul class="row pages">
<li>${page > 1 && html`<a rel="prev" href="${before}">← ${previous}</a>`}</li>
<li>${page} / ${totalPages}</li>
<li>${page < totalPages && html`<a rel="next" href="?page=${page + 1}">${next} →</a>`}</li>
</ul></nav>`;
}
