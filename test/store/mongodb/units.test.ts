import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { empty } from '../../support/stored.ts';
import { type Unit, unitsOf } from './commands.ts';

const DAY = 24 * 3_600_000;
const [FEW, MANY] = [20, 1000];

let app: TestApp;

/** So many events on the same ten days, which all name the same records. */
async function named(events: number) {
  const top = await made(app, 'categories', { name: 'Top' });
  const other = await made(app, 'categories', { name: 'Other' });
  const category = await made(app, 'categories', { name: 'Below', parent: top.id });
  const tag = await made(app, 'tags', { name: 'Free' });
  const venue = await made(app, 'venues');
  const organizer = await made(app, 'organizers');
  const links = { categories: [category.id], tags: [tag.id], venue: venue.id, organizer: organizer.id };
  const { id } = await made(app, 'events', links);
  const [event] = await app.store.byIds<EventRecord>('events', [id]);
  const copies = upTo(events - 1).map((at) => ({
    ...event!,
    _id: id + 1 + at,
    slugs: [`copy-${at}`],
    uid: `copy-${at}`,
    startsAt: event!.startsAt + (at % 10) * 30 * DAY,
    endsAt: event!.endsAt + (at % 10) * 30 * DAY,
  }));
  await app.store.lastId('posts', id + events);
  await app.store.put('events', copies);
  return { category, tag, venue, organizer, other };
}

type Named = Awaited<ReturnType<typeof named>>;

const ROWS: readonly [what: string, request: (of: Named) => [method: string, path: string, json?: object]][] = [
  ['a category that is moved', ({ category, other }) => ['PUT', `/categories/${category.id}`, { parent: other.id }]],
  ['a category that is deleted', ({ category }) => ['DELETE', `/categories/${category.id}`]],
  ['a tag that is deleted', ({ tag }) => ['DELETE', `/tags/${tag.id}`]],
  ['a venue that is deleted', ({ venue }) => ['DELETE', `/venues/${venue.id}`]],
  ['an organizer that is deleted', ({ organizer }) => ['DELETE', `/organizers/${organizer.id}`]],
];

/** What the transactions of each row write where so many events name the record. */
const written: Record<number, Record<string, Unit[]>> = {};

const unitsDuring = (work: () => Promise<unknown>): Promise<Unit[]> =>
  unitsOf(new URL(app.uri!).pathname.slice(1), work);

async function write(events: number): Promise<void> {
  await empty(app);
  const of = await named(events);
  for (const [what, request] of ROWS) {
    const [method, path, json] = request(of);
    const units = await unitsDuring(async () => {
      const { status, text } = await app.rest(method, path, { as: 'administrator', json });
      expect(status, text).toBe(200);
    });
    written[events] = { ...written[events], [what]: units };
  }
}

beforeAll(async () => {
  app = await buildApp();
  await write(FEW);
  await write(MANY);
});
afterAll(() => app.close());

test.each(ROWS)(
  `%s writes the same documents in a transaction where ${MANY} events name it as where ${FEW} do`,
  (what) => {
    expect(written[FEW]![what]).toHaveLength(1);
    expect(written[MANY]![what]).toEqual(written[FEW]![what]);
  },
);
