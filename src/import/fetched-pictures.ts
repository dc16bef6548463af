import { isWebAddress } from '../domain/fields/text-kinds.ts';
import { withPictureAddresses } from '../domain/picture-addresses.ts';
import { inParts } from '../domain/values.ts';
import { type ImageCopy, isOwnPath } from '../kinds/image/record.ts';
import type { ImageService } from '../kinds/image/service.ts';
import { imageUrl, storedUrl } from '../kinds/image/sizes.ts';
import type { Html, PostRecord } from '../kinds/post/record.ts';
import { KEYS_AT_ONCE } from './memory.ts';

/** The pictures that were fetched, by their addresses elsewhere. */
type Fetched = ReadonlyMap<string, ImageCopy>;

export async function fetchedPictures(
  images: ImageService,
  addresses: Iterable<string>,
): Promise<Map<string, ImageCopy>> {
  const found = new Map<string, ImageCopy>();
  for (const some of inParts([...addresses], KEYS_AT_ONCE))
    for (const [address, image] of await images.fetchedFrom(some)) found.set(address, image);
  return found;
}

/** Where texts are: the address of this site, and of the one that relative addresses belong to. */
interface Place {
  site: string;
  from: string | undefined;
}

/** The address of a picture elsewhere that a text names. Undefined for pictures of this site, and for all that is no web address. */
function elsewhere(address: string, { site, from }: Place) {
  if (isOwnPath(storedUrl(address, { site }))) return undefined;
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address : undefined;
  const url = from && isWebAddress(from) && URL.canParse(address, from) ? new URL(address, from) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The addresses of pictures elsewhere that a text shows. */
export function picturesElsewhere(html: string, place: Place): Set<string> {
  const addresses = new Set<string>();
  withPictureAddresses(html, (written) => {
    const address = elsewhere(written, place);
    if (address !== undefined) addresses.add(address);
    return undefined;
  });
  return addresses;
}

/** A text that shows fetched pictures from here. */
export const withFetched = (html: string, fetched: Fetched, place: Place): string =>
  withPictureAddresses(html, (written) => {
    const image = fetched.get(elsewhere(written, place) ?? '');
    return image && imageUrl(image, place);
  });

type Texts = Readonly<Record<string, string | Html>>;

const isHtml = (value: string | Html): value is Html => typeof value === 'object';

const placeOf = ({ source }: PostRecord, links: { site: string }): Place => ({ ...links, from: source?.site });

/** The addresses of pictures elsewhere that a record shows. */
export function addressesIn(record: PostRecord, links: { site: string }): Set<string> {
  const address = record.image?.url ?? '';
  const own = isWebAddress(address) ? [address] : [];
  const texts = Object.values(record.text).flatMap((each) => Object.values(each as Texts).filter(isHtml));
  const named = texts
    .flatMap(({ raw, html }) => [raw, html])
    .flatMap((html) => [...picturesElsewhere(html, placeOf(record, links))]);
  return new Set([...own, ...named]);
}

/** A record that shows fetched pictures from here. */
export function showingFetched(record: PostRecord, fetched: Fetched, links: { site: string }): PostRecord {
  const changed = (html: string) => withFetched(html, fetched, placeOf(record, links));
  const text = Object.entries(record.text).map(([language, texts]) => [
    language,
    Object.fromEntries(
      Object.entries(texts as Texts).map(([field, value]) => [
        field,
        isHtml(value) ? { ...value, raw: changed(value.raw), html: changed(value.html) } : value,
      ]),
    ),
  ]);
  const image = fetched.get(record.image?.url ?? '') ?? record.image;
  return { ...record, text: Object.fromEntries(text), ...(image && { image }) };
}
