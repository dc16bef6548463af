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

/**
 * Runs in the page before GraphiQL does, which opens a new tab unless it is told the query and the variables that were in
 * front the last time. What earlier pages kept of headers is forgotten.
 */
const BEFORE_GRAPHIQL = `<script>
  try {
    localStorage.removeItem('graphiql:headers');
    const kept = JSON.parse(localStorage.getItem('graphiql:tabState'));
    const state = JSON.stringify(kept, (key, value) => (key === 'headers' ? null : value));
    const { query, variables } = kept.tabs[kept.activeTabIndex];
    localStorage.setItem('graphiql:tabState', state);
    localStorage.setItem('graphiql:query', query ?? '');
    localStorage.setItem('graphiql:variables', variables ?? '');
  } catch {
    // A first visit, or a browser that keeps nothing.
  }
</script>`;

/** Without an endpoint, queries go to the address of the page: what is asked on `/ko/graphql` is answered in Korean. */
function renderPage(): string {
  const page = renderGraphiQL({ title: 'Event calendar', defaultQuery: WELCOME, shouldPersistHeaders: false });
  return page.replace('<div id="root"></div>', (root) => `${root}\n${BEFORE_GRAPHIQL}`);
}

/** Whether a browser asks for a page, and not for the answer to a query. GraphiQL writes queries into its own address. */
function wantsPage({ method, headers, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!headers.get('accept')?.includes('text/html')) return false;
  return headers.get('sec-fetch-mode') === 'navigate' || !new URL(url).searchParams.has('query');
}

/**
 * Answers browsers with GraphiQL; undefined for everything else. The page holds everything it needs and asks no other
 * server; it is large, so it is made once, compressed once, and kept by browsers for an hour.
 */
export function createGraphiql(): (request: Request) => Promise<Response> | undefined {
  let page: Promise<{ plain: string; zipped: Buffer<ArrayBufferLike> }> | undefined;
  const make = async () => {
    const plain = renderPage();
    return { plain, zipped: await promisify(gzip)(plain) };
  };
  return (request) => {
    if (!wantsPage(request)) return undefined;
    page ??= make();
    const zips = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept, Accept-Encoding, Sec-Fetch-Mode',
    };
    return page.then(({ plain, zipped }) =>
      zips
        ? new Response(new Uint8Array(zipped), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
        : new Response(plain, { headers }),
    );
  };
}
