import { isPictureRefused, LARGEST_PICTURE } from '../data/pictures/take.ts';
import { DomainError } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import { lendFile } from '../http/uploads.ts';
import type { ImageCopy } from '../kinds/image/record.ts';
import type { Calendar } from './calendar.ts';
import { isSourceRefused } from './item.ts';
import { paceFor } from './open-source.ts';
import { isOfSite, type NamedSite } from './site/address.ts';
import { createSiteClient, type SiteClientDeps } from './site/client.ts';

/** How often a picture is asked for, and how many in a row may find nobody until the rest of their host is left for another run. */
const MOST_TRIES = 3;
const MOST_IN_VAIN = 10;

/** What fetching pictures needs. */
export interface PictureFetching extends Pick<SiteClientDeps, 'clock' | 'pause' | 'longestAnswer'> {
  calendar: Calendar;
  /** The sites that may be asked. */
  sites: readonly NamedSite[];
  /** The language of images that only texts show. */
  language: Language;
  /** Receives a line about each picture that cannot be had, and about each long pause. */
  warn(line: string): void;
}

/** Whether the machine was too busy, so that the same may do later. */
const isBusy = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.facts.retryAfter !== undefined;

/** Fetches pictures into the calendar, each address once, and counts what came of them. */
export function createPictureFetcher({ calendar, sites: named, language, warn, ...asking }: PictureFetching) {
  // Addresses of pictures stay as they are when a site goes over to https.
  const sites = named.map((site) => ({ ...site, url: new URL(`http://${site.url.host}`) }));
  const perSecond = paceFor(sites);
  const client = createSiteClient({ sites, perSecond, accept: 'image/*', mostTries: MOST_TRIES, warn, ...asking });
  const tried = new Set<string>();
  const counts = { fetched: 0, refused: 0, left: 0 };
  /** How many in a row found nobody, by host, and how many are not asked for, by the reason. */
  const [inVain, left] = [new Map<string, number>(), new Map<string, number>()];
  const count = (by: Map<string, number>, key: string): void => void by.set(key, (by.get(key) ?? 0) + 1);
  function leave(why: string): undefined {
    counts.left += 1;
    count(left, why);
  }

  /** Keeps a picture, and tries again when the machine was too busy to read it. */
  async function keep(address: string, path: string, tries = MOST_TRIES) {
    try {
      return await calendar.services.image.keepFetched(address, path, calendar.context({ language }));
    } catch (error) {
      if (tries === 1 || !isBusy(error)) throw error;
      await asking.pause(Number(error.facts.retryAfter) * 1_000);
      return keep(address, path, tries - 1);
    }
  }

  async function take(address: string): Promise<ImageCopy | string | undefined> {
    const url = new URL(address);
    try {
      const { status, bytes } = await client.ask(url, LARGEST_PICTURE);
      inVain.delete(url.host);
      if (status !== 200) return `${url.href} answers ${status}`;
      return await lendFile(bytes, (path) => keep(address, path));
    } catch (error) {
      if (isPictureRefused(error)) return `${url.href}: ${error.said}`;
      if (error instanceof DomainError && error.code === 'DAMAGED_RECORD') return `${url.href}: ${error.message}`;
      if (isBusy(error)) return leave('This machine is too busy to read them. Pictures left for another run');
      if (!isSourceRefused(error)) throw error;
      if (error.isPrivate)
        return leave(`${url.host} is in a private network: --hosts ${url.host} --private asks it. Its pictures`);
      if (error.isPassing) count(inVain, url.host);
      return error.message;
    }
  }

  return {
    counts,
    close: client.close,
    async fetch(address: string): Promise<ImageCopy | undefined> {
      if (tried.has(address)) return undefined;
      tried.add(address);
      const url = new URL(address);
      if (!sites.some((site) => isOfSite(site.url, url)))
        return leave(`${url.host} was not asked: --hosts ${url.host} asks it. Its pictures`);
      if ((inVain.get(url.host) ?? 0) >= MOST_IN_VAIN)
        return leave(`${url.host} does not answer. Pictures left for another run`);
      const taken = await take(address);
      if (taken === undefined) return undefined;
      counts[typeof taken === 'string' ? 'refused' : 'fetched'] += 1;
      if (typeof taken !== 'string') return taken;
      warn(taken);
      return undefined;
    },
    /** Lines about the pictures that were left, by the reason. */
    left: () => [...left].map(([why, many]) => `${why}: ${many}`),
  };
}
