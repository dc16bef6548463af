import { type FileDeps, fileSource } from './files/open.ts';
import { type Source, sourceRefused } from './item.ts';
import type { NamedSite } from './site/address.ts';
import { createSiteClient, type SiteClientDeps } from './site/client.ts';
import { type SiteSourceDeps, siteSource } from './site/source.ts';

/** What a source of any kind needs. */
export type OpeningDeps = Omit<FileDeps, 'path' | 'clock'> &
  Pick<SiteSourceDeps, 'events' | 'told'> &
  Pick<SiteClientDeps, 'credentials' | 'clock' | 'pause'>;

/** Requests a second: a load that a shared host does not notice. */
const PER_SECOND = 4;

/** How many requests a second these sites may get. */
export const paceFor = (sites: readonly NamedSite[]): number =>
  sites.every(({ isHere }) => isHere) ? Number.POSITIVE_INFINITY : PER_SECOND;

/** Opens a site or a file as a source. @throws SourceRefused with one line */
export async function openSource(
  from: NamedSite | string,
  { credentials, ...deps }: OpeningDeps,
): Promise<{ source: Source; close(): void }> {
  if (typeof from === 'string') {
    if (credentials !== undefined) throw sourceRefused('IMPORT_CREDENTIALS is set, and a file needs none');
    return { source: await fileSource({ path: from, ...deps }), close: () => undefined };
  }
  const client = createSiteClient({
    sites: [from],
    credentials,
    perSecond: paceFor([from]),
    ...deps,
  });
  try {
    const source = await siteSource({ client, site: from, signedIn: credentials !== undefined, ...deps });
    return { source, close: client.close };
  } catch (error) {
    client.close();
    throw error;
  }
}
