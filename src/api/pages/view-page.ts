import { type Language, perLanguage } from '../../domain/language.ts';
import type { Answer } from '../../http/exchange.ts';
import type { View } from '../../kinds/addresses.ts';
import { readQuery, viewHref } from './address.ts';
import { narrowedFeedLinks } from './feed-links.ts';
import { type Narrowing, narrowedBy } from './filters.ts';
import { dataScript, type Html, html, type Part } from './html.ts';
import { listJsonLd } from './json-ld.ts';
import { pageAnswer } from './layout.ts';
import { eventsIn, marksOf } from './marks.ts';
import { addressLinks, previewOf } from './preview.ts';
import { nameQueryOf } from './queries.ts';
import { hrefOf, type PageContext } from './site.ts';
import { feedOf, shareMenu, subscribeMenu } from './take.ts';
import { type Topic, toolbar, type VenueToCome, type ViewRequest } from './toolbar.ts';
import type { ShownView } from './views.ts';
import { filled } from './words.ts';

/** A page with a view of events. */
interface ViewPage extends ViewRequest {
  shown: ShownView;
  /** The heading of these events: the word for events, or the name of their record. */
  name: string;
  /** For a record, the language of its name. Views with a title show that name above it, as a link to the first list. */
  lang?: Html;
  /** Shown above the first list. */
  lead: Part;
  /** The address of the first list in each language. */
  addressIn(language: Language): string;
  /** What follows that in the address of the page. */
  suffix: string;
  /** The languages that the page names to search engines. */
  languages: readonly Language[];
  topics: readonly Topic[];
  /** Venues to choose among: null if nobody has asked for them, undefined if there is no such choice. */
  places?: readonly VenueToCome[] | null;
  /** The record whose events these are, as a parameter of REST. */
  of?: Readonly<Record<string, number>>;
  head?: Part;
  /** Links to the feeds of these events, for programs. */
  feeds: Part;
  /** Whether their address is that of RSS too. */
  hasRss: boolean;
  /** Shown below the first list. */
  below?: Part;
  foot?: Part;
}

/** What the address of a page asks for, below a path. @throws NO_ROUTE for a second page of a month */
export async function askedOf(page: PageContext, path: View | undefined): Promise<Omit<ViewRequest, 'base'>> {
  const { site, context, url } = page;
  const { view, query } = readQuery(path, url, context);
  const narrowed = await narrowedBy(
    query.filters,
    async (kind, ref) => (await site.run(nameQueryOf(kind), { ref }, context)).record as Narrowing,
    context,
  );
  return { page, view, query: { ...query, filters: narrowed.filters }, narrowed };
}

/** The page of a view. Search engines may not index frames, searches, or empty views other than the first list. */
export function viewPage(request: ViewPage): Answer {
  const { page, view, query, shown, base, name, lang, lead, addressIn, suffix, topics, places, below, foot } = request;
  const { language, url } = page;
  const isFirst = shown.title === undefined && view.page === 1;
  const title = shown.title ?? name;
  const number = view.page > 1 && ` – ${view.page}`;
  const fullTitle = [title + (number || ''), ...(shown.title === undefined || !lang ? [] : [name])].join(' – ');
  const address = addressIn(language);
  const all = { ...query, from: undefined, size: undefined, embedded: false };
  const followed = viewHref(address, { featured: view.featured }, all);
  return pageAnswer(page, {
    title: fullTitle,
    others: perLanguage((each) => hrefOf(page, addressIn(each) + suffix) + url.search),
    head: html`${headOf(request, isFirst)}${!page.embedded && (followed === address ? request.feeds : narrowedFeedLinks(followed, fullTitle, request.hasRss))}
${isFirst && request.head}${!page.embedded && shown.events.length > 0 && dataScript('application/ld+json', listJsonLd(shown.events))}
${!(isFirst && lang) && previewOf(page, { type: 'website', title: fullTitle, url: viewHref(address, view, { ...query, embedded: false }) })}`,
    marks: marksOf(page, eventsIn(request, request.of)),
    isList: true,
    main: html`${
      isFirst && !page.embedded
        ? lead
        : html`<header class="head"><div>${
            lang &&
            shown.title !== undefined &&
            html`<p class="over"><a href="${viewHref(base, {}, page)}"${lang}>${name}</a></p>`
          }
<h1${shown.title === undefined && lang}>${title}${number}</h1></div>
${shown.turn}</header>`
    }
${toolbar(request, { topics, ...(places !== undefined && { places }), ...shown })}
${shown.body}
${
  !page.embedded &&
  html`<div class="take">${subscribeMenu(page, { feed: feedOf(followed), title: filled('{name} – {calendar}', { name, calendar: page.site.abouts[language].name }) })}
${shareMenu(page, address + suffix + url.search)}</div>
${isFirst && below}`
}`,
    shares: true,
    foot,
  });
}

function headOf({ page, view, query, shown, addressIn, languages }: ViewPage, isFirst: boolean) {
  const { embedded } = page;
  const { search, from, chosen, size } = query;
  const isListed = !embedded && !search && !from && !chosen.length && !size && (isFirst || shown.events.length > 0);
  return html`${
    isListed
      ? addressLinks(page, languages, (each) => viewHref(addressIn(each), view, { ...query, embedded }))
      : html`<meta name="robots" content="noindex">`
  }
`;
}
