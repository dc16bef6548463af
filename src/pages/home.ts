import type { ResolverContext } from '../graphql/context.ts';
import { type Incoming, isReading } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';
import { spokenPath } from '../links.ts';
import { LANGUAGES, type Language } from '../rules/language.ts';
import { eventList, type ListedEvent } from './events.ts';
import { html } from './html.ts';
import { pageAnswer } from './layout.ts';
import type { RunPage } from './operations.ts';
import { WORDS } from './words.ts';

/** What the page at the root shows besides what is in the calendar. */
export interface HomeFacts {
  /** The address of the site. */
  site: string;
  /** The language of the page at `/`. */
  standard: Language;
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
 * The page at the root of the site, and at `/ko/` and its like: where the doors are and what is behind them, as a visitor
 * sees it, for people, and for clients that discover REST from here.
 */
export function homeStep(
  run: RunPage,
  { site, standard, version }: HomeFacts,
): (known: Incoming & { context: ResolverContext }) => Promise<Answered | object> {
  const query = '{ events(first: 5, where: { when: UPCOMING }) { totalCount nodes { title startsAt url } } }';
  /** Below the root of the site. */
  const homeIn = (language: Language): string => (language === standard ? '' : `${language}/`);

  return async ({ method, url, context }) => {
    if (!isReading({ method })) return {};
    // Without its slash, `/ko` is no language of a path yet.
    const { segment, path } = spokenPath(url.pathname.replace(/^\/[a-z]+$/, '$&/'));
    if (path !== '/') return {};
    if (!url.pathname.endsWith('/'))
      return { answer: { status: 301, headers: { Location: `${site}${url.pathname}/${url.search}` }, content: '' } };
    const { language, links } = context;
    const words = WORDS[language].home;
    const home = (await run('HomePage', {}, context)) as unknown as Home;
    const counts = Object.entries(words.counts).map(
      ([name, what]) => [home[name as keyof typeof words.counts].total, what] as const,
    );
    const isEmpty = counts.every(([count]) => count === 0);
    const at = segment ? '../' : '';
    const own = segment ? `${segment}/` : '';
    const rest = links.namespace;
    const graphql = `${site}/${own}graphql`;
    return {
      answer: pageAnswer({
        ...{ language, at, segment },
        others: LANGUAGES.map((other) => ({ language: other, href: `${at}${homeIn(other)}` || './' })),
        head: html`<meta name="description" content="${words.summary}">
<link rel="canonical" href="${site}/${homeIn(language)}">
${LANGUAGES.map(
  (other) => html`<link rel="alternate" hreflang="${other}" href="${site}/${homeIn(other)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${site}/">
<link rel="https://api.w.org/" href="${links.restRoot}/">`,
        headers: { Link: `<${links.restRoot}/>; rel="https://api.w.org/"` },
        body: html`<main>
<h1>${WORDS[language].calendar}</h1>
<p class="lead">${words.about}</p>

<section>
<h2>${words.inIt}</h2>
<ul class="counts">
${counts.map(
  ([count, what]) => html`<li><strong>${count}</strong> ${what}</li>
`,
)}</ul>
<p class="quiet">${words.published}</p>
${isEmpty && html`<p>${words.empty} <code>npm run seed</code></p>`}
</section>

<section>
<h2>${words.next}</h2>
${eventList(home.upcoming.items, language)}
</section>

<section>
<h2>${words.ask}</h2>
<h3>REST</h3>
<p><a href="${rest}/events">${new URL(rest).pathname}/events</a> · <a href="${at}docs">${words.documentation}</a> · <a href="${rest}/doc">${words.document}</a></p>
<pre class="code" tabindex="0">curl '${rest}/events?per_page=5'</pre>
<h3>GraphQL</h3>
<p><a href="${graphql}">/${own}graphql</a>. ${words.graphiql}</p>
<pre class="code" tabindex="0">curl ${graphql} -H 'Content-Type: application/json' \\
  -d '{"query":"${query}"}'</pre>
<h3>${WORDS[language].pages}</h3>
<p><code>/event/…/</code>, <code>/ko/event/…/</code>, <code>/es/event/…/</code>. ${words.pages}</p>
</section>

<footer class="bottom">${words.version} ${version}</footer>
</main>`,
      }),
    };
  };
}
