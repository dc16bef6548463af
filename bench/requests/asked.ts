import type { HttpRequest } from './client.ts';
import type { Window, World } from './world.ts';

const REST = '/wp-json/calendar/events/v1/events';

export const listRequest = ({ start, end }: Window, language = ''): HttpRequest => ({
  path: `${language}${REST}?${new URLSearchParams({ start_date: start, end_date: end })}`,
});

/** Each number gives another URL. */
export const eventRequest = (id: number, n: number): HttpRequest => ({ path: `${REST}/${id}?_=${n}` });

/** Each number gives another URL. */
export const feedRequest = (n: number): HttpRequest => ({ path: `${REST}.ics?start_date=0001-01-01&_=${n}` });

/** Each number gives another URL. */
export const listPageRequest = ({ start }: Window, n: number): HttpRequest => ({
  path: `/events/list/?tribe-bar-date=${start.slice(0, 10)}&_=${n}`,
});

/** Each number gives another URL. */
export const monthPageRequest = ({ start }: Window, n: number): HttpRequest => ({
  path: `/events/month/${start.slice(0, 7)}/?_=${n}`,
});

/** Each number gives another URL. */
export const oncePageRequest = (window: Window, n: number): HttpRequest => ({
  path: `${listPageRequest(window, n).path}&hide_subsequent_recurrences=1`,
});

/** Each number gives another URL. */
export const seriesPageRequest = (n: number): HttpRequest => ({ path: `/series/bench/?_=${n}` });

const CONNECTION = `query Events($from: DateOrDateTime!, $to: DateOrDateTime!) {
  events(first: 10, where: { startsBetween: { from: $from, to: $to } }) {
    totalCount
    nodes {
      id
      title
      excerpt
      url
      startsAt
      endsAt
      allDay
      timezone
      cost
      image { url alternativeText }
      venues { name city country }
      organizers { name }
      categories { name slug }
      tags { name slug }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const connectionRequest = ({ start, end }: Window): HttpRequest => ({
  path: '/graphql',
  body: JSON.stringify({ query: CONNECTION, variables: { from: start, to: end } }),
});

/** Creates events and changes titles. Each number gives another request. */
export interface Writes {
  /** A far-future event with a venue, two organizers and three categories, starting at an index of the list. */
  create(n: number, category?: number): HttpRequest;
  /** The same in these categories. */
  createIn(categories: readonly number[], n: number): HttpRequest;
  /** An event that lists hide, in new categories with these names. */
  busy(categories: readonly string[]): HttpRequest;
  /** Changes the title of an event that lists do not show. */
  title(n: number): HttpRequest;
  /** A year of a far-future series, for its page. */
  series(): HttpRequest;
}

export function writesOf(world: World, authorization: string): Writes {
  const { venues, organizers, categories, distantEvent } = world;
  const pick = (ids: readonly number[], from: number, count: number): number[] =>
    Array.from({ length: Math.min(count, ids.length) }, (_, place) => ids[(from + place) % ids.length]!);
  const headers = { authorization };
  const event = (n: number, category = n) => ({
    title: `A morning & an evening of the bench, number ${n}`,
    description: `<p>Tables &amp; chairs are set up at ten. <strong>Everybody</strong> brings a cup.</p>\n<p>Number ${n}.</p>`,
    start_date: '2037-03-06 10:00:00',
    end_date: '2037-03-06 17:30:00',
    timezone: 'Europe/London',
    venue: venues[n % venues.length],
    organizer: pick(organizers, n, 2),
    categories: pick(categories, category, 3),
  });
  const create = (fields: object): HttpRequest => ({ path: REST, headers, body: JSON.stringify(fields) });
  return {
    create: (n, category) => create(event(n, category)),
    createIn: (categories, n) => create({ ...event(n), categories }),
    busy: (categories) => create({ ...event(0), slug: 'busy', categories, hide_from_listings: true }),
    series: () => create({ ...event(0), slug: 'bench', recurrence: { rule: 'FREQ=WEEKLY;COUNT=52' } }),
    title: (n) => ({
      path: `${REST}/${distantEvent(n)}`,
      method: 'PATCH',
      headers,
      body: JSON.stringify({ title: `Another title, number ${n}` }),
    }),
  };
}

/** What a website requests again and again: twenty lists and events. */
export function hotAddresses({ venues, categorySlugs, tagSlugs, warmWindow, warmEvent }: World): HttpRequest[] {
  const lists = [
    ...['', '?page=2', '?per_page=5', '?featured=true'],
    ...categorySlugs.slice(0, 4).map((slug) => `?categories=${encodeURIComponent(slug)}`),
    ...tagSlugs.slice(0, 2).map((slug) => `?tags=${encodeURIComponent(slug)}`),
    ...venues.slice(0, 3).map((id) => `?venue=${id}`),
  ].map((query) => ({ path: `${REST}${query}` }));
  const months = [0, 1].map((n) => listRequest(warmWindow(n)));
  const events = [0, 1, 2, 3, 4].map((n) => ({ path: `${REST}/${warmEvent(n * 7)}` }));
  return [...lists, ...months, ...events];
}
