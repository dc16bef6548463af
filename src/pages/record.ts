import { DomainError } from '../errors.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { Answer, Incoming } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';
import type { Links, PageAddress } from '../links.ts';
import { plainText, withPictures } from '../rules/html.ts';
import { LANGUAGES, type Language } from '../rules/language.ts';
import { eventList, type ListedEvent, pagingLinks } from './events.ts';
import { dataScript, Html, html, type Part } from './html.ts';
import { type Images, LAZILY, picture, type ShownImage } from './images.ts';
import { factsOf, PAGE_KINDS, type Shown } from './kinds.ts';
import { pageAnswer, wayUp } from './layout.ts';
import type { RunPage } from './operations.ts';
import { langOf } from './translated.ts';
import { WORDS } from './words.ts';

/** What the steps before have found of the page of a record. */
export interface Asked {
  page?: PageAddress;
  context: ResolverContext;
}

/** Pages move when their records are renamed: nobody is to remember for long where they were. */
const MOVED = { 'Cache-Control': 'public, max-age=60' };

const redirect = (status: 301 | 307, location: string): Answer => ({
  status,
  headers: { ...MOVED, Location: location },
  content: '',
});

/**
 * The page of a record, for everybody: who asks makes no difference. Another address of the record than that of its page
 * (the slug in another language or in another form, its id, a site that shows our pages) leads there.
 * @throws DomainError as reading the record was refused, PAGE_NOT_FOUND past the end of its events
 */
export const recordStep =
  (run: RunPage, standard: Language, images: Images) =>
  async ({ page, url, context }: Incoming & Asked): Promise<Answered | object> => {
    if (!page) return {};
    const kind = PAGE_KINDS[page.kind];
    const { record } = (await run(kind.operation, { ref: meant(page.ref) }, context)) as { record: Shown };
    if (page.json) return { answer: redirect(307, context.links.item(page.kind, record.databaseId)) };
    if (record.url !== addressOf(page, url, context.links))
      return { answer: redirect(301, 'slug' in page.ref ? `${record.url}${url.search}` : record.url) };
    const { language } = context;
    const { kind: name, segment } = page;
    const shown = {
      ...{ kind: name, record, language, segment, standard, images },
      ...{ links: context.links, at: wayUp(url.pathname) },
    };
    const events =
      kind.events &&
      (await eventsOf(kind.events(record), {
        run,
        url,
        context,
        at: name === 'venue' ? record.databaseId : undefined,
      }));
    return { answer: pageOf(shown, events) };
  };

/** How GraphQL is told which record is meant. */
const meant = (ref: PageAddress['ref']): object => ('id' in ref ? { databaseId: ref.id } : ref);

/** The address that was asked for, in the form that links have. */
function addressOf({ kind, ref }: PageAddress, { pathname }: URL, { site, page }: Links): string {
  if ('id' in ref) return page(kind, [], ref.id);
  return site + pathname.replace(/%../g, (code) => code.toLowerCase());
}

/** The events to come of a record, with the links to more of them; on the page of the venue with the id `at`. */
async function eventsOf(
  filter: Record<string, unknown>,
  { run, url, context, at }: { run: RunPage; url: URL; context: ResolverContext; at: number | undefined },
): Promise<Part> {
  const { language } = context;
  const asked = url.searchParams.get('page') ?? '1';
  const page = /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 0;
  // What is running is to be seen as well.
  const variables = { filter: { ...filter, endsAfter: 'now' }, page: Math.max(page, 1) };
  const { list } = (await run('EventsToCome', variables, context)) as {
    list: { totalPages: number; items: ListedEvent[] };
  };
  if (page < 1 || page > Math.max(list.totalPages, 1))
    throw new DomainError('NO_ROUTE', 'There is no such page of events.');
  return html`<section>
<h2>${WORDS[language].upcoming}</h2>
${eventList(list.items, language, at)}
${pagingLinks({ page, totalPages: list.totalPages, language })}
</section>`;
}

