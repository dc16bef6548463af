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
const menu = (name: string, body: Part): Html => html`<details class="menu" name="menu"><summary>${name}</summary>
<div>${body}</div></details>`;

const links = (rows: readonly (readonly [text: string, href: string])[]): Html =>
  html`<ul>${rows.map(([text, href]) => html`<li><a href="${href}" rel="nofollow noopener">${text}</a></li>`)}</ul>`;

/** Ways to follow events in your own calendar. `address` is the page of the events, `title` their name in that calendar. */
export function subscribeMenu({ language }: PageContext, { address, title }: { address: string; title: string }): Html {
  const words = WORDS[language].take;
  const feed = `${address}?ical=1`;
  const { webcal, google, outlook } = subscriptionLinks(feed, title);
  return menu(
    words.subscribe,
    links([
      [words.app, webcal],
      [words.google, google],
      [words.outlook, outlook],
      [words.file, feed],
    ]),
  );
}

/** Ways to add an event to your own calendar. */
export function addMenu({ language }: PageContext, event: Invitation): Html {
  const words = WORDS[language].take;
  return menu(
    words.add,
    links([
      [words.file, `${event.url}?ical=1`],
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
