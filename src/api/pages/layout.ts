import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { Answer, Incoming } from '../../http/exchange.ts';
import { contentPolicy } from '../../http/response-headers.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { Addressed } from './address.ts';
import { FILES } from './files.ts';
import { html, type Part } from './html.ts';
import type { Marks } from './marks.ts';
import { type PageContext, type PageSite, wayUp } from './site.ts';
import { WORDS } from './words.ts';

/** What sets one page apart from the others. */
interface Page {
  status?: number;
  /** Without it, the title is the name of the calendar. */
  title?: string;
  /** The address of the page in each language, as a link. */
  others?: Readonly<Record<Language, string>>;
  head?: Part;
  /** The content of the page. */
  main: Part;
  /** Whether the content has a `main` of its own. */
  hasMain?: true;
  /** Whether it has a menu for sharing, which needs the script. */
  shares?: true;
  /** The footer. A page in a frame has none. */
  foot?: Part;
  /** What tells programs of the calendar behind the page. */
  marks?: Marks;
  /** Whether it is a list of events. */
  isList?: true;
  headers?: Record<string, string>;
}

/** Where a page stands. If the page could not be built, nothing more is known of it. */
export type Place = Omit<PageContext, 'context' | 'url'>;

/** Where the page at an address stands. */
export const placeOf = (
  site: PageSite,
  { url, segment, language }: { url: URL; segment: Language | undefined; language: Language },
): Place => ({ site, language, segment, at: wayUp(url.pathname), embedded: url.searchParams.get('embed') === '1' });

/** A request for a page. */
export type PageRequest = Incoming & Addressed & { context: ResolverContext };

/** The page to build for a request. */
export const pageFor = (site: PageSite, { url, segment, language, context }: PageRequest): PageContext => ({
  ...placeOf(site, { url, segment, language }),
  context,
  url,
});

/** The template of every page. */
export function pageAnswer(place: Place, page: Page): Answer {
  const { language, at, segment, embedded, site } = place;
  const { status = 200, title, others, head, main, hasMain, shares, foot, marks, isList, headers } = page;
  const words = WORDS[language];
  const file = (name: string) => `${at}${FILES}${name}`;
  const { style, icon, script, theme, logo } = site.files;
  const { name } = site.abouts[language];
  const bare = embedded ? EMBEDDED : html``;
  const content = html`<!doctype html>
<html lang="${language}"${bare}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title ? `${title} – ${name}` : name}</title>
<link rel="icon" href="${file(logo ?? icon)}">
<link rel="stylesheet" href="${file(style)}">
${
  theme &&
  html`<link rel="stylesheet" href="${file(theme)}">
`
}${
  embedded
    ? html`<script src="${at}embed.js" data-inside defer></script>`
    : shares && html`<script src="${file(script)}" defer></script>`
}
${marks?.head}${head}
</head>
<body>
${
  !embedded &&
  html`<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<a class="name" href="${(segment ? `${at}${segment}/` : at) || './'}">${logo ? html`<img class="logo" src="${file(logo)}" alt="">` : html`<img src="${file(icon)}" alt="" width="24" height="24">`}<span>${name}</span></a>
${others && languages(others, language)}
</header>`
}
${
  hasMain
    ? main
    : html`<main id="main"${isList && LIST} tabindex="-1">
${main}
</main>`
}
${!embedded && foot && html`<footer class="bottom">${foot}</footer>`}
</body>
</html>
`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': policyOf(place),
      ...marks?.headers,
      ...headers,
    },
    content: content.text,
  };
}

const EMBEDDED = html` class="embedded"`;
/** By this class, programs find the list in a page. */
const LIST = html` class="tribe-events"`;

/** Allows files beside the page, and pictures. A page in a frame may not send forms, because it has none. */
function policyOf({ site, embedded }: Pick<Place, 'site' | 'embedded'>) {
  const sources = ["script-src 'self'", "style-src 'self'", site.images.sources];
  if (!embedded) return contentPolicy(...sources, "form-action 'self'");
  const parents = site.embedParents;
  return contentPolicy(...sources, ...(parents.length ? [`frame-ancestors ${parents.join(' ')}`] : []));
}

const languages = (others: NonNullable<Page['others']>, current: Language) => html`<nav aria-label="${
  WORDS[current].languages
}"><ul class="row">
${LANGUAGES.map(
  (each) =>
    html`<li><a href="${others[each]}" lang="${each}" hreflang="${each}"${each === current && CURRENT}>${WORDS[each].language}</a></li>
`,
)}</ul></nav>`;

const CURRENT = html` aria-current="true"`;
