import { allIds } from '../data/all-ids.ts';
import type { Report as Progress } from '../data/migrations/migration.ts';
import type { Store } from '../data/port.ts';
import { isWebAddress } from '../domain/fields/text-kinds.ts';
import { inParts } from '../domain/values.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import { EVENT_LINKS } from '../kinds/event-links.ts';
import type { ImageCopy } from '../kinds/image/record.ts';
import { IMPORTS, type Imported } from '../kinds/imports.ts';
import type { PostRecord } from '../kinds/post/record.ts';
import { addressesIn, fetchedPictures, showingFetched } from './fetched-pictures.ts';
import { hashOfRecord } from './hashes.ts';
import { isImported } from './memory.ts';
import { createPictureFetcher, type PictureFetching } from './picture-fetcher.ts';
import type { NamedSite } from './site/address.ts';

interface Fetching extends PictureFetching {
  progress: Progress;
  /** Called between units, so that others can write. */
  giveWay(): Promise<unknown>;
}

/** Records that are looked at together, and rewritten in one unit. */
const AT_ONCE = 20;

/** The kinds of records that show pictures. */
const SHOWING = ['event', ...EVENT_LINKS.map(({ name }) => name), 'series'] as const;

/**
 * Fetches the pictures elsewhere that records show, each once, and makes the records show them from here. Every picture and every
 * rewritten record is kept at once, so another run goes on. Returns what was done, in a line.
 */
export async function fetchPictures(fetching: Fetching): Promise<string> {
  const { calendar, language, progress, giveWay, warn } = fetching;
  const { store, services, context, links } = calendar;
  const pictures = createPictureFetcher(fetching);
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
            const image = fetched.get(address) ?? (await pictures.fetch(address));
            if (image) fetched.set(address, image);
            progress(what, done, total);
          }
          if (fetched.size > 0) await rewrite(kind, ids, fetched);
          done += ids.length;
          progress(what, done, total);
        }
    }
  } finally {
    pictures.close();
  }
  const { fetched, refused, left } = pictures.counts;
  for (const line of pictures.left()) warn(line);
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
