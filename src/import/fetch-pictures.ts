import { allIds } from '../data/all-ids.ts';
import type { Report as Progress } from '../data/migrations/migration.ts';
import { isPictureRefused, LARGEST_PICTURE } from '../data/pictures/take.ts';
import type { Store } from '../data/port.ts';
import { DomainError } from '../domain/errors.ts';
import { isWebAddress } from '../domain/fields/text-kinds.ts';
import type { Language } from '../domain/language.ts';
import { inParts } from '../domain/values.ts';
import { lendFile } from '../http/uploads.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import { EVENT_LINKS } from '../kinds/event-links.ts';
import type { ImageCopy } from '../kinds/image/record.ts';
import { IMPORTS, type Imported } from '../kinds/imports.ts';
import type { PostRecord } from '../kinds/post/record.ts';
import type { Calendar } from './calendar.ts';
import { addressesIn, fetchedPictures, showingFetched } from './fetched-pictures.ts';
import { hashOfRecord } from './hashes.ts';
import { isSourceRefused } from './item.ts';
import { isImported } from './memory.ts';
import { paceFor } from './open-source.ts';
import { isOfSite, type NamedSite } from './site/address.ts';
import { createSiteClient, type SiteClientDeps } from './site/client.ts';

interface Fetching extends Pick<SiteClientDeps, 'clock' | 'pause' | 'longestAnswer'> {
  calendar: Calendar;
  /** The sites that may be asked. */
  sites: readonly NamedSite[];
  /** The language of images that only texts show. */
  language: Language;
  progress: Progress;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
  /** Receives a line about each picture that cannot be had, and about each long pause. */
  warn(line: string): void;
}

/** Records that are looked at together, and rewritten in one unit. */
const AT_ONCE = 20;

/** How often a picture is asked for, and how many in a row may find nobody until the rest of their host is left for another run. */
const MOST_TRIES = 3;
const MOST_IN_VAIN = 10;

/** The kinds of records that show pictures. */
const SHOWING = ['event', ...EVENT_LINKS.map(({ name }) => name), 'series'] as const;

/**
 * Fetches the pictures elsewhere that records show, each once, and makes the records show them from here. Every picture and every
 * rewritten record is kept at once, so another run goes on. Returns what was done, in a line.
 */
export async function fetchPictures(fetching: Fetching): Promise<string> {
  const { calendar, language, progress, giveWay, warn } = fetching;
  const { store, services, context, links } = calendar;
  const fetch = createFetch(fetching);
  let rewritten = 0;
  let memory: Map<string, string[]> | undefined;
  try {
    for (const kind of SHOWING) {
      const collection = COLLECTION_OF[kind].name;
      const total = await store.count(collection, {});
      const what = `pictures of ${collection}`;
      let done = 0;
      for await (const all of allIds<number>(store, collection))
        for (const ids of inParts(all, AT_ONCE)) {
          const records = await services.image.showing(kind, ids);
          const addresses = new Set(records.flatMap((record) => [...addressesIn(record, links)]));
          const fetched = await fetchedPictures(services.image, addresses);
          for (const address of addresses) {
            const image = fetched.get(address) ?? (await fetch.one(address));
            if (image) fetched.set(address, image);
            progress(what, done, total);
          }
          if (fetched.size > 0) await rewrite(kind, ids, fetched);
          done += ids.length;
          progress(what, done, total);
        }
    }
  } finally {
    fetch.close();
  }
  const { fetched, refused, left } = fetch.counts;
  for (const line of fetch.left()) warn(line);
  return `Pictures: ${fetched} fetched, ${refused} refused, ${left} left; ${rewritten} records show them from ${links.site} now.`;

  async function rewrite(kind: string, ids: readonly number[], fetched: ReadonlyMap<string, ImageCopy>) {
    memory ??= await keysByRecord();
    const ctx = context({ language });
    let changed = 0;
    const unit = async () => {
      const records = await services.image.reshow(kind, ids, (each) => showingFetched(each, fetched, links), ctx);
      for (const each of records) await remember(kind, each);
      changed = records.length;
    };
    await calendar.unit(unit, ctx);
    rewritten += changed;
    await giveWay();
  }

  /** The keys under which imports remember each record. */
  async function keysByRecord() {
    const found = new Map<string, string[]>();
    for await (const keys of allIds<string>(store, IMPORTS.name))
      for (const { _id, here } of await store.byIds<Imported>(IMPORTS.name, keys, { only: ['here'] })) {
        const record = `${_id.split('/')[1]} ${here}`;
        found.set(record, [...(found.get(record) ?? []), _id]);
      }
    return found;
  }

  /** For imports, a record that is only rewritten has not been changed here. */
  async function remember(kind: string, [before, after]: [PostRecord, PostRecord]) {
    for (const its of await store.byIds<Imported>(IMPORTS.name, memory!.get(`${kind} ${before._id}`) ?? []))
      if (its.was === hashOfRecord(before, its.only ?? 'all'))
        await store.put<Imported>(IMPORTS.name, [{ ...its, was: hashOfRecord(after, its.only ?? 'all') }]);
  }
}

/**
 * The sites that `npm run import` has brought records from. Nobody named them in this run, so they must have public addresses. What
 * somebody who may write has only called the source of a record is not asked.
 */
export async function sitesOfRecords(store: Store): Promise<NamedSite[]> {
  const named = new Set<string>();
  for (const kind of SHOWING)
    for (const site of await store.distinct<string>(COLLECTION_OF[kind].name, 'source.site', {})) named.add(site);
  const sites: NamedSite[] = [];
  for (const site of [...named].filter(isWebAddress))
    if (await isImported(store, site)) sites.push({ url: new URL(site), isPrivate: false, isHere: false });
  return sites;
}

/** Whether the machine was too busy, so that the same may do later. */
const isBusy = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.facts.retryAfter !== undefined;

/** Fetches pictures, one after the other. */
function createFetch({ calendar, sites: named, language, warn, ...asking }: Fetching) {
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
    async one(address: string): Promise<ImageCopy | undefined> {
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
    left: () => [...left].map(([why, many]) => `${why}: ${many}`),
  };
}
