import { createHash } from 'node:crypto';
import type { Language } from '../domain/language.ts';
import { isObject } from '../domain/values.ts';
import type { Item } from './item.ts';

/** 132 bits, so that two texts of a calendar never share a hash. */
const LENGTH = 22;

/** A short hash of a value. The order of members does not matter. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url').slice(0, LENGTH);

const sorted = (_: string, value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** The hash of what a source sends about a record. Who gets it also depends on the users here, and more than that on the day. */
export const hashOfItem = ({
  place: _,
  columns: __,
  notTaken: ___,
  author: ____,
  login: _____,
  here: ______,
  madeBefore: _______,
  occurrence,
  ...item
}: Item): string => hashOf({ ...item, occurrence: occurrence ?? undefined });

/** Fields derived from other fields or records, and fields that an import does not rewrite. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'version',
  'modifiedAt',
  'author',
  'source',
  'sequence',
  'dated',
  'trashed',
  'formerSlugs',
  'search',
  'searchTitle',
  'sort',
  'slugSort',
  'names',
  'slugs',
  'facets',
  'lowestPrice',
  'priceCurrency',
  'ancestors',
  'trail',
  'count',
  'countWithDescendants',
  'publicEvents',
  'lastPublicStart',
  'own',
  'previousStartsAt',
  'previousEndsAt',
  'madeBefore',
]);

/** The hash of a stored record, limited to what a source with these languages can change. */
export function hashOfRecord(record: object, languages: readonly Language[] | 'all'): string {
  const { text, slug, image, status, ...others } = record as Record<string, unknown>;
  const compared = Object.entries(others).filter(([key]) => !NOT_COMPARED.has(key));
  return hashOf({
    ...Object.fromEntries(compared),
    text: inThese(text, languages),
    slug: inThese(slug, languages),
    // An image stays the same whether or not its sizes are known.
    image: (image as { id?: number } | undefined)?.id,
    // A scheduled record is published by the passage of time alone.
    status: status === 'future' ? 'publish' : status,
  });
}

const inThese = (texts: unknown, languages: readonly Language[] | 'all') =>
  languages === 'all'
    ? texts
    : Object.fromEntries(Object.entries(Object(texts)).filter(([each]) => languages.includes(each as Language)));
