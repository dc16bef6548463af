import type { Filter, Store, Stored } from '../data/port.ts';
import { sentSlug } from '../domain/slug.ts';
import { lowerCase } from '../domain/text.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import type { EventRecord } from '../kinds/event/record.ts';
import type { Item, ItemKind } from './item.ts';
import { isPlace, placeHere } from './places.ts';

/** A stored record of any kind. */
export type Found = Stored & {
  _id: number;
  version: number;
  status?: string;
  startsAt?: number;
  modifiedAt?: number;
  text?: object;
} & Pick<Partial<EventRecord>, 'series' | 'own' | 'source'>;

/** The origin that a record names: a site and the id there. */
interface SourceRef {
  site: string;
  id: string;
}

/** What an item belongs to: its origin, and the ids here of its parent and of its series. */
interface Known {
  source: SourceRef | undefined;
  parentHere: number | undefined;
  seriesHere: number | undefined;
}

/** Filters that may find a record no import remembers, the most reliable first. */
function* ways(
  { kind, id, uid, byName, said, parent, isOwn, here, occurrence }: Item,
  { source, parentHere, seriesHere }: Known,
): Generator<Filter> {
  const { name, url, slug } = said[0].values as { name?: string; url?: string; slug?: unknown };
  if (isOwn && id !== undefined) yield { _id: id };
  if (here !== undefined) yield { _id: here };
  if (kind === 'image') {
    yield { url: url ?? '' };
    yield { from: url ?? '' };
  } else if (kind === 'category' || kind === 'tag') {
    const siblings = kind === 'tag' || parent === undefined ? {} : { parent: parentHere ?? { $exists: false } };
    // Slugs are unique, names are not.
    yield typeof slug === 'string' ? { slugs: sentSlug(slug) } : { names: lowerCase(name ?? ''), ...siblings };
  } else {
    if (source) yield { 'source.id': source.id, 'source.site': source.site };
    if (uid !== undefined) yield { uid };
    if (occurrence && seriesHere !== undefined)
      yield { series: seriesHere, originalStartsAt: occurrence.originalStartsAt };
    if (byName && kind !== 'venue') yield { names: lowerCase(name ?? ''), status: { $ne: 'trash' } };
  }
}

/** Finds the existing record for an item that this source has not sent before. */
export async function findHere(store: Store, item: Item, known: Known): Promise<Found | undefined> {
  for (const filter of ways(item, known)) {
    const [found] = await store.find<Found>(COLLECTION_OF[item.kind].name, filter, { sort: [['_id', 1]], limit: 1 });
    if (found) return found;
  }
  return isPlace(item) ? placeHere<Found>(store, item) : undefined;
}

/** Whether a record has this name. */
export async function isNamedHere(store: Store, kind: ItemKind, name: string): Promise<boolean> {
  const filter = { names: lowerCase(name), status: { $ne: 'trash' } };
  return (await store.find(COLLECTION_OF[kind].name, filter, { limit: 1, only: [] })).length > 0;
}
