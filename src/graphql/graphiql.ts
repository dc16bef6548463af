import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Incoming } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';

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
function wantsPage({ method, headers, url }: Incoming): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!headers.accept?.includes('text/html')) return false;
  return headers['sec-fetch-mode'] === 'navigate' || !url.searchParams.has('query');
}

/**
 * Answers browsers with GraphiQL. The page holds everything it needs and asks no other server; it is large, so it is made
 * once, compressed once, and kept by browsers for an hour.
 */
export function graphiqlStep(): (incoming: Incoming) => Promise<Answered> | object {
  let page: Promise<{ plain: string; zipped: Buffer }> | undefined;
  const make = async () => {
    const plain = renderPage();
    return { plain, zipped: await promisify(gzip)(plain) };
  };
  return (incoming) => {
    if (!wantsPage(incoming)) return {};
    page ??= make();
    const zips = /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept, Accept-Encoding, Sec-Fetch-Mode, Authorization, Accept-Language',
    };
    return page.then(({ plain, zipped }) => ({
      answer: zips
        ? { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, content: zipped }
        : { status: 200, headers, content: plain },
    }));
  };
}
