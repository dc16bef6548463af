import {
  googleCalendarUrl,
  type Invitation,
  outlookCalendarUrl,
  subscriptionLinks,
} from '../../domain/calendar-links.ts';
import { type Html, html, type Part } from './html.ts';
import type { PageContext } from './site.ts';
import { WORDS } from './words.ts';

/** A part of a page that opens without scripts, and closes the others. */
const menu = (name: string, body: Part) => html`<details class="menu" name="menu"><summary>${name}</summary>
<div>${body}</div></details>`;

const links = (rows: readonly (readonly [text: string, href: string])[]) =>
  html`<ul>${rows.map(([text, href]) => html`<li><a href="${href}" rel="nofollow noopener">${text}</a></li>`)}</ul>`;

/** The feed of the events of a page, by default in iCalendar. */
export const feedOf = (address: string, parameter = 'ical=1'): string =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`;

/** Ways to follow a feed in your own calendar. `title` is the name of its events there. */
export function subscribeMenu(
  { language }: PageContext,
  { feed, title, name }: { feed: string; title: string; name?: string },
): Html {
  const words = WORDS[language].take;
  const { webcal, google, outlook } = subscriptionLinks(feed, title);
  return menu(
    name ?? words.subscribe,
    links([
      [words.app, webcal],
      [words.google, google],
      [words.outlook, outlook],
      [words.file, feed],
    ]),
  );
}

/** Ways to add an event to your own calendar; of an occurrence, also its whole series. */
export function addMenu({ language, context }: PageContext, event: Invitation, series: number | undefined): Html {
  const words = WORDS[language].take;
  return menu(
    words.add,
    links([
      [words.file, `${event.url}?ical=1`],
      ...(series === undefined ? [] : [[words.allDates, context.links.seriesFeed(series)] as const]),
      [words.google, googleCalendarUrl(event)],
      [words.outlook, outlookCalendarUrl(event)],
      [words.outlookAtWork, outlookCalendarUrl(event, 'outlook.office.com')],
    ]),
  );
}

/** Ways to share a page: its address, and what a script finds: the clipboard, and the system's own sheet. */
export function shareMenu({ language }: PageContext, address: string): Html {
  const words = WORDS[language].take;
  return menu(
    words.share,
    html`<label>${words.addressOfPage}<input type="url" readonly value="${address}"></label>
<button type="button" hidden data-copy="${address}" data-done="${words.copied}">${words.copy}</button>
<button type="button" hidden data-share="${address}">${words.send}</button>`,
  );
}
