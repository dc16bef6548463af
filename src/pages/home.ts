import type { ResolverContext } from '../graphql/context.ts';
import { type Incoming, isReading } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';
import { eventList, type ListedEvent } from './events.ts';
import { html } from './html.ts';
import { pageAnswer } from './layout.ts';
import type { RunPage } from './operations.ts';

/** What the page at the root shows besides what is in the calendar. */
export interface HomeFacts {
  /** The address of the site. */
  site: string;
  /** The path that REST lies below. */
  restRoot: string;
  namespace: string;
  version: string;
}

interface Counted {
  total: number;
}

/** What the operation of the page selects. */
interface Home extends Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', Counted> {
  upcoming: Counted & { items: ListedEvent[] };
}

/**
 * The page at the root of the site: where the doors are and what is behind them, as a visitor sees it, for people, and
 * for clients that discover REST from here.
 */
export function homeStep(
  run: RunPage,
  facts: HomeFacts,
): (known: Incoming & { context: ResolverContext }) => Promise<Answered | object> {
  const root = `${facts.site}${facts.restRoot}`;
  const rest = `${root}/${facts.namespace}`;
  const query = '{ events(first: 5, where: { when: UPCOMING }) { totalCount nodes { title startsAt url } } }';

  return async ({ method, url, context }) => {
    if (url.pathname !== '/' || !isReading({ method })) return {};
    const home = (await run('HomePage', {}, context)) as unknown as Home;
    const counts = [
      [home.upcoming.total, 'events to come'],
      [home.events.total, 'events in all'],
      [home.venues.total, 'venues'],
      [home.organizers.total, 'organizers'],
      [home.categories.total, 'categories'],
      [home.tags.total, 'tags'],
    ] as const;
    const isEmpty = counts.every(([count]) => count === 0);
    return {
      answer: pageAnswer({
        language: 'en',
        at: '',
        head: html`<meta name="description" content="Events, venues, organizers, categories and tags, through REST and GraphQL.">
<link rel="canonical" href="${facts.site}/">
<link rel="https://api.w.org/" href="${root}/">`,
        headers: { Link: `<${root}/>; rel="https://api.w.org/"` },
        body: html`<main>
<h1>Event calendar</h1>
<p class="lead">One calendar of events, venues, organizers, categories and tags, in English, Korean and Spanish. REST has the interface of The Events Calendar; GraphQL has the same data under the same rules.</p>

<section>
<h2>What is in it</h2>
<ul class="counts">
${counts.map(
  ([count, what]) => html`<li><strong>${count}</strong> ${what}</li>
`,
)}</ul>
${isEmpty && html`<p>It is empty so far. <code>npm run seed</code> fills it with records to try out.</p>`}
</section>

<section>
<h2>Next events</h2>
${eventList(home.upcoming.items, 'en')}
</section>

<section>
<h2>Ask it</h2>
<h3>REST</h3>
<p><a href="${rest}/events">${facts.restRoot}/${facts.namespace}/events</a>: try it in <a href="docs">its documentation</a>, or read the <a href="${rest}/doc">OpenAPI document</a>.</p>
<pre class="code" tabindex="0">curl '${rest}/events?per_page=5'</pre>
<h3>GraphQL</h3>
<p><a href="${facts.site}/graphql">/graphql</a>: in a browser it is GraphiQL, where queries are written.</p>
<pre class="code" tabindex="0">curl ${facts.site}/graphql -H 'Content-Type: application/json' \\
  -d '{"query":"${query}"}'</pre>
<h3>Pages</h3>
<p>Every record has a page at its <code>url</code>, in each language: <code>/event/…</code>, <code>/ko/event/…</code>, <code>/es/event/…</code>. The same address with <code>.json</code> leads to the record in REST.</p>
</section>

<footer class="bottom">Version ${facts.version}</footer>
</main>`,
      }),
    };
  };
}
