import { idsOf } from './count-anew.ts';
import { EVENT_SHAPE, EVENTS } from './resources/event/record.ts';
import { EVENT_LINKS } from './resources/event-links.ts';
import { IMAGE_SHAPE, IMAGES } from './resources/image/record.ts';
import { damagedFields, type Shape } from './resources/shared/shape.ts';
import { CATEGORIES, TAGS, TERM_SHAPE } from './resources/term/record.ts';
import type { Store, Stored } from './store/port.ts';

const SHAPES: readonly (readonly [collection: string, shape: Shape])[] = [
  [EVENTS.name, EVENT_SHAPE],
  ...EVENT_LINKS.map(({ collection, shape }) => [collection.name, shape] as const),
  [CATEGORIES.name, TERM_SHAPE],
  [TAGS.name, TERM_SHAPE],
  [IMAGES.name, IMAGE_SHAPE],
];

/**
 * Looks at every record and tells, in a line each, of those that no door shows because somebody has changed them into
 * nonsense. Gives how many there are. Changes nothing: nobody but people can tell what they should say.
 */
export async function findDamaged(store: Store, found: (line: string) => void): Promise<number> {
  let damaged = 0;
  for (const [collection, shape] of SHAPES)
    for await (const record of recordsOf(store, collection)) {
      const fields = damagedFields(record, shape);
      if (fields.length === 0) continue;
      damaged += 1;
      found(
        `${collection} ${record._id}: damaged, ${fields.map((field) => `${field} is ${said(record[field])}`).join('; ')}`,
      );
    }
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
