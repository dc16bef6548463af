import { atAddress, onDisk } from './files/at-address.ts';
import { type FileDeps, fileSource } from './files/open.ts';
import { type Served, type Source, sourceRefused } from './item.ts';
import { startOf } from './memory.ts';
import type { NamedSite } from './site/address.ts';
import { createSiteClient, type SiteClientDeps } from './site/client.ts';
import { type SiteSourceDeps, siteSource } from './site/source.ts';

/** What a source of any kind needs. */
type OpeningDeps = Omit<FileDeps, 'path' | 'clock'> &
  Pick<SiteSourceDeps, 'events' | 'warn'> &
  Pick<SiteClientDeps, 'credentials' | 'clock' | 'pause'>;

/** Requests a second: a load that a shared host does not notice. */
const PER_SECOND = 4;

/** How many requests a second these sites may get. */
export const paceFor = (sites: readonly NamedSite[]): number =>
  sites.every(({ isHere }) => isHere) ? Number.POSITIVE_INFINITY : PER_SECOND;

/** What is remembered of an address, and the name of its source. */
type KnownAddress = Partial<Served> & { site: string };

/** Raised when files are read otherwise than before, so that they are asked for again. */
const READING = 1;

/** A source that was opened, or the name of one whose address serves what was taken from it with these options. */
type Opened = { source: Source; close(): void } | { unchanged: string };

/**
 * Opens a site, or a file here or at an address, as a source. `known` looks up what is remembered of an address.
 * @throws SourceRefused with one line
 */
export async function openSource(
  from: NamedSite | string,
  {
    credentials,
    known,
    asked,
    ...deps
  }: OpeningDeps & { known?(key: string): Promise<KnownAddress | undefined>; asked?: object },
): Promise<Opened> {
  if (typeof from === 'string') {
    if (credentials !== undefined) throw sourceRefused('IMPORT_CREDENTIALS is set, and a file needs none');
    const file = await onDisk(from);
    return opened(file.close, () => fileSource({ ...deps, path: file.path }));
  }
  const client = createSiteClient({
    sites: [from],
    credentials,
    perSecond: paceFor([from]),
    ...deps,
  });
  return opened(client.close, async (closing) => {
    // An address may be a secret: only its hash is kept.
    const key = startOf(from.url.href);
    const how = JSON.stringify([READING, asked, deps.zone]);
    const before = await known?.(key);
    const there = await atAddress(client, from.url, before?.asked === how ? before : undefined);
    if (there === 'unchanged') return { unchanged: before?.site ?? from.url.host };
    if ('page' in there)
      return siteSource({ client, site: from, page: there.page, signedIn: credentials !== undefined, ...deps });
    closing(there.file.close);
    const source = await fileSource({ ...deps, path: there.file.path });
    const address = { key, served: { ...there.served, asked: how } };
    return Object.assign(source, { address }, source.file && { site: there.name });
  });
}

/** Opens what has to be closed, also when that fails. */
async function opened(
  close: () => void,
  open: (closing: (more: () => void) => void) => Promise<Source | { unchanged: string }>,
): Promise<Opened> {
  const all = [close];
  const closeAll = () => {
    for (const each of all.splice(0)) each();
  };
  try {
    const source = await open((more) => void all.push(more));
    if ('parts' in source) return { source, close: closeAll };
    closeAll();
    return source;
  } catch (error) {
    closeAll();
    throw error;
  }
}
