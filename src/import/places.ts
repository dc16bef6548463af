import type { Store, Stored } from '../data/port.ts';
import { lowerCase } from '../domain/text.ts';
import { VENUES, type VenueText } from '../kinds/venue/record.ts';
import { nameRef, plainName } from './files/names.ts';
import type { Item } from './item.ts';

/** Tells apart places of one name by their addresses. The whole source must be known before the first item is told apart. */
export interface Places {
  note(item: Item): void;
  /** A place as text, from which `refOf` makes its reference once the whole source is known. */
  textOf(place: Item): string;
  refOf(text: string): string;
  /** The items, with references by name and address where several places of the source have a name. */
  toldApart(items: readonly Item[]): Item[];
}

/** Whether an item is a place that a file calls by name. */
export const isPlace = ({ kind, byName }: Item): boolean => kind === 'venue' && byName !== undefined;

interface Place {
  name: string;
  street: string;
  /** Street and all that follows. */
  address: string;
}

const placeIn = ({ name = '', address, city, zip, province, state, country }: VenueText & { zip?: string }): Place => ({
  name: plainName(name),
  street: plainName(address ?? ''),
  // A country alone is no address.
  address:
    address || city || zip ? plainName([address, zip, city, province, state, country].filter(Boolean).join(' ')) : '',
});

const placeOf = ({ said: [{ values }] }: Item): Place => placeIn(values);

/** The place of a record in each language. */
const placesOf = (record: object): Place[] => {
  const { zip, text = {} } = record as { zip?: string; text?: Record<string, VenueText> };
  return Object.values(text).map((each) => placeIn({ ...each, ...(zip && { zip }) }));
};

const keyOf = ({ name, address }: Place) => `${name}|${address}`;

const hasAll = (text: string, words: string) => {
  const all = new Set(text.split(' '));
  return words === '' || words.split(' ').every((word) => all.has(word));
};

/** Whether two addresses are one: one may leave out the city, not the street. */
const isSame = (one: Place, other: Place) =>
  (hasAll(one.address, other.address) && hasAll(other.address, one.street)) ||
  (hasAll(other.address, one.address) && hasAll(one.address, other.street));

/** Whether a record is where an item says; undefined if one of them has no address. */
export function isThere(record: object, item: Item): boolean | undefined {
  const own = placeOf(item);
  const here = placesOf(record).filter(({ address }) => address !== '');
  if (own.address === '' || here.length === 0) return undefined;
  return here.some((each) => isSame(each, own));
}

/** Places of one name that are compared. */
const MOST = 1000;

/** The record of a place: with this name and address, or without an address on one side where only one has the name. */
export async function placeHere<R extends Stored & { _id: number }>(store: Store, item: Item): Promise<R | undefined> {
  const called = lowerCase(String(item.said[0].values.name ?? ''));
  const { name, address } = placeOf(item);
  const beginning = /^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(called)![0];
  const found = new Map<number, R>();
  for (const names of [called, { $prefix: beginning }])
    for (const each of await store.find<R>(
      VENUES.name,
      { names, status: { $ne: 'trash' } },
      { sort: [['_id', 1]], limit: MOST, index: 'names' },
    ))
      if (placesOf(each).some((its) => its.name === name)) found.set(each._id, each);
  const all = [...found.values()].sort((a, b) => a._id - b._id);
  const there = all.find((each) => isThere(each, item));
  if (there) return there;
  const bare = all.find((each) => placesOf(each).every((its) => its.address === ''));
  if (all.length === 1 && !item.isOneOfSeveral) return bare ?? (address === '' ? all[0] : undefined);
  return address === '' ? bare : undefined;
}

export function createPlaces(): Places {
  /** The address of each name, or null for several. Places without one count as the place that has one. */
  const addresses = new Map<string, string | null>();
  /** What the place of a name says, with its address. */
  const places = new Map<string, Item>();
  /** The coordinates of each place that has some. */
  const points = new Map<string, object>();

  const refOf = ({ name, address }: Pick<Place, 'name' | 'address'>) =>
    addresses.get(name) === null ? `${nameRef(name)}|${address}` : nameRef(name);

  function toldApartPlace(item: Item): Item {
    const place = placeOf(item);
    const { name, address } = place;
    if (addresses.get(name) === null) return { ...item, ref: refOf(place), isOneOfSeveral: true };
    const whole = places.get(name);
    return { ...(address === '' && whole && item.byName === 'mentioned' ? whole : item), ref: refOf(place) };
  }

  /** The place with its point, which perhaps another mention of it has. */
  function withPoint(item: Item): Item {
    const [{ values, language }] = item.said;
    return { ...item, said: [{ language, values: { ...points.get(keyOf(placeOf(item))), ...values } }] };
  }

  return {
    textOf: (place) => keyOf(placeOf(place)),
    refOf(text) {
      const [name = '', address = ''] = text.split('|');
      return refOf({ name, address });
    },
    note(item) {
      if (!isPlace(item)) return;
      const place = placeOf(item);
      const { name, address } = place;
      const { geoLat, geoLng } = item.said[0].values;
      if (item.byName === 'mentioned' && geoLat !== undefined) points.set(keyOf(place), { geoLat, geoLng });
      if (address === '') return;
      const known = addresses.get(name);
      if (known === undefined) places.set(name, item);
      addresses.set(name, known === undefined || known === address ? address : null);
    },
    toldApart(items) {
      // An event comes right after the places that it names.
      const refs = new Map<string, string>();
      return items.map((item) => {
        if (isPlace(item)) {
          const place = toldApartPlace(item.byName === 'mentioned' ? withPoint(item) : item);
          refs.set(item.ref, place.ref);
          return place;
        }
        const { venues, ...links } = item.links ?? {};
        return venues && refs.size
          ? { ...item, links: { ...links, venues: venues.map((ref) => refs.get(ref) ?? ref) } }
          : item;
      });
    },
  };
}
