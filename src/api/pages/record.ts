import { DomainError } from '../../domain/errors.ts';
import { titleIn } from '../../domain/feed-event.ts';
import { plainText } from '../../domain/html.ts';
import { perLanguage } from '../../domain/language.ts';
import { redirect } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { type View, WITH_RSS } from '../../kinds/addresses.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { KIND, KINDS, type KindName } from '../../kinds/kinds.ts';
import { backLink, recordArticle, type ShownRecord } from './article.ts';
import { feedLinks } from './feed-links.ts';
import { eventsOfRecord, type Having, REST_EVENTS_OF } from './filters.ts';
import { dataScript, type Html, html } from './html.ts';
import { eventJsonLd } from './json-ld.ts';
import type { Shown } from './kinds.ts';
import { type PageRequest, pageAnswer, pageFor } from './layout.ts';
import { marksOf } from './marks.ts';
import { moreOf } from './more.ts';
import { addressLinks, previewOf, summaryOf } from './preview.ts';
import { hrefOf, type PageContext, type PageSite } from './site.ts';
import { whenOf } from './times.ts';
import { langOf, languagesOf } from './translated.ts';
import { askedOf, viewPage } from './view-page.ts';
import { showView } from './views.ts';
import { WORDS } from './words.ts';

/** A page moves when its record is renamed, so clients may keep a redirect only briefly. */
const MOVED = { 'Cache-Control': 'public, max-age=60' };

const moved = (status: 301 | 307, location: string): Answered => ({ answer: redirect(status, location, MOVED) });

/**
 * Answers the page of a record or a view of its events, which is the same for every caller. Any other address of the record
 * redirects there: its slug in another language or form, a former address, its id, or our address of it when another site
 * shows our pages.
 * @throws DomainError if reading the record is refused, NO_ROUTE past the end of its events
 */
export const recordStep =
  (site: PageSite) =>
  async (request: PageRequest): Promise<Answered | object> => {
    const { page, url, context } = request;
    if (!page?.record) return {};
    const { kind, ref, path } = page.record;
    const read = async (ref: { databaseId: number } | { url: string }, of = kind) => {
      const found = await site.run(KIND[of].page.operation, { ref }, context);
      return found.record as Shown;
    };
    if ('id' in ref) {
      const kinds = url.searchParams.has('post_type') ? [kind] : POSTS;
      return moved(301, (await firstOf(kinds, (of) => read({ databaseId: ref.id }, of))).url);
    }
    const requestedUrl = site.address + url.pathname.replace(/%../g, (code) => code.toLowerCase());
    // The path may be a former address.
    const found = await read({ url: path });
    if (page.moved !== undefined) return moved(301, found.url + page.moved);
    // A category may have the name of a view. Below its parent, its own page wins over that view.
    const child = found.children?.find((each) => each.url === requestedUrl);
    const record = child ? await read({ databaseId: child.databaseId }) : found;
    const suffix = child ? '' : page.suffix;
    if (page.isJson) return moved(307, context.links.item(kind, record.databaseId));
    if (record.url + suffix !== requestedUrl) return moved(301, record.url + suffix + url.search);
    const shown = { kind, record, page: pageFor(site, request) };
    return {
      answer:
        kind === 'event'
          ? recordPage(shown, await moreOf(shown))
          : await eventsPage({ ...shown, kind }, suffix, child ? undefined : page.view),
    };
  };

/** The kinds whose records share ids. */
const POSTS = KINDS.filter(({ rest }) => rest.bySlug).map(({ name }) => name);

/** What is read of the first of these kinds that has it. */
async function firstOf<R>([kind, ...others]: readonly KindName[], read: (kind: KindName) => Promise<R>): Promise<R> {
  return read(kind!).catch((error) => {
    if (others.length === 0 || !(error instanceof DomainError && /_NOT_FOUND$/.test(error.code))) throw error;
    return firstOf(others, read);
  });
}

/** The page of a record that has no events of its own: an event. */
function recordPage(shown: ShownRecord, more: Html) {
  const { record, page } = shown;
  const { url } = page;
  return pageAnswer(page, {
    title: record.name,
    others: perLanguage((each) => hrefOf(page, record[each]) + url.search),
    marks: marksOf(page, (links) => links.item('event', record.databaseId)),
    head: html`${addressLinks(page, languagesOf(record), (each) => record[each])}
${headOf(shown)}`,
    main: html`${backLink(page)}
${recordArticle(shown)}
${more}`,
    shares: true,
    foot: dataLink(shown),
  });
}

/** A view of the events of a record. The first list stands below the article about the record. */
async function eventsPage(shown: ShownRecord & { kind: Having }, suffix: string, path: View | undefined) {
  const { kind, record, page } = shown;
  const viewed = { ...(await askedOf(page, path)), base: hrefOf(page, record.url) };
  const scope = {
    where: eventsOfRecord(kind, record, viewed.narrowed.where),
    ...(kind === 'venue' && { venue: record.databaseId }),
  };
  return viewPage({
    ...viewed,
    shown: await showView(viewed, scope),
    name: record.name,
    lang: langOf(record, 'name', page.language),
    lead: recordArticle(shown),
    addressIn: (language) => record[language],
    suffix,
    languages: languagesOf(record),
    topics: record.children ?? [],
    of: { [REST_EVENTS_OF[kind]]: record.databaseId },
    head: headOf(shown),
    feeds: feedLinks(page.context.links, record.name, kind, record.databaseId),
    hasRss: WITH_RSS.includes(kind),
    foot: dataLink(shown),
  });
}

const dataLink = ({ kind, record, page }: ShownRecord) =>
  html`<a href="${page.context.links.item(kind, record.databaseId)}">${WORDS[page.language].asData}</a>`;

/** When and where an event takes place, as other sites show it. */
function whenAndWhere(record: Shown, { language, site }: PageContext) {
  const places = record.venues.map((venue) => [venue.name, 'city' in venue && venue.city].filter(Boolean).join(', '));
  return [whenOf(language, 'short', record, site.zone), ...places].join(' · ');
}

/** Tells search engines and other sites about a record. */
function headOf({ kind, record, page }: ShownRecord) {
  const { language, context } = page;
  const canonical = record[language];
  const about = plainText(record.description);
  const description = summaryOf(about);
  const isEvent = kind === 'event';
  const preview = previewOf(page, {
    type: KIND[kind].page.type,
    title: isEvent ? titleIn({ ...record, title: record.name }, language) : record.name,
    description: [isEvent && whenAndWhere(record, page), description].filter(Boolean).join(' · '),
    url: canonical,
    images: [
      record.image,
      record.series?.image,
      ...(isEvent ? EVENT_LINKS.flatMap(({ inEvents }) => record[inEvents].map(({ image }) => image)) : []),
    ],
  });
  const term = { '@type': 'CollectionPage', name: record.name, description: about, url: canonical };
  return html`${
    description &&
    html`<meta name="description" content="${description}">
`
  }${
    canonical.endsWith('/') &&
    html`<link rel="alternate" type="application/json" href="${canonical.replace(/\/$/, '.json')}">
`
  }${
    !isEvent &&
    html`<link rel="alternate" type="application/json" href="${context.links.item(kind, record.databaseId)}">
`
  }${isEvent && feedLinks(context.links, record.name, kind, record.databaseId)}${preview}${dataScript('application/ld+json', { '@context': 'http://schema.org', ...(isEvent ? eventJsonLd(record) : (record.jsonLd ?? term)) })}`;
}
