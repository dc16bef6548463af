// Catches nothing alone: how REST spells a value that is written as GraphQL takes it.

import type { FieldTable } from '../../../src/domain/fields/table.ts';
import { byList } from '../../../src/kinds/event-links.ts';
import { escaped, type Shown } from './keys.ts';

/** Fields whose text is HTML text in REST, which decodes character references in it. */
const HTML_TEXT = new Set(['title', 'name', 'website', 'image']);

const INLINE: Readonly<Record<string, FieldTable>> = byList(({ fields }) => fields);

/** The values of a GraphQL input, as a REST client sends them in JSON. */
export const wireBody = (table: FieldTable, values: Shown): Shown =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [table[key]!.wire, wireValue(key, value)]));

/** Turns the list of custom fields in GraphQL into the object of REST. */
const wireCustom = (values: Shown[]): Shown => Object.fromEntries(values.map(({ key, value }) => [key, value]));

function wireValue(key: string, value: unknown): unknown {
  if (key === 'customFields') return value && wireCustom(value as Shown[]);
  if (Object(value).set) return (value as Shown).set.map((link: Shown) => wireLink(key, link));
  return HTML_TEXT.has(key) && typeof value === 'string' ? escaped(value) : value;
}

const wireLink = (key: string, { databaseId, upsert }: Shown): unknown => {
  if (!upsert) return databaseId;
  return INLINE[key] ? wireBody(INLINE[key], upsert) : { name: escaped(upsert.name) };
};

const WORDS: ReadonlySet<string> = new Set(['status', 'eventStatus', 'order', 'orderby']);

const inCapitals = (key: string, value: unknown): unknown =>
  WORDS.has(key) ? [value].flat().map((word) => (typeof word === 'string' ? word.toUpperCase() : word)) : value;

/** Values for both APIs as GraphQL takes them: words of enums in capitals, and null for an empty one. */
export const typed = <V>(values: V): V =>
  JSON.parse(JSON.stringify(values), (key, value) => {
    if (key === 'eventStatus' && value === '') return null;
    const words = inCapitals(key, value);
    return Array.isArray(words) && !Array.isArray(value) ? words[0] : words;
  });
