import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import folderOfViewer from 'swagger-ui-dist/absolute-path.js';
import { once } from '../../domain/once-for.ts';
import { type Answer, type Incoming, isReading } from '../../http/exchange.ts';
import { createFiles, type Files, filesStep } from '../../http/files.ts';
import { contentPolicy } from '../../http/response-headers.ts';
import { SIGN_IN_SCRIPT, SIGN_IN_STYLE, type SignIn } from '../../http/sign-in.ts';
import type { Answered } from '../../http/steps.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { aboutCalendar } from './about-calendar.ts';
import { START_SCRIPT } from './docs-start.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { Html, html } from './html.ts';
import { type Place, pageAnswer, placeOf } from './layout.ts';
import type { PageSite } from './site.ts';

/** Allows only files beside the page. The icons of the viewer are data in its styles. */
const policy = (connectSources: string) =>
  contentPolicy("script-src 'self'", "style-src 'self'", "img-src 'self' data:", connectSources);

interface ViewerFiles extends Pick<Files, 'get'> {
  names: Record<'style' | 'own' | 'signIn' | 'viewer' | 'start', string>;
}

/** Loads the files of Swagger UI. None of them contacts another server. They are large, so the first request reads them. */
async function loadViewerFiles(): Promise<ViewerFiles> {
  const { add, get } = createFiles();
  const read = (name: string): Promise<Uint8Array> => readFile(join(folderOfViewer(), name));
  const [style, viewer] = await Promise.all([read('swagger-ui.css'), read('swagger-ui-bundle.js')]);
  return {
    names: {
      style: add('swagger-ui.css', style),
      own: add('docs.css', DOCS_STYLE + SIGN_IN_STYLE),
      signIn: add('sign-in.js', SIGN_IN_SCRIPT),
      viewer: add('swagger-ui.js', viewer),
      start: add('start.js', START_SCRIPT),
    },
    get,
  };
}

interface DocsParts {
  /** The path of the namespace, without a leading slash. */
  namespace: string;
  /** That of pictures. */
  media: string;
  signIn: SignIn;
}

/** The documentation of REST, to read and to try out: a page at `/docs`, and below it the files it loads. */
export function createDocs(
  site: PageSite,
  parts: DocsParts,
): {
  pageStep(request: Incoming & { context: ResolverContext }): Promise<Answered | object>;
  fileStep(request: Incoming): Promise<Answered | object>;
} {
  const files = once(loadViewerFiles);
  const { signIn } = parts;

  return {
    async pageStep({ method, url, context }) {
      if (url.pathname === '/signed-in' && signIn.hasProvider && isReading({ method }))
        return { answer: signedIn((await files()).names.signIn) };
      if (url.pathname !== '/docs' || !isReading({ method })) return {};
      const { names: own } = await files();
      const place = placeOf(site, { url, segment: undefined, language: 'en' });
      return { answer: docsPage(place, own, parts, await aboutCalendar({ ...place, context, url })) };
    },
    fileStep: filesStep('/docs/', files),
  };
}

/** Where the provider sends people back to. What it says stands in the address, so nobody may keep or pass that on. */
const signedIn = (script: string): Answer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': contentPolicy("script-src 'self'"),
  },
  content: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signed in</title></head>
<body><p>You may close this window.</p><script src="docs/${script}"></script></body>
</html>
`,
});

const docsPage = (place: Place, files: ViewerFiles['names'], { namespace, media, signIn }: DocsParts, about: Html) =>
  pageAnswer(place, {
    title: 'Documentation of REST',
    head: html`<link rel="stylesheet" href="docs/${files.style}">
<link rel="stylesheet" href="docs/${files.own}">`,
    // The viewer has its own `main`.
    hasMain: true,
    main: html`<noscript>The viewer needs JavaScript. <a href="${namespace}/doc">The document</a> itself does not.</noscript>
${about}
${new Html(signIn.place(''))}
<div id="docs" data-namespace="${namespace}" data-media="${media}"></div>
<script src="docs/${files.signIn}"></script>
<script src="docs/${files.viewer}"></script>
<script src="docs/${files.start}"></script>`,
    // The names of files depend on their content, so an old copy of the page would request files that are gone.
    headers: { 'Content-Security-Policy': policy(signIn.connectSources()), 'Cache-Control': 'no-cache' },
  });
