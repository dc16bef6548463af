import { changedAt, placeOf, textOf } from '../../domain/feed-event.ts';
import { escapeHtml } from '../../domain/html.ts';
import type { FeedWriter } from './form.ts';
import { headlineIn } from './words.ts';

/** Escapes a text for XML. It drops characters that XML does not allow. */
const xml = (text: string) => escapeHtml(text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

const element = (name: string, text: string) => `<${name}>${xml(text)}</${name}>\n`;

/** A moment in the date format of e-mail, in UTC. */
const moment = (at: number) => new Date(at).toUTCString();

/** Writes news feeds (RSS 2.0). RSS has only a publication date, so the title says when the event takes place. */
export const RSS: FeedWriter = {
  type: 'application/rss+xml; charset=utf-8',
  separator: '',
  item(event, language) {
    const { url, publishedAt, image, categories, tags } = event;
    const place = placeOf(event);
    const before = [
      '<item>\n',
      element('title', headlineIn(event, language)),
      element('link', url),
      // As in the plug-in, so that readers do not show all items again.
      `<guid isPermaLink="true">${xml(url)}</guid>\n`,
      element('pubDate', moment(Date.parse(publishedAt))),
      ...[...categories, ...tags].map(({ name }) => element('category', name)),
      image ? `<media:content url="${xml(image.url)}" medium="image"/>\n` : '',
      '<description>',
      // The description is HTML inside XML, so the place is escaped twice.
      place === undefined ? '' : xml(`<p>${escapeHtml(place)}</p>\n`),
    ];
    return {
      before: before.join(''),
      after: '</description>\n</item>\n',
      text: textOf(event, language),
      write: (text) => (text === '' ? '' : xml(paragraphs(text))),
    };
  },
  frame({ title, language, self, page, next }, events) {
    return [
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
        ' xmlns:media="http://search.yahoo.com/mrss/">\n<channel>\n',
        element('title', title),
        element('link', page),
        element('description', title),
        element('language', language),
        `<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>\n`,
        // RFC 5005.
        ...(next ? [`<atom:link href="${xml(next)}" rel="next" type="application/rss+xml"/>\n`] : []),
        ...(events.length ? [element('lastBuildDate', moment(Math.max(...events.map(changedAt))))] : []),
        element('ttl', '60'),
      ].join(''),
      '</channel>\n</rss>\n',
    ];
  },
};

const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`)
    .join('\n');
