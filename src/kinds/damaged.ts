import { allIds } from '../data/all-ids.ts';
import type { Report } from '../data/migrations/migration.ts';
import type { Store, Stored } from '../data/port.ts';
import { LARGEST_INT } from '../domain/fields/kind.ts';
import { inParts } from '../domain/values.ts';
import { CUSTOM_FIELDS, CUSTOM_FIELDS_SHAPE } from './custom-fields/definitions.ts';
import { EVENT_SHAPE, EVENTS } from './event/record.ts';
import { EVENT_LINKS } from './event-links.ts';
import { IMAGE_FACTS, IMAGE_SHAPE, IMAGES } from './image/record.ts';
import { SERIES, SERIES_SHAPE } from './series/record.ts';
import { difference, raising } from './shared/repository.ts';
import { damagedFields, type Shape } from './shared/shape.ts';
import { CATEGORIES, TAGS, TERM_SHAPE } from './term/record.ts';

const SHAPES: readonly (readonly [collection: string, shape: Shape])[] = [
  [EVENTS.name, EVENT_SHAPE],
  ...EVENT_LINKS.map(({ collection, shape }) => [collection.name, shape] as const),
  [SERIES.name, SERIES_SHAPE],
  [CATEGORIES.name, TERM_SHAPE],
  [TAGS.name, TERM_SHAPE],
  [IMAGES.name, IMAGE_SHAPE],
];

/**
 * Checks every record, and reports each damaged one in a line: no API shows these. With `repair`, it sets numbers right that older
 * versions let in and no API can show. It changes nothing else, because only people can tell what such a record should say.
 * Returns how many are damaged, and how many of them it repaired.
 */
export async function findDamaged(
  store: Store,
  { repair, found, report }: { repair: boolean; found(line: string): void; report?: Report },
): Promise<{ damaged: number; repaired: number }> {
  let [damaged, repaired] = [0, 0];
  async function look(collection: string, shape: Shape, record: Document) {
    const fields = damagedFields(record, shape);
    if (fields.length === 0) return;
    damaged += 1;
    found(
      `${collection} ${record._id}: damaged, ${fields.map((field) => `${field} is ${said(record[field])}`).join('; ')}`,
    );
    if (repair && (await repairNumbers(store, collection, shape, record._id))) repaired += 1;
  }
  for (const [collection, shape] of SHAPES)
    for await (const record of recordsOf(store, collection, report)) await look(collection, shape, record);
  // There is one document per kind of record.
  for (const record of await store.find<Document>(CUSTOM_FIELDS.name, {}))
    await look(CUSTOM_FIELDS.name, CUSTOM_FIELDS_SHAPE, record);
  return { damaged, repaired };
}

/** Drops impossible details of images, and ends an event's sequence at the largest number there is. Returns whether all is well then. */
const repairNumbers = (store: Store, collection: string, shape: Shape, id: Document['_id']) =>
  store.atomically(async () => {
    const [record] = await store.byIds<Document>(collection, [id]);
    if (!record) return false;
    const { sequence, image } = record;
    const withoutFacts = <R extends object>(of: R) => {
      const facts = damagedFields(of, IMAGE_FACTS);
      return Object.fromEntries(Object.entries(of).filter(([field]) => !facts.includes(field)));
    };
    const whole: Record<string, unknown> = {
      ...(collection === IMAGES.name ? withoutFacts(record) : record),
      ...(image instanceof Object && { image: withoutFacts(image) }),
      ...(Number(sequence) > LARGEST_INT && { sequence: LARGEST_INT }),
    };
    if (damagedFields(whole, shape).length > 0) return false;
    const update = difference(record, whole);
    if (update) await store.update(collection, id, raising(update));
    return true;
  });

type Document = Stored & Record<string, unknown>;

const AT_ONCE = 100;

async function* recordsOf(store: Store, collection: string, report?: Report): AsyncGenerator<Document> {
  const total = report ? await store.count(collection, {}, { index: '_id_' }) : 0;
  let done = 0;
  for await (const ids of allIds(store, collection)) {
    for (const some of inParts(ids, AT_ONCE)) yield* await store.byIds<Document>(collection, some);
    done += ids.length;
    report?.(collection, done, total);
  }
}

const LONGEST = 60;

function said(value: unknown) {
  const json = JSON.stringify(value) ?? 'missing';
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
