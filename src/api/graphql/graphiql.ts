import type { Abouts } from '../../domain/about.ts';
import { escapeHtml } from '../../domain/html.ts';
import { type Language, perLanguage, spokenLanguage } from '../../domain/language.ts';
import { once } from '../../domain/once-for.ts';
import { preferredLanguage } from '../../http/accept.ts';
import { type Incoming, isReading } from '../../http/exchange.ts';
import { createFiles, type Files, filesStep } from '../../http/files.ts';
import { contentPolicy } from '../../http/response-headers.ts';
import { SIGN_IN_SCRIPT, SIGN_IN_STYLE, type SignIn } from '../../http/sign-in.ts';
import type { Answered } from '../../http/steps.ts';
import { ADDRESS_STYLE } from './graphiql-address.ts';
import { GRAPHIQL_SCRIPT, OWN_STYLE } from './graphiql-page.ts';
import { exampleIn, startScript } from './graphiql-start.ts';

/** The files that the GraphiQL page loads. */
interface GraphiqlFiles extends Pick<Files, 'get'> {
  names: {
    icon: string;
    style: string;
    signIn: string;
    editor: string;
    page: string;
    start: Readonly<Record<Language, string>>;
  };
}

/** The GraphiQL files, none of which contacts another server. They are large, so they are read for the first browser. */
async function loadGraphiqlFiles({ examples, abouts, operations }: GraphiqlParts): Promise<GraphiqlFiles> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const { add, get } = createFiles();
  const workers = {
    editorWorkerService: add('editor-worker.js', graphiql.editorWorkerService),
    json: add('json-worker.js', graphiql.jsonWorker),
    graphql: add('graphql-worker.js', graphiql.graphqlWorker),
  };
  const startIn = (language: Language) =>
    startScript({
      examples: examples().map((document) => exampleIn(language, document)),
      language,
      name: abouts[language].name,
      workers,
      operations,
    });
  const names = {
    icon: add('favicon.ico', Buffer.from(graphiql.favicon.replace(/^[^,]*,/, ''), 'base64')),
    style: add('graphiql.css', graphiql.css + OWN_STYLE + ADDRESS_STYLE + SIGN_IN_STYLE),
    signIn: add('sign-in.js', SIGN_IN_SCRIPT),
    editor: add('graphiql.js', graphiql.js),
    page: add('page.js', GRAPHIQL_SCRIPT),
    start: perLanguage((language) => add('start.js', startIn(language))),
  };
  return { names, get };
}

const pageOf = (
  at: string,
  { start, ...names }: Omit<GraphiqlFiles['names'], 'start'> & { start: string },
  name: string,
  place: string,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="${at}${names.icon}">
<link rel="stylesheet" href="${at}${names.style}">
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<main>
<h1>${name}: GraphiQL</h1>
${place}
<div id="root"><p>GraphiQL is loading …</p></div>
</main>
<script src="${at}${names.signIn}"></script>
<script src="${at}${names.editor}"></script>
<script src="${at}${names.page}"></script>
<script src="${at}${start}"></script>
</body>
</html>
`;

/**
 * Allows only files next to the page, and requests to where people sign in. The editor writes its own styles and embeds icons in
 * them.
 */
const policy = (connectSources: string) =>
  contentPolicy(
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    connectSources,
    "worker-src 'self'",
  );

/** Whether a browser wants the page, not the result of a query. GraphiQL writes queries into its own address. */
function wantsPage({ method, headers, url }: Incoming) {
  if (!isReading({ method })) return false;
  if (!headers.accept?.includes('text/html')) return false;
  return headers['sec-fetch-mode'] === 'navigate' || !url.searchParams.has('query');
}

interface GraphiqlParts {
  /** The documents of the examples. */
  examples(): readonly string[];
  /** The name of the site. */
  abouts: Abouts;
  defaultLanguage: Language;
  signIn: SignIn;
  /** The names of operations that have an address, if clients may know them. */
  operations: readonly string[];
}

type PageRequest = Incoming & { segment: Language | undefined };

/** GraphiQL for browsers: a small page at the GraphQL address, and the files it loads below `/graphql`. */
export function createGraphiql(parts: GraphiqlParts): {
  pageStep(request: PageRequest): Promise<Answered | object>;
  fileStep(incoming: Incoming): Promise<Answered | object>;
} {
  const files = once(() => loadGraphiqlFiles(parts));

  return {
    async pageStep(request) {
      if (!wantsPage(request)) return {};
      const { names } = await files();
      const { segment } = request;
      // Queries from the page are answered in this language.
      const accepted = preferredLanguage(request.headers['accept-language']);
      const language = spokenLanguage({ segment, accepted }, parts.defaultLanguage);
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        // File names depend on their content. An old page would load files that are gone.
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy(parts.signIn.connectSources()),
        Vary: 'Accept, Sec-Fetch-Mode, Authorization, Accept-Language',
      };
      // Relative to the page, so that it works behind proxies that add a path prefix.
      const at = segment ? '../' : '';
      const shown = { ...names, start: names.start[language] };
      const place = parts.signIn.place(at);
      const content = pageOf(`${at}graphql/`, shown, escapeHtml(parts.abouts[language].name), place);
      return { answer: { status: 200, headers, content } };
    },

    fileStep: filesStep('/graphql/', files),
  };
}
