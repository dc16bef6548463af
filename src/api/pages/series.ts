import { plainText } from '../../domain/html.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { redirect } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { viewPath } from '../../kinds/addresses.ts';
import { PLAIN } from './address.ts';
import { articleOf, backLink } from './article.ts';
import { EVERYTHING } from './filters.ts';
import { dataScript, html } from './html.ts';
import type { ShownImage } from './images.ts';
import { eventJsonLd } from './json-ld.ts';
import type { Shown } from './kinds.ts';
import { type PageRequest, pageAnswer, pageFor } from './layout.ts';
import { eventsIn, marksOf } from './marks.ts';
import { addressLinks, previewOf, summaryOf } from './preview.ts';
import { hrefOf, nowIn, type PageContext, type PageSite } from './site.ts';
import { shareMenu, subscribeMenu } from './take.ts';
import { inWords } from './times.ts';
import { langOf, languagesOf } from './translated.ts';
import { showView } from './views.ts';
import { filled, WORDS } from './words.ts';

/** Another part of a series. */
interface Part {
  url: string;
  ruleText: string | null;
  startsAt: string;
  allDay: boolean;
}

/** A series, with its address in each language. */
interface ShownSeries extends Record<Language, string> {
  databaseId: number;
  title: string;
  ruleText: string | null;
  image: ShownImage | null;
  startsAt: string;
  /** All parts of a divided series, itself among them. */
  parts: { databaseId: number }[];
  continues: Part | null;
  continuedBy: Part | null;
  /** Its first occurrence, if the visitor may see any. */
  events: { nodes: Shown[] };
}

/** A series has a schedule instead of dates: https://schema.org/EventSeries */
const EVENT_SERIES = { '@type': 'EventSeries', startDate: undefined, endDate: undefined, eventStatus: undefined };

/**
 * Answers the page of a series, which is the same for every caller: its rule, what its occurrences share, and their dates.
 * @throws DomainError if reading the series is refused, NO_ROUTE past the end of its dates
 */
export const seriesStep =
  (site: PageSite) =>
  async (request: PageRequest): Promise<Answered | object> => {
    const { page: address, url, language, context } = request;
    if (!address?.series) return {};
    const page = pageFor(site, request);
    const { view, slug } = address.series;
    const suffix = viewPath(view);
    const { series } = (await site.run('SeriesPage', { ref: { slug } }, context)) as { series: ShownSeries };
    const canonical = series[language];
    const requested = site.address + url.pathname.replace(/%../g, (code) => code.toLowerCase());
    if (canonical + suffix !== requested) return { answer: redirect(301, canonical + suffix + url.search) };
    const [like] = series.events.nodes;
    const viewed = { page, view, query: PLAIN, narrowed: EVERYTHING, base: hrefOf(page, canonical) };
    const parts = series.parts.map(({ databaseId }) => databaseId);
    const shown = await showView(viewed, {
      where: { seriesIn: parts },
      venue: like?.venues[0]?.databaseId,
      isSeries: true,
    });
    const { links } = context;
    const feed = links.seriesFeed(series.databaseId);
    const words = WORDS[language];
    const take = html`${subscribeMenu(page, { feed, title: series.title, name: words.series.addAll })}${shareMenu(page, canonical)}`;
    const rule = html`${series.ruleText && html`<p class="rule">${series.ruleText}</p>`}${otherParts(series, page)}`;
    const description = like && summaryOf(plainText(like.description));
    const summary = [series.ruleText, description].filter(Boolean).join(' · ');
    const isFirst = view.name === 'list' && view.page === 1;
    const number = view.page > 1 ? ` – ${view.page}` : '';
    const title = [shown.title, series.title].filter(Boolean).join(' – ') + number;
    return {
      answer: pageAnswer(page, {
        title,
        others: perLanguage((each) => hrefOf(page, series[each] + suffix) + url.search),
        head: html`${addressLinks(page, like ? languagesOf(like) : [], (each) => series[each] + suffix)}
${
  summary &&
  html`<meta name="description" content="${summary}">
`
}<link rel="alternate" type="text/calendar" title="${series.title}" href="${feed}">
${previewOf(page, { type: 'website', title, description: summary, url: canonical, images: [series.image, like?.image] })}${like && dataScript('application/ld+json', { ...eventJsonLd(like), '@context': 'http://schema.org', ...EVENT_SERIES, name: series.title, url: canonical })}`,
        main: html`${backLink(page)}
${
  isFirst && like
    ? articleOf({ kind: 'event', record: { ...like, name: series.title }, page }, { when: rule, take })
    : html`<header class="head"><div>${!isFirst && html`<p class="over"><a href="${hrefOf(page, canonical)}"${like && langOf(like, 'name', language)}>${series.title}</a></p>`}
<h1>${shown.title ?? series.title}${number}</h1>${rule}</div></header>`
}
<section class="dates"><h2>${words.series.allDates}</h2>
${shown.body}</section>`,
        marks: marksOf(page, eventsIn(viewed, { series: parts })),
        isList: true,
        shares: true,
      }),
    };
  };

/** Lines about the parts before and after a series, if it was divided: from when, how often and at what time. */
function otherParts({ startsAt, continues, continuedBy }: ShownSeries, page: PageContext) {
  const { language } = page;
  const { views } = WORDS[language];
  const line = (part: Part | null, words: string, from: string) => {
    if (!part) return null;
    const [wall, day] = [part.startsAt.slice(0, 19).replace('T', ' '), from.slice(0, 10)];
    const date = inWords(language, day.startsWith(nowIn(page).slice(0, 5)) ? 'date' : 'dateYear', day);
    const clock = part.allDay ? views.allDay : inWords(language, 'clock', wall);
    const said = [part.ruleText, clock].filter(Boolean).join(' · ');
    return html`<p class="part"><a href="${hrefOf(page, part.url)}">${filled(words, { date })}</a>: ${said}</p>`;
  };
  return html`${line(continues, views.before, startsAt)}${line(continuedBy, views.from, continuedBy?.startsAt ?? '')}`;
}
