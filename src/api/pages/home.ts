import { LANGUAGES } from '../../domain/language.ts';
import type { Incoming } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import type { View } from '../../kinds/addresses.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { type Addressed, readQuery } from './address.ts';
import { feedLinks } from './feed-links.ts';
import { type Html, html } from './html.ts';
import { placeOf } from './layout.ts';
import { hrefOf, type PageContext, type PageSite, pathIn } from './site.ts';
import type { Topic } from './toolbar.ts';
import { viewPage } from './view-page.ts';
import { showView } from './views.ts';
import { WORDS } from './words.ts';

type PageRequest = Incoming & Addressed & { context: ResolverContext };

/** Answers views of all events, and the root of the site: the list, with a description of the calendar below it. */
export const eventsStep =
  (site: PageSite) =>
  async ({ page: address, url, language, segment, context }: PageRequest): Promise<Answered | object> => {
    if (!address || address.record) return {};
    if (!url.pathname.endsWith('/'))
      return {
        answer: { status: 301, headers: { Location: `${site.address}${url.pathname}/${url.search}` }, content: '' },
      };
    const page: PageContext = { ...placeOf(site, { url, segment, language }), site, context, url };
    const words = WORDS[language];
    const { view, query } = readQuery(address.view, url);
    const home = `${segment ? `${segment}/` : ''}${site.eventsPath}/`;
    const viewed = { page, view, query, base: hrefOf(page, `${site.address}/${home}`) };
    const [shown, { topics }, counts] = await Promise.all([
      showView(viewed, { where: {} }),
      site.run('Topics', { where: topicsOf(view) }, context) as Promise<{ topics: { nodes: Topic[] } }>,
      address.isHome ? (site.run('HomePage', {}, context) as Promise<Counts>) : undefined,
    ]);
    return {
      answer: viewPage({
        ...viewed,
        shown,
        topics: topics.nodes,
        name: words.views.events,
        lead: html`<h1>${words.home.title}</h1>`,
        addressIn: (each) => `${site.address}/${pathIn(site, each)}${address.isHome ? '' : `${site.eventsPath}/`}`,
        rest: address.rest,
        languages: LANGUAGES,
        head: html`<meta name="description" content="${words.home.summary}">`,
        feeds: feedLinks(context.links, words.calendar, 'event'),
        below: counts && aboutCalendar(page, counts),
        foot: html`${words.home.version} ${site.version}`,
      }),
    };
  };

/** Which categories a view leads to: in the list of what is to come, those with events that have yet to start. */
const topicsOf = ({ name }: View) => ({ isTop: true, [name === 'list' ? 'hasUpcomingEvents' : 'hasEvents']: true });

/** How many records there are, by their names in the query. */
type Counts = Readonly<Record<string, { total: number }>>;

/** Shows visitors what the calendar contains and where its APIs are. */
function aboutCalendar({ at, segment, site, language, context: { links } }: PageContext, counts: Counts): Html {
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
  return html`<section class="about">
<h2>${words.inIt}</h2>
<p class="lead">${words.about}</p>
<ul class="counts">
${counted.map(
  ([count, what]) => html`<li><strong>${count}</strong> ${what}</li>
`,
)}</ul>
<p class="quiet">${words.published}</p>
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
