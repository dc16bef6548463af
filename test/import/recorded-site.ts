import { readdirSync, readFileSync } from 'node:fs';
import { answerLists, type Lists, type Site, serveSite } from './site.ts';

const FOLDER = new URL('../recordings/recorded/open/', import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at, not typed
export type Body = any;

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** What visitors were shown last of each record, by list. */
function recordedLists(): Lists {
  const files = readdirSync(FOLDER).filter((name) => /^\d/.test(name));
  const exchanges = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')));
  const bodies = exchanges
    .filter(({ request, response }) => request.auth === 'none' && request.method === 'GET' && response.status === 200)
    .map(({ response }) => response.body);
  return Object.fromEntries(
    KINDS.map((kind) => {
      const records = new Map(bodies.flatMap((body) => (body?.[kind] ?? []) as Body[]).map((each) => [each.id, each]));
      // Of some only a few members were asked for.
      return [
        kind,
        [...records.values()].filter((each) => ['title', 'venue', 'organizer', 'name'].some((name) => each[name])),
      ];
    }),
  ) as unknown as Lists;
}

export const RECORDED = recordedLists();

/** How a site calls its events: by their bodies. */
export type Naming = (event: Body) => string;

const feedOf = (events: readonly Body[], nameOf: Naming): string =>
  ['BEGIN:VCALENDAR', ...events.flatMap((event) => vevent(event, nameOf)), 'END:VCALENDAR', ''].join('\r\n');

const vevent = (event: Body, nameOf: Naming): string[] => {
  const uid = `UID:${nameOf(event)}`;
  // Lines of 75 characters, as feeds have.
  return ['BEGIN:VEVENT', uid.slice(0, 30), ` ${uid.slice(30)}`, `URL:${event.url}`, 'END:VEVENT'];
};

/** The site of the recording on the loopback, with the feeds that the plug-in has; without a naming it has none. Uploads are one file. */
export async function serveRecorded(nameOf?: Naming, upload?: Buffer): Promise<Site & { lists: Lists }> {
  let lists: Lists = RECORDED;
  const site = await serveSite(({ url: own }) => {
    lists = JSON.parse(JSON.stringify(RECORDED).replaceAll('http://reference.example', own));
    return (asked, response) => {
      if (answerLists(lists, asked, response)) return;
      const { searchParams, pathname } = asked.url;
      const ids = searchParams.get('event_ids')?.split(',');
      const named = (lists.events as Body[]).filter(({ id, url }) =>
        ids ? ids.includes(String(id)) : new URL(url).pathname === pathname,
      );
      if (upload && pathname.startsWith('/wp-content/uploads/')) response.end(upload);
      else if (nameOf && searchParams.has('ical') && named.length) response.end(feedOf(named, nameOf));
      else response.writeHead(404).end('<!doctype html><title>Nothing here</title>');
    };
  });
  return { ...site, lists };
}
