import type { App } from '../../src/app.ts';
import { asking } from '../shared/asking.ts';

type Server = Pick<App, 'answer'>;

/** The measured queries and writes, by name. Each write is different. */
export type Questions = Record<string, () => Promise<unknown>>;

interface Listed {
  events: { id: number; slug: string; venue: { id?: number }; categories: { id: number }[] }[];
  categories: { id: number }[];
}

const site = 'http://127.0.0.1:4000';

/** No users are set up here, so requests with the site's host are the administrator's. Others are anonymous. */
const asAdministrator = { host: new URL(site).host, 'content-type': 'application/json' };

/** The queries of a seeded calendar: its default list, a venue and a category of middling popularity, and so on. */
export async function questionsOf(server: Server): Promise<Questions> {
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, text } = await asking(server, {
      ...{ method, url: `${site}${path}` },
      ...(body === undefined ? {} : { headers: asAdministrator, body: JSON.stringify(body) }),
    });
    if (status >= 300 || text.startsWith('{"errors"'))
      throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }
  const rest = (path: string, method = 'GET', body?: unknown) =>
    ask(method, `/wp-json/calendar/events/v1${path}`, body);
  const graphql = (query: string) => ask('POST', '/graphql', { query });

  const { events } = (await rest('/events?per_page=50&page=2')) as Listed;
  const event = events.find(({ venue, categories }) => venue.id && categories.length > 0) ?? events[0]!;
  const [venue, category] = [event.venue.id, event.categories[0]?.id];
  const { categories: busiest } = (await rest('/categories?orderby=count&order=desc&per_page=1')) as Listed;
  const items = 'items { id: databaseId title startDate venues { id: databaseId name } }';
  const search = (text: string) => () => rest(`/events?search=${encodeURIComponent(text)}`);
  let written = 0;
  function title(): string {
    written += 1;
    return `Night of the long list ${written}`;
  }
  const made = () => ({
    title: title(),
    start_date: '2027-01-20 20:00:00',
    end_date: '2027-01-20 22:00:00',
    status: 'publish',
    venue: [venue],
  });
  return {
    'default list': () => rest('/events'),
    'by venue': () => rest(`/events?venue=${venue}`),
    'by category': () => rest(`/events?categories=${category}`),
    'by busiest category': () => rest(`/events?categories=${busiest[0]!.id}`),
    'by slug': () => rest(`/events/by-slug/${event.slug}`),
    'by id': () => rest(`/events/${event.id}`),
    'default list without total': () => graphql(`{ eventPage { ${items} } }`),
    'by category without total': () => graphql(`{ eventPage(where: { categoriesIn: ["${category}"] }) { ${items} } }`),
    'total of the default list': () => graphql('{ eventPage { total } }'),
    'total by venue': () => graphql(`{ eventPage(where: { venuesIn: [${venue}] }) { total } }`),
    'total by category': () => graphql(`{ eventPage(where: { categoriesIn: ["${category}"] }) { total } }`),
    'create in the busiest category': () => rest('/events', 'POST', { ...made(), categories: [busiest[0]!.id] }),
    'create without a category': () => rest('/events', 'POST', made()),
    update: () => rest(`/events/${event.id}`, 'POST', { title: title() }),
    'search, a Korean word': search('축제'),
    'search, two letters': search('zu'),
    'search, a word in few': search('observatory'),
    'search, a word in many': search('music'),
  };
}
