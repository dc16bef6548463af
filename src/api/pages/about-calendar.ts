import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './site.ts';
import { WORDS } from './words.ts';

/** How many records there are, by their names in the query. */
type Counts = Readonly<Record<string, { total: number }>>;

/** Shows people who write programs what the calendar contains and where its APIs are. */
export async function aboutCalendar({ at, segment, site, language, context }: PageContext): Promise<Html> {
  const { links } = context;
  const counts = (await site.run('HomePage', {}, context)) as Counts;
  const words = WORDS[language].home;
  const { upcoming, events, ...terms } = words.counts;
  const linked = Object.fromEntries(EVENT_LINKS.map((kind) => [kind.inEvents, kind.words[language].counted]));
  const counted = Object.entries({ upcoming, events, ...linked, ...terms }).map(
    ([name, what]) => [counts[name]!.total, what] as const,
  );
  const own = segment ? `${segment}/` : '';
  const rest = links.namespace;
  const graphql = `${site.address}/${own}graphql`;
  const query = '{ events(first: 5, where: { when: UPCOMING }) { totalCount nodes { title startsAt url } } }';
  return html`<section class="about" aria-labelledby="about">
<h2 id="about">${words.inIt}</h2>
<p class="lead">${words.about}</p>
<ul class="counts">
${counted.map(
  ([count, what]) => html`<li><strong>${count}</strong> ${what}</li>
`,
)}</ul>
<p class="quiet">${words.version} ${site.version}. ${words.published}</p>
${counted.every(([count]) => count === 0) && html`<p>${words.empty} <code>npm run seed</code></p>`}
<h2>${words.ask}</h2>
<h3>REST</h3>
<p><a href="${rest}/events">${new URL(rest).pathname}/events</a> · <a href="${at}docs">${words.documentation}</a> · <a href="${rest}/doc">${words.document}</a></p>
<pre class="code" tabindex="0">curl '${rest}/events?per_page=5'</pre>
<h3>GraphQL</h3>
<p><a href="${graphql}">/${own}graphql</a>. ${words.graphiql}</p>
<pre class="code" tabindex="0">curl ${graphql} -H 'Content-Type: application/json' \\
  -d '{"query":"${query}"}'</pre>
<h3>${words.pages}</h3>
<p><code>/event/…/</code>, <code>/ko/event/…/</code>, <code>/es/event/…/</code>. ${words.records}</p>
</section>`;
}
