import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '../../src/domain/access.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { EVENT_LINKS } from '../../src/kinds/event-links.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { anyCost, anyEvent, anyLinked, anyTerm, anyTitle } from '../support/arbitrary-records.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, type Plural } from '../support/making.ts';
import { sendsBack } from '../support/sending.ts';
import { empty } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
beforeEach(() => empty(app));
afterAll(() => app.close());

const as = 'administrator';

/** Who may write events, venues and organizers that are theirs, and in which state they are then. */
const WRITERS = { administrator: 'publish', editor: 'private', author: 'publish', contributor: 'pending' } as const;

const CATEGORY_WRITERS = ['administrator', 'editor', 'author'] as const;
const TAG_WRITERS = ['administrator', 'editor'] as const;

const anyWriter = fc.constantFrom(...(Object.keys(WRITERS) as (keyof typeof WRITERS)[]));
const runs = () => ({ numRuns: runsOf(10, 40) });

const anyLanguage = fc.constantFrom(...LANGUAGES);

/** How an event is written before it is sent back, and what is sent back of it: any of its dates, in any language, for any of its dates. */
const anySending = fc.record({
  first: anyLanguage,
  titles: fc.dictionary(anyLanguage, anyTitle, { maxKeys: 2 }),
  recurrence: fc.constantFrom(
    undefined,
    { rule: 'FREQ=DAILY;COUNT=3' },
    { rule: 'FREQ=WEEKLY;COUNT=2', rdates: ['2027-06-01'] },
  ),
  place: fc.nat(2),
  scope: fc.constantFrom('this', 'following', 'all', undefined),
  language: anyLanguage,
});

/** Sends back all of a new record as it was read. */
async function unchanged(kind: Plural, fields: object, by: Role = as): Promise<void> {
  const { id } = await made(app, kind, fields);
  await sendsBack(app, `/${kind}/${id}`, by);
}

/** The same for a new record of this writer. */
const unchangedBy = (by: keyof typeof WRITERS, kind: Plural, fields: object): Promise<void> =>
  unchanged(kind, { ...fields, author: app.idOf(by), status: WRITERS[by] }, by);

/** The same without a record of that name already, which would be written to instead of a new one. */
async function unchangedAlone(by: keyof typeof WRITERS, kind: Plural, fields: object): Promise<void> {
  await empty(app);
  await unchangedBy(by, kind, fields);
}

test('sending back an event as it was read changes nothing', async () => {
  const venues = [
    (await made(app, 'venues', { venue: 'Hall & Garden', image: 'https://example.org/a.png' })).id,
    (await made(app, 'venues', { venue: '강당' })).id,
  ];
  const organizer = (await made(app, 'organizers', { organizer: 'The "Club"' })).id;
  const category = (await made(app, 'categories', { name: 'Art & Craft' })).id;
  const links = fc.record({
    venue: fc.subarray(venues),
    organizer: fc.subarray([organizer]),
    categories: fc.subarray([category]),
    tags: fc.subarray(['무료', 'R&B', 'it is']),
  });
  await fc.assert(
    fc.asyncProperty(anyEvent, links, anyWriter, anySending, async (event, links, by, sending) => {
      const { first, titles, recurrence, place, scope, language } = sending;
      const fields = { ...event, ...links, author: app.idOf(by), status: WRITERS[by], recurrence };
      const { id, series } = await made(app, `events?multilang_language=${first}` as Plural, fields);
      for (const [code, title] of Object.entries(titles))
        await app.rest('PATCH', `/events/${id}?multilang_language=${code}`, { as, json: { title } });
      const dates = await app.store.find<EventRecord>('events', series ? { series: series.id } : { _id: id });
      const { _id } = dates.toSorted((a, b) => a.startsAt - b.startsAt)[place % dates.length]!;
      await sendsBack(app, `/events/${_id}?multilang_language=${language}`, by, series && { scope });
    }),
    runs(),
  );
});

test.each(EVENT_LINKS)('sending back a $name as it was read changes nothing', async (kind) => {
  await fc.assert(
    fc.asyncProperty(anyLinked(kind), anyWriter, (record, by) => unchangedAlone(by, kind.inEvents, record)),
    runs(),
  );
});

test('sending back a category or a tag as it was read changes nothing', async () => {
  let number = 0;
  const named = ({ name, description }: { name: string; description: string }) => {
    number += 1;
    return { name: `${name} ${number}`, description };
  };
  const top = await made(app, 'categories', { name: 'Top' });
  await fc.assert(
    fc.asyncProperty(anyTerm, fc.constantFrom(0, top.id), fc.nat(5), async (term, parent, turn) => {
      await unchanged('categories', { ...named(term), parent }, CATEGORY_WRITERS[turn % CATEGORY_WRITERS.length]);
      await unchanged('tags', named(term), TAG_WRITERS[turn % TAG_WRITERS.length]);
    }),
    runs(),
  );
});

test('sending back only the cost as it was read keeps the cost as it was written', async () => {
  const { id } = await made(app, 'events');
  await fc.assert(
    fc.asyncProperty(anyCost, async (cost) => {
      const written = await app.rest('PUT', `/events/${id}`, { as, json: { cost } });
      const sent = await app.rest('PUT', `/events/${id}`, { as, json: { cost: written.body.cost } });
      expect(sent.body.cost_details).toEqual(written.body.cost_details);
      expect(sent.body.cost).toBe(written.body.cost);
    }),
    runs(),
  );
});
