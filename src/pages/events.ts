import type { Language } from '../rules/language.ts';
import { type Html, html } from './html.ts';
import { type Dates, timeIn } from './times.ts';
import { langOf, saidIn, type Translated } from './translated.ts';
import { WORDS } from './words.ts';

/** An event as lists of pages show it. */
export interface ListedEvent extends Dates, Translated {
  name: string;
  url: string;
  venues: (Translated & { databaseId: number; name: string })[];
}

/** Events, each with when and where it takes place. The page of the venue with the id `at` does not name it each time. */
export const eventList = (events: readonly ListedEvent[], language: Language, at?: number): Html =>
  events.length
    ? html`<ul class="events">
${events.map(
  (event) => html`<li><a href="${event.url}"${langOf(event, 'name', language)}>${event.name}</a>
<p>${timeIn(language, 'short', event)}${event.venues
    .filter(({ databaseId }) => databaseId !== at)
    .map((venue) => [' · ', saidIn(venue, 'name', language)])}</p></li>
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
