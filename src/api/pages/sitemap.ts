import { DomainError } from '../../domain/errors.ts';
import { pause } from '../../domain/event-loop.ts';
import { escapeHtml } from '../../domain/html.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { type Answer, type Incoming, isReading } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { KINDS, type KindName } from '../../kinds/kinds.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { sitemapQueryOf } from './queries.ts';
import { type PageSite, pathIn } from './site.ts';
import { languagesOf } from './translated.ts';

/** Most records in one sitemap. Each has at most three pages, and a sitemap may list 50,000. */
const IN_PART = 1_000;

/** Most records in one read. */
const AT_ONCE = 50;

/** Most series in their sitemap. */
const MOST_SERIES = 10_000;

/** The requested sitemap: the index, the calendar pages, the pages of series, or one part of the records of a kind. */
type SitemapAddress = 'index' | 'calendar' | 'series' | { kind: KindName; part: number };

const PART = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/;

/** Reads the address of a sitemap. */
export function sitemapAddressStep({ method, url: { pathname } }: Incoming): { sitemap?: SitemapAddress } {
  if (!isReading({ method })) return {};
  // The plug-in's sites have the second one.
  if (pathname === '/sitemap.xml' || pathname === '/wp-sitemap.xml') return { sitemap: 'index' };
  if (pathname === '/sitemap-calendar.xml') return { sitemap: 'calendar' };
  if (pathname === '/sitemap-series.xml') return { sitemap: 'series' };
  const [, plural, part] = PART.exec(pathname) ?? [];
  const kind = KINDS.find((each) => each.plural === plural);
  return kind ? { sitemap: { kind: kind.name, part: Number(part) } } : {};
}

/** A record as sitemaps list it. */
interface Named extends Record<Language, string> {
  translations: { language: string }[];
  modifiedAt: string | null;
}

type SitemapRequest = Incoming & { sitemap?: SitemapAddress; context: ResolverContext };

/** Answers sitemaps for search engines (https://www.sitemaps.org/): every public page, in each of its languages. */
export const sitemapStep =
  (site: PageSite) =>
  async ({ sitemap, context }: SitemapRequest): Promise<Answered | object> => {
    if (!sitemap) return {};
    if (sitemap === 'index') return { answer: xmlAnswer(await indexOf(site, context)) };
    if (sitemap === 'calendar') return { answer: xmlAnswer(urlSet(site, calendarPages(site))) };
    if (sitemap === 'series') return { answer: xmlAnswer(urlSet(site, await seriesPages(site, context))) };
    const records = await recordsOf(site.run, sitemap, context);
    return { answer: xmlAnswer(urlSet(site, records.map(pageOf))) };
  };

async function indexOf({ address, run }: PageSite, context: ResolverContext) {
  const { series, ...counts } = (await run('Sitemap', {}, context)) as Record<string, { total: number }> & {
    series: { nodes: object[] };
  };
  const names = KINDS.flatMap(({ plural }) => {
    const parts = Math.ceil(counts[plural]!.total / IN_PART);
    return Array.from({ length: parts }, (_, at) => `${plural}-${at + 1}`);
  });
  const rows = ['calendar', ...(series.nodes.length > 0 ? ['series'] : []), ...names].map(
    (name) => `<sitemap><loc>${address}/sitemap-${name}.xml</loc></sitemap>\n`,
  );
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</sitemapindex>\n`;
}

/** @throws NO_ROUTE for a part past the end */
async function recordsOf(
  run: PageSite['run'],
  { kind, part }: Exclude<SitemapAddress, string>,
  context: ResolverContext,
) {
  const records: Named[] = [];
  const first = ((part - 1) * IN_PART) / AT_ONCE;
  for (let page = first + 1; page <= first + IN_PART / AT_ONCE; page += 1) {
    giveUpWhenLate(context.running);
    const { list } = (await run(sitemapQueryOf(kind), { page, perPage: AT_ONCE }, context)) as {
      list: { items: Named[] };
    };
    records.push(...list.items);
    if (list.items.length < AT_ONCE) break;
    await pause();
  }
  if (records.length === 0) throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
  return records;
}

/** A page, its address in each language, and when it last changed. */
interface SitePage {
  languages: readonly Language[];
  address(language: Language): string;
  modifiedAt?: string | null;
}

const pageOf = (record: Named): SitePage => ({
  languages: languagesOf(record),
  address: (language) => record[language],
  modifiedAt: record.modifiedAt,
});

const calendarPages = (site: PageSite): SitePage[] =>
  ['', `${site.eventsPath}/`].map((path) => ({
    languages: LANGUAGES,
    address: (language) => `${site.address}/${pathIn(site, language)}${path}`,
  }));

interface NamedSeries extends Record<Language, string> {
  /** Its first event, if visitors may see any. */
  events: { nodes: Pick<Named, 'translations'>[] };
}

async function seriesPages(site: PageSite, context: ResolverContext) {
  const pages: SitePage[] = [];
  for (let after: string | undefined, read = 0; read < MOST_SERIES; read += AT_ONCE) {
    giveUpWhenLate(context.running);
    const { list } = (await site.run('SeriesSitemap', { after }, context)) as {
      list: { nodes: NamedSeries[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    };
    for (const series of list.nodes)
      for (const event of series.events.nodes)
        pages.push({
          languages: languagesOf(event),
          address: (language) => series[language],
        });
    if (!list.pageInfo.hasNextPage) break;
    after = list.pageInfo.endCursor;
    await pause();
  }
  return pages;
}

/** Each language of a page has an entry of its own, which names all of the languages. */
const urlSet = (
  site: PageSite,
  pages: readonly SitePage[],
) => `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map((page) => urlsOf(site, page)).join('')}</urlset>
`;

function urlsOf({ standard }: PageSite, { languages, address, modifiedAt }: SitePage) {
  const link = (language: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}"/>`;
  const others = [...languages.map((each) => link(each, address(each))), link('x-default', address(standard))].join('');
  const changed = modifiedAt ? `<lastmod>${modifiedAt}</lastmod>` : '';
  return languages.map((each) => `<url><loc>${escapeHtml(address(each))}</loc>${changed}${others}</url>\n`).join('');
}

const xmlAnswer = (text: string): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  content: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
});

/**
 * Answers `/robots.txt`, which tells programs what they may read. Feeds and REST stay open: Google Calendar follows no feed that
 * is closed here, and answers of REST themselves tell search engines not to index them.
 */
export const robotsStep =
  ({ address }: Pick<PageSite, 'address'>) =>
  ({ method, url: { pathname } }: Incoming): Answered | object => {
    if (pathname !== '/robots.txt' || !isReading({ method })) return {};
    const base = new URL(address).pathname.replace(/\/$/, '');
    const closed = ['', ...LANGUAGES.map((language) => `/${language}`)].map((at) => `Disallow: ${base}${at}/graphql\n`);
    return {
      answer: {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        content: `User-agent: *\n${closed.join('')}\nSitemap: ${address}/sitemap.xml\n`,
      },
    };
  };
