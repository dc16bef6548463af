import { exportSource, LONGEST_EXPORT_LINE } from '../files/export-source.ts';
import { type Chunk, linesOf } from '../files/text.ts';
import { type Source, sourceRefused } from '../item.ts';
import type { SiteClient } from './client.ts';
import type { SiteInterface } from './discover.ts';

/** The route at which our servers export everything. */
const ROUTE = '/export.jsonl';

interface SiteExportDeps {
  client: SiteClient;
  api: SiteInterface;
  /** The origin of the site. */
  site: string;
  since: string | undefined;
  /** The identity of the calendar that is imported into. */
  calendar: string;
}

/** The export of one of our servers, if the user may read it. It has all languages, and records that no list shows. */
export async function siteExport({ client, api, site, ...more }: SiteExportDeps): Promise<Source | undefined> {
  if (!api.routes.has(ROUTE)) return undefined;
  const url = await allowed(client, [
    api.address(ROUTE, { trash: 'true', users: 'true' }),
    // Editors may not see the authors.
    api.address(ROUTE, { trash: 'true' }),
  ]);
  if (!url) return undefined;
  const open = () => linesOf(textIn(client, url), LONGEST_EXPORT_LINE);
  return exportSource({ name: url.href, open, bytes: undefined, site, ...more });
}

/** The first of these URLs that the user may read. */
async function allowed(client: SiteClient, urls: readonly URL[]) {
  for (const url of urls) {
    const { status, body } = await client.open(url);
    body.destroy();
    if (status === 200) return url;
    if (status !== 401 && status !== 403) throw sourceRefused(`${url.href} answers ${status}`);
  }
  return undefined;
}

async function* textIn(client: SiteClient, url: URL): AsyncGenerator<Chunk> {
  const { status, body } = await client.open(url);
  if (status !== 200) {
    body.destroy();
    throw sourceRefused(`${url.href} answers ${status}`);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of body as AsyncIterable<Buffer>)
      yield { text: decoder.decode(chunk, { stream: true }), bytes: 0 };
  } catch (error) {
    throw sourceRefused(`${url.href} broke off: ${(error as Error).message}`, { isPassing: true });
  }
}
