import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const WELCOME = `# The next events, with where they take place.
query NextEvents {
  eventPage(perPage: 5) {
    total
    items {
      id
      title
      startDate
      timezone
      venues { name city }
      organizers { name }
      categories { name }
    }
  }
}

# Venues with events to come.
query Venues {
  venuePage(filter: { onlyWithUpcoming: true }) {
    items { id name city country }
  }
}

# Needs rights: sign in with the header {"Authorization": "Bearer …"} below.
mutation NewEvent {
  createEvent(input: {
    title: "Open house"
    startDate: "tomorrow 10:00"
    endDate: "tomorrow 16:00"
    venues: [{ create: { name: "Town hall" } }]
  }) { id url venues { id } }
}
`;

/** Whether a browser asks for a page, and not for the answer to a query. */
const wantsPage = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.get('accept') ?? '').includes('text/html') &&
  !new URL(request.url).searchParams.has('query');

/**
 * Answers browsers with GraphiQL; undefined for everything else. The page holds everything it needs and asks no other
 * server; it is large, so it is made once, compressed once, and kept by browsers for an hour.
 */
export function createGraphiql(endpoint: string): (request: Request) => Promise<Response> | undefined {
  let page: Promise<{ plain: string; zipped: Buffer<ArrayBufferLike> }> | undefined;
  const make = async () => {
    const plain = renderGraphiQL({ title: 'Event calendar', defaultQuery: WELCOME, endpoint });
    return { plain, zipped: await promisify(gzip)(plain) };
  };
  return (request) => {
    if (!wantsPage(request)) return undefined;
    page ??= make();
    const zips = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept, Accept-Encoding',
    };
    return page.then(({ plain, zipped }) =>
      zips
        ? new Response(new Uint8Array(zipped), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
        : new Response(plain, { headers }),
    );
  };
}
