import { FEED_FORMS, type FeedForm } from '../../kinds/addresses.ts';
import type { KindName } from '../../kinds/kinds.ts';
import type { Links } from '../../kinds/record-urls.ts';
import { type Html, html } from './html.ts';
import { feedOf } from './take.ts';

const TYPES: Readonly<Record<FeedForm, string>> = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  'feed.json': 'application/feed+json',
};

const link = (form: FeedForm, title: string, href: string) =>
  html`<link rel="alternate" type="${TYPES[form]}" title="${title}" href="${href}">
`;

/** Links to the feeds of a view that narrows its events: those of its own address. */
export const narrowedFeedLinks = (address: string, title: string, hasRss: boolean): Html =>
  html`${link('ics', title, feedOf(address))}${hasRss && link('rss', title, feedOf(address, 'feed=rss2'))}`;

/** Links that tell programs about the feeds of a record, or of all events. A single event has only the calendar feed. */
export const feedLinks = (links: Links, title: string, kind: KindName, id?: number): Html =>
  html`${(kind === 'event' && id !== undefined ? (['ics'] as const) : FEED_FORMS).map((form) =>
    link(form, title, links.feed(kind, form, id)),
  )}`;
