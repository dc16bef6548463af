import { changedAt, type FeedEvent, placeOf, textOf } from '../../domain/feed-event.ts';
import type { FeedWriter } from './form.ts';
import { headlineIn } from './words.ts';

/** Writes feeds for programs (JSON Feed 1.1). The extension member `_event` holds what an event has and news does not. */
export const JSON_FEED: FeedWriter = {
  type: 'application/feed+json; charset=utf-8',
  separator: ',',
  item(event, language) {
    const { uid, url, publishedAt, image, categories, tags } = event;
    const shown = {
      id: uid,
      url,
      title: headlineIn(event, language),
      date_published: publishedAt,
      date_modified: new Date(changedAt(event)).toISOString(),
      ...(image ? { image: image.url } : {}),
      ...(categories.length + tags.length ? { tags: [...categories, ...tags].map(({ name }) => name) } : {}),
      _event: eventOf(event),
    };
    return {
      before: `${JSON.stringify(shown).slice(0, -1)},"content_text":`,
      after: '}',
      text: textOf(event, language),
      write: (text) => JSON.stringify([placeOf(event), text].filter(Boolean).join('\n\n')),
    };
  },
  frame({ title, language, self, page, next }) {
    const head = {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      home_page_url: page,
      feed_url: self,
      ...(next && { next_url: next }),
      language,
    };
    return [`${JSON.stringify(head).slice(0, -1)},"items":[`, ']}'];
  },
};

/** The extension `_event`: when and where an event takes place. */
function eventOf(event: FeedEvent) {
  const { startsAt, endsAt, timezone, allDay, eventStatus, onlineUrl } = event;
  const place = placeOf(event);
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    timezone,
    all_day: allDay,
    status: eventStatus.toLowerCase(),
    ...(place === undefined ? {} : { location: place }),
    ...(onlineUrl === null ? {} : { online_url: onlineUrl }),
  };
}
