import { type Incoming, isReading } from '../http/exchange.ts';
import { filesStep } from '../http/files.ts';
import { contentPolicy } from '../http/security-headers.ts';
import type { Answered } from '../http/steps.ts';
import { acceptedLanguage, type Language, spokenLanguage } from '../rules/language.ts';
import { once } from '../rules/once-for.ts';
import { type GraphiqlFiles, loadGraphiqlFiles } from './graphiql-files.ts';

const pageOf = (at: string, language: Language, names: GraphiqlFiles['names']): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Event calendar</title>
<link rel="icon" href="${at}${names.icon}">
<link rel="stylesheet" href="${at}${names.style}">
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<main>
<h1>GraphiQL of the event calendar</h1>
<div id="root"></div>
</main>
<script src="${at}${names.editor}"></script>
<script src="${at}${names.page}"></script>
<script src="${at}${names.start[language]}"></script>
</body>
</html>
`;

/** Only what lies beside the page. The editor writes its styles itself, and shows signs from within them. */
const POLICY = contentPolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
);

/** Whether a browser asks for a page, and not for the answer to a query. GraphiQL writes queries into its own address. */
function wantsPage({ method, headers, url }: Incoming): boolean {
  if (!isReading({ method })) return false;
  if (!headers.accept?.includes('text/html')) return false;
  return headers['sec-fetch-mode'] === 'navigate' || !url.searchParams.has('query');
}

export interface GraphiqlParts {
  /** The texts of the documents that are ready in tabs. */
  examples(): readonly string[];
  defaultLanguage: Language;
}

type Known = Incoming & { segment: Language | undefined };

/** GraphiQL for browsers: a small page at the address of GraphQL, and below `/graphql` the files it loads. */
export function createGraphiql({ examples, defaultLanguage }: GraphiqlParts): {
  pageStep(known: Known): Promise<Answered | object>;
  fileStep(incoming: Incoming): Promise<Answered | object>;
} {
  const files = once(() => loadGraphiqlFiles(examples()));

  return {
    async pageStep(known) {
      if (!wantsPage(known)) return {};
      const { names } = await files();
      const { segment } = known;
      // The one that what the page asks will be answered in.
      const accepted = acceptedLanguage(known.headers['accept-language']);
      const language = spokenLanguage({ segment, accepted }, defaultLanguage);
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        // It names files by their content: an old one would ask for files that are gone.
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': POLICY,
        Vary: 'Accept, Sec-Fetch-Mode, Authorization, Accept-Language',
      };
      // Beside the page, so that it works behind proxies that put a path before ours.
      const content = pageOf(segment ? '../graphql/' : 'graphql/', language, names);
      return { answer: { status: 200, headers, content } };
    },

    fileStep: filesStep('/graphql/', files),
  };
}
