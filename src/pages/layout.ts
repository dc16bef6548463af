import type { Answer } from '../http/exchange.ts';
import { contentPolicy } from '../http/security-headers.ts';
import type { Language } from '../rules/language.ts';
import { FILES, names } from './files.ts';
import { Html, html, type Part } from './html.ts';
import { WORDS } from './words.ts';

/** Only what lies beside the page; nothing runs. */
const POLICY = contentPolicy("style-src 'self'", "img-src 'self'");

/** What one page has that others have not. */
export interface Page {
  status?: number;
  language: Language;
  /** The way from the page to the root of the site: empty, or `../` and so on. */
  at: string;
  /** The language that the address of the page begins with: links to the calendar keep it. */
  segment?: Language | undefined;
  /** Without it, the page is called after the calendar. */
  title?: string;
  /** The address of the page in other languages. */
  others?: readonly { language: Language; href: string }[];
  head?: Part;
  /** With its `main`. */
  body: Part;
  headers?: Record<string, string>;
}

/**
 * The way from a page to the root of the site, so that pages work behind proxies that put a path before ours.
 * `pathname` is that of the page.
 */
export const wayUp = (pathname: string): string => '../'.repeat(pathname.split('/').length - 2);

/** The template of every page. */
export function pageAnswer(page: Page): Answer {
  const { status = 200, language, at, segment, title, others = [], head, body, headers } = page;
  const words = WORDS[language];
  const content = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title ? `${title} – ${words.calendar}` : words.calendar}</title>
<link rel="icon" href="${at}${FILES}${names.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${at}${FILES}${names.style}">
${head}
</head>
<body>
<header class="top">
<a class="name" href="${(segment ? `${at}${segment}/` : at) || './'}"><img src="${at}${FILES}${names.icon}" alt="" width="24" height="24">${words.calendar}</a>
${others.length > 1 && languages(others, language)}
</header>
${body}
</body>
</html>
`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'public, max-age=60',
      ...headers,
    },
    content: content.text,
  };
}

const languages = (
  others: NonNullable<Page['others']>,
  current: Language,
): Html => html`<nav aria-label="${WORDS[current].languages}"><ul class="row">
${others.map(
  ({ language, href }) =>
    html`<li><a href="${href}" lang="${language}" hreflang="${language}"${language === current ? CURRENT : ''}>${WORDS[language].language}</a></li>
`,
)}</ul></nav>`;

const CURRENT = new Html(' aria-current="true"');