interface ShownPage {
  kind: PageAddress['kind'];
  record: Shown;
  language: Language;
  /** The language that the address names. */
  segment: Language | undefined;
  /** The language of addresses that name none. */
  standard: Language;
  images: Images;
  links: Links;
  at: string;
}

function pageOf(page: ShownPage, events: Part): Answer {
  const { kind, record, language, segment, images, links, at } = page;
  const { lead } = PAGE_KINDS[kind];
  const others = LANGUAGES.filter((each) =>
    record.translations.some(({ language }) => language?.toLowerCase() === each),
  );
  // What lies at the address of the site is asked for where the page was, under whichever name that is.
  const sourceOf = (address: string): string | undefined =>
    address.startsWith(`${links.site}/`)
      ? at + address.slice(links.site.length + 1)
      : images.shows(address)
        ? address
        : undefined;
  const pictureAt = (address: string) => {
    const src = sourceOf(address);
    return src === undefined ? undefined : { src, ...LAZILY };
  };
  return pageAnswer({
    language,
    segment,
    at,
    title: record.name,
    others: others.map((language) => ({ language, href: record[language] })),
    head: headOf(page, others),
    headers: { Link: `<${links.restRoot}/>; rel="https://api.w.org/"`, 'Content-Security-Policy': images.policy },
    body: html`<main>
<article>
<h1${langOf(record, 'name', language)}>${record.name}</h1>
${lead?.(record, language)}
${record.image && pictureOf(record.image, sourceOf(record.image.url), language)}
${
  record.description &&
  html`<div class="text"${langOf(record, 'description', language)}>
${new Html(withPictures(record.description, pictureAt))}
</div>`
}
</article>
${factsOf(PAGE_KINDS[kind], record, language)}
${events}
<footer class="bottom"><a href="${links.item(kind, record.databaseId)}">${WORDS[language].asData}</a></footer>
</main>`,
  });
}

/** The picture of a record from `src`, or a link to it. */
const pictureOf = (image: ShownImage, src: string | undefined, language: Language): Html =>
  src === undefined
    ? html`<p><a href="${image.url}" rel="nofollow noopener">${image.alternativeText || WORDS[language].picture}</a></p>`
    : picture(image, src);

/** Characters of a description that other sites show. */
const LONGEST = 200;

/** Languages as other sites spell them. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ko: 'ko_KR', es: 'es_ES' };

/** Half of a character, at the end of a text that was cut. */
const HALF = /[\ud800-\udbff]$/;

function headOf({ kind, record, language, standard, links }: ShownPage, others: readonly Language[]): Html {
  const canonical = record[language];
  const about = plainText(record.description);
  const description = about.length > LONGEST ? `${about.slice(0, LONGEST - 1).replace(HALF, '')}…` : about;
  const rest = links.item(kind, record.databaseId);
  const properties = {
    'og:type': PAGE_KINDS[kind].type,
    'og:title': record.name,
    'og:description': description,
    'og:url': canonical,
    'og:site_name': WORDS[language].calendar,
    'og:locale': LOCALES[language],
    'og:image': record.image?.url,
  };
  const term = { '@type': 'CollectionPage', name: record.name, description: about, url: canonical };
  return html`${
    description &&
    html`<meta name="description" content="${description}">
`
  }<link rel="canonical" href="${canonical}">
${others.map(
  (other) => html`<link rel="alternate" hreflang="${other}" href="${record[other]}">
`,
)}<link rel="alternate" hreflang="x-default" href="${record[standard]}">
${
  canonical.endsWith('/') &&
  html`<link rel="alternate" type="application/json" href="${canonical.replace(/\/$/, '.json')}">
`
}<link rel="alternate" type="application/json" href="${rest}">
<link rel="https://api.w.org/" href="${links.restRoot}/">
${Object.entries(properties).map(
  ([property, content]) =>
    content &&
    html`<meta property="${property}" content="${content}">
`,
)}${dataScript('application/ld+json', { '@context': 'http://schema.org', ...(record.jsonLd ?? term) })}`;
}
