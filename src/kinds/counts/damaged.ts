import type { Store, Stored } from '../../data/port.ts';
import { CUSTOM_FIELDS, CUSTOM_FIELDS_SHAPE } from '../custom-fields/definitions.ts';
import { EVENT_SHAPE, EVENTS } from '../event/record.ts';
import { EVENT_LINKS } from '../event-links.ts';
import { IMAGE_SHAPE, IMAGES } from '../image/record.ts';
import { damagedFields, type Shape } from '../shared/shape.ts';
import { CATEGORIES, TAGS, TERM_SHAPE } from '../term/record.ts';
import { idsOf } from './count-anew.ts';

const SHAPES: readonly (readonly [collection: string, shape: Shape])[] = [
  [EVENTS.name, EVENT_SHAPE],
  ...EVENT_LINKS.map(({ collection, shape }) => [collection.name, shape] as const),
  [CATEGORIES.name, TERM_SHAPE],
  [TAGS.name, TERM_SHAPE],
  [IMAGES.name, IMAGE_SHAPE],
];

/**
 * Checks every record, and reports each damaged one in a line: no API shows these. Returns how many there are. Changes nothing,
 * because only people can tell what such a record should say.
 */
export async function findDamaged(store: Store, found: (line: string) => void): Promise<number> {
  let damaged = 0;
  const look = (collection: string, shape: Shape, record: Document): void => {
    const fields = damagedFields(record, shape);
    if (fields.length === 0) return;
    damaged += 1;
    found(
      `${collection} ${record._id}: damaged, ${fields.map((field) => `${field} is ${said(record[field])}`).join('; ')}`,
    );
  };
  for (const [collection, shape] of SHAPES)
    for await (const record of recordsOf(store, collection)) look(collection, shape, record);
  // There is one document per kind of record.
  for (const record of await store.find<Document>(CUSTOM_FIELDS.name, {}))
    look(CUSTOM_FIELDS.name, CUSTOM_FIELDS_SHAPE, record);
  return damaged;
}

type Document = Stored & Record<string, unknown>;

const AT_ONCE = 100;

async function* recordsOf(store: Store, collection: string): AsyncGenerator<Document> {
  for await (const ids of idsOf(store, collection))
    for (let from = 0; from < ids.length; from += AT_ONCE)
      yield* await store.byIds<Document>(collection, ids.slice(from, from + AT_ONCE));
}

const LONGEST = 60;

function said(value: unknown): string {
  const json = JSON.stringify(value) ?? 'missing';
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
