import { LANGUAGES } from '../../domain/language.ts';
import { redirect } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import type { View } from '../../kinds/addresses.ts';
import { aboutCalendar } from './about-calendar.ts';
import { viewHref } from './address.ts';
import { isOn } from './choices.ts';
import { feedLinks } from './feed-links.ts';
import { html } from './html.ts';
import { type PageRequest, pageFor } from './layout.ts';
import { hrefOf, type PageSite, pathIn } from './site.ts';
import { isPlace, PLACES, type Topic, type VenueToCome, type ViewRequest } from './toolbar.ts';
import { askedOf, viewPage } from './view-page.ts';
import { showView } from './views.ts';
import { WORDS } from './words.ts';

/** Answers views of all events, and the root of the site: the list. Below it, a seeded calendar says what it is and offers. */
export const eventsStep =
  (site: PageSite) =>
  async (request: PageRequest): Promise<Answered | object> => {
    const { page: address, url, language, segment, context } = request;
    if (!address || address.record) return {};
    if (!url.pathname.endsWith('/')) return { answer: redirect(301, `${site.address}${url.pathname}/${url.search}`) };
    const page = pageFor(site, request);
    const words = WORDS[language];
    const about = site.abouts[language];
    const home = `${segment ? `${segment}/` : ''}${site.eventsPath}/`;
    const viewed = { ...(await askedOf(page, address.view)), base: hrefOf(page, `${site.address}/${home}`) };
    const { view, query, narrowed } = viewed;
    const [shown, { topics }, places, below] = await Promise.all([
      showView(viewed, { where: narrowed.where }),
      site.run('Topics', { where: topicsOf(view) }, context) as Promise<{ topics: { nodes: Topic[] } }>,
      placesFor(viewed),
      address.isHome && (await site.isSeeded()) && aboutCalendar(page),
    ]);
    // The root of the site is the address of the first list only.
    const isRoot = address.isHome && viewHref('', view, { ...query, embedded: false }) === './';
    return {
      answer: viewPage({
        ...viewed,
        shown,
        topics: topics.nodes,
        places,
        name: words.views.events,
        lead: html`<div><h1>${words.home.title}</h1>${
          about.description &&
          html`
<p class="lead">${about.description}</p>`
        }</div>`,
        addressIn: (each) => `${site.address}/${pathIn(site, each)}${isRoot ? '' : `${site.eventsPath}/`}`,
        suffix: address.suffix,
        languages: LANGUAGES,
        head: html`<meta name="description" content="${about.description ?? words.home.summary}">`,
        feeds: feedLinks(context.links, about.name, 'event'),
        hasRss: true,
        below,
        foot: html`<a href="${page.at}docs">${words.home.programs}</a>`,
      }),
    };
  };

/** Venues to choose among, for who asks for them: they take a look into the store. */
async function placesFor({ page: { site, context, url }, query }: Omit<ViewRequest, 'base'>) {
  if (!isOn(url.searchParams, PLACES) && !query.filters.some(({ name }) => isPlace(name))) return null;
  const { places } = (await site.run('Places', {}, context)) as { places: { nodes: VenueToCome[] } };
  return places.nodes;
}

/** Which categories a view leads to: in the list of what is to come, those with events that have yet to start. */
const topicsOf = ({ name }: View) => ({ isTop: true, [name === 'list' ? 'hasUpcomingEvents' : 'hasEvents']: true });
