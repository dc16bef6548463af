import type { Language } from '../domain/language.ts';
import type { DateForm } from './files/dates.ts';
import { type FileDeps, fileSource } from './files/open.ts';
import { type Source, sourceRefused } from './item.ts';
import type { NamedSite } from './site/address.ts';
import { createSiteClient } from './site/client.ts';
import { type SiteSourceDeps, siteSource } from './site/source.ts';

export interface OpeningDeps {
  /** The language of texts that do not specify one. */
  language: Language;
  /** The time zone of dates that name none. */
  zone: string;
  since?: string | undefined;
  dates?: DateForm | undefined;
  /** `name:password` of a user of the site. */
  credentials?: string | undefined;
  /** Limits the import to a few events and what they refer to. */
  events?: SiteSourceDeps['events'];
  /** The identity of the calendar that is imported into. */
  calendar: string;
  isNamed?: FileDeps['isNamed'];
  clock(): number;
  pause(milliseconds: number): Promise<unknown>;
  told(line: string): void;
}

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
