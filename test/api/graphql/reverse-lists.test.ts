import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

/** Twelve venues, organizers, categories and tags; the event of a number names those that it is a multiple of. */
beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  const ids: Record<string, number[]> = { venue: [], organizer: [], categories: [], tags: [] };
  const top = await made(app, 'categories', { name: 'Top' });
  for (const at of upTo(12)) {
    ids.venue!.push((await made(app, 'venues', { venue: `Hall ${at}` })).id);
    ids.organizer!.push((await made(app, 'organizers', { organizer: `Club ${at}` })).id);
    ids.categories!.push((await made(app, 'categories', { name: `Kind ${at}`, parent: at % 2 ? top.id : 0 })).id);
    ids.tags!.push((await made(app, 'tags', { name: `Tag ${at}` })).id);
  }
  for (const at of upTo(40)) {
    const named = (all: number[]) => all.filter((_, index) => (at + 1) % (index + 1) === 0);
    const names = Object.fromEntries(Object.entries(ids).map(([key, all]) => [key, named(all)]));
    const day = String(1 + ((at * 7) % 28)).padStart(2, '0');
    await made(app, 'events', {
      title: `Event ${at}`,
      start_date: `2026-12-${day} 10:00:00`,
      end_date: `2026-12-${day} 12:00:00`,
      ...names,
      status: at % 5 === 0 ? 'draft' : 'publish',
    });
  }
});
afterAll(() => app.close());

const ARGS = [
  'first: 3',
  'last: 2',
  'first: 5, orderBy: { field: TITLE, direction: DESC }',
  'first: 4, where: { startsAfter: "2026-12-10", not: { search: "9" } }',
  'last: 3, orderBy: { field: MODIFIED, direction: ASC }, where: { or: [{ featured: true }, { search: "1" }] }',
];

const SHOWN = '{ nodes { databaseId title } edges { cursor } pageInfo { hasNextPage hasPreviousPage } totalCount }';

interface Parent {
  databaseId: number;
  events: object;
}

describe.each(['venues', 'organizers', 'categories', 'tags'])('the events of %s', (kind) => {
  test.each(ARGS)('are those that the list of events has with (%s)', async (args) => {
    for (const as of ['anonymous', 'administrator'] as const) {
      const { body } = await app.graphql(
        `{ ${kind}(first: 20) { nodes { databaseId events(${args}) ${SHOWN} } } }`,
        {},
        { as },
      );
      expect(body.errors).toBeUndefined();
      const parents: Parent[] = body.data[kind].nodes;
      expect(parents.length).toBeGreaterThanOrEqual(12);
      for (const { databaseId, events } of parents) {
        const query = `query ($where: EventWhere!) { events(${args.replace(/, where: .*/, '')}, where: $where) ${SHOWN} }`;
        const where = {
          and: [
            { [`${kind}In`]: [databaseId] },
            ...WHERES.filter(([text]) => args.includes(text)).map(([, also]) => also),
          ],
        };
        const alone = await app.graphql(query, { where }, { as });
        expect(alone.body).toEqual({ data: { events } });
      }
    }
  });

  test('are found in as many queries for twelve as for three', async () => {
    const asked = async (first: number) => {
      app.clock.now += 5000;
      const { reads, result } = await watch.during(() =>
        app.graphql(
          `{ ${kind}(first: ${first}) { nodes { events(first: 2) { nodes { title } pageInfo { hasNextPage } } } } }`,
        ),
      );
      expect(result.body.data[kind].nodes).toHaveLength(first);
      return reads.filter((read) => / (events|categories)$/.test(read)).length;
    };
    await asked(12);
    expect(await asked(12)).toBe(await asked(3));
  });
});

test('the events of authors are those that the list of events has of them, found together', async () => {
  await made(app, 'events', { title: 'Of an author' }, 'author');
  await made(app, 'events', { title: 'Draft of an author', status: 'draft' }, 'author');
  const authors = `{ events(first: 100) { nodes { author { databaseId events(first: 3) ${SHOWN} } } } }`;
  for (const as of ['anonymous', 'author'] as const) {
    const { result, reads } = await watch.during(() => app.graphql(authors, {}, { as }));
    const shown: Parent[] = result.body.data.events.nodes.map((node: { author: Parent }) => node.author);
    expect(new Set(shown.map(({ databaseId }) => databaseId))).toEqual(new Set([1, app.idOf('author')]));
    // The list, and the events of all authors together with what is counted of each.
    expect(reads.filter((read) => read === 'find events')).toHaveLength(2);
    for (const { databaseId, events } of shown) {
      const alone = `query ($author: ID!) { events(first: 3, where: { author: $author }) ${SHOWN} }`;
      expect((await app.graphql(alone, { author: databaseId }, { as })).body).toEqual({ data: { events } });
    }
  }
});

const WHERES: readonly (readonly [text: string, where: object])[] = [
  ['startsAfter', { startsAfter: '2026-12-10', not: { search: '9' } }],
  ['featured', { or: [{ featured: true }, { search: '1' }] }],
];
