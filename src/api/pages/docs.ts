import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import folderOfViewer from 'swagger-ui-dist/absolute-path.js';
import { once } from '../../domain/once-for.ts';
import { type Answer, type Incoming, isReading } from '../../http/exchange.ts';
import { createFiles, type Files, filesStep } from '../../http/files.ts';
import { contentPolicy } from '../../http/response-headers.ts';
import type { Answered } from '../../http/steps.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { aboutCalendar } from './about-calendar.ts';
import { START_SCRIPT } from './docs-start.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { type Html, html } from './html.ts';
import { type Place, pageAnswer, placeOf } from './layout.ts';
import type { PageSite } from './site.ts';

/** Allows only files beside the page. The icons of the viewer are data in its styles. */
const POLICY = contentPolicy("script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'");

interface ViewerFiles extends Pick<Files, 'get'> {
  names: Record<'style' | 'own' | 'viewer' | 'start', string>;
}

/** Loads the files of Swagger UI. None of them contacts another server. They are large, so the first request reads them. */
async function loadViewerFiles(): Promise<ViewerFiles> {
  const { add, get } = createFiles();
  const read = (name: string): Promise<Uint8Array> => readFile(join(folderOfViewer(), name));
  const [style, viewer] = await Promise.all([read('swagger-ui.css'), read('swagger-ui-bundle.js')]);
  return {
    names: {
      style: add('swagger-ui.css', style),
      own: add('docs.css', DOCS_STYLE),
      viewer: add('swagger-ui.js', viewer),
      start: add('start.js', START_SCRIPT),
    },
    get,
  };
}

/**
 * The documentation of REST, to read and to try out: a page at `/docs`, and below it the files it loads. `namespace` is
 * the path of the namespace, without a leading slash.
 */
export function createDocs(
  site: PageSite,
  namespace: string,
): {
  pageStep(request: Incoming & { context: ResolverContext }): Promise<Answered | object>;
  fileStep(request: Incoming): Promise<Answered | object>;
} {
  const files = once(loadViewerFiles);

  return {
    async pageStep({ method, url, context }) {
      if (url.pathname !== '/docs' || !isReading({ method })) return {};
      const { names: own } = await files();
      const place = placeOf(site, { url, segment: undefined, language: 'en' });
      return { answer: docsPage(place, own, namespace, await aboutCalendar({ ...place, context, url })) };
    },
    fileStep: filesStep('/docs/', files),
  };
}

const docsPage = (place: Place, files: ViewerFiles['names'], namespace: string, about: Html): Answer =>
  pageAnswer(place, {
    title: 'Documentation of REST',
    head: html`<link rel="stylesheet" href="docs/${files.style}">
<link rel="stylesheet" href="docs/${files.own}">`,
    // The viewer has its own `main`.
    hasMain: true,
    main: html`<noscript>The viewer needs JavaScript. <a href="${namespace}/doc">The document</a> itself does not.</noscript>
${about}
<div id="docs" data-namespace="${namespace}"></div>
<script src="docs/${files.viewer}"></script>
<script src="docs/${files.start}"></script>`,
    // The names of files depend on their content, so an old copy of the page would request files that are gone.
    headers: { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' },
  });
