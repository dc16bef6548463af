import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

const KINDS = ['venues', 'organizers', 'categories', 'tags'] as const;
const COUNT = 6;

/** Six venues, organizers, categories and tags; the event of a number names those that it is a multiple of. */
beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  const ids: Record<string, number[]> = { venue: [], organizer: [], categories: [], tags: [] };
  for (const at of upTo(COUNT)) {
    ids.venue!.push((await made(app, 'venues', { venue: `Hall ${at}` })).id);
    ids.organizer!.push((await made(app, 'organizers', { organizer: `Club ${at}` })).id);
    const parent = ids.categories![0] ?? 0;
    ids.categories!.push((await made(app, 'categories', { name: `Kind ${at}`, parent: at % 2 ? parent : 0 })).id);
    ids.tags!.push((await made(app, 'tags', { name: `Tag ${at}` })).id);
  }
  for (const at of upTo(20)) {
    const named = (all: number[]) => all.filter((_, index) => (at + 1) % (index + 1) === 0);
    const names = Object.fromEntries(Object.entries(ids).map(([key, all]) => [key, named(all)]));
    const day = `2026-12-${String(1 + ((at * 7) % 28)).padStart(2, '0')}`;
    const dates = { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
    const status = at % 5 === 1 ? 'draft' : 'publish';
    await made(app, 'events', { title: `Event ${at}`, ...dates, ...names, status, featured: at % 3 === 0 });
  }
});
afterAll(() => app.close());

const SHOWN = '{ nodes { databaseId title } edges { cursor } pageInfo { hasNextPage hasPreviousPage } totalCount }';
const LATER = { startsAfter: '2026-12-10', not: { search: '9' } };
const EITHER = { or: [{ featured: true }, { search: '1' }] };

interface Parent {
  databaseId: number;
  events: object;
  /** Another list of the same record, in the same request. */
  besides: { nodes: object[] };
}

describe.each(KINDS)('the events of %s', (kind) => {
  sampled(4).each([
    ['first: 3', LATER, 'anonymous'],
    ['last: 2', {}, 'administrator'],
    ['last: 3, orderBy: { field: TITLE, direction: DESC }', EITHER, 'anonymous'],
  ] as const)('are those of the list of events with (%s)', async (args, also, as) => {
    const all = `query ($where: EventWhere) { ${kind}(first: 3) { nodes {
      databaseId events(${args}, where: $where) ${SHOWN} besides: events(last: 1) { nodes { databaseId } }
    } } }`;
    const { body } = await app.graphql(all, { where: also }, { as });
    expect(body.errors).toBeUndefined();
    const parents: Parent[] = body.data[kind].nodes;
    expect(parents).toHaveLength(3);
    const one = `query ($where: EventWhere!) { events(${args}, where: $where) ${SHOWN} }`;
    for (const { databaseId, events, besides } of parents) {
      expect(besides.nodes).toHaveLength(1);
      const where = { and: [{ [`${kind}In`]: [databaseId] }, also] };
      expect((await app.graphql(one, { where }, { as })).body).toEqual({ data: { events } });
    }
  });

  test('are found in as many queries for six as for two', async () => {
    const query = `query ($first: Int) {
      ${kind}(first: $first) { nodes { events(first: 2) { nodes { title } pageInfo { hasNextPage } } } }
    }`;
    const asked = async (first: number) => {
      app.clock.now += 5000;
      const { reads, result } = await watch.during(() => app.graphql(query, { first }));
      expect(result.body.data[kind].nodes).toHaveLength(first);
      return reads.filter((read) => / (events|categories)$/.test(read)).length;
    };
    await asked(6);
    expect(await asked(6)).toBe(await asked(2));
  });
});

test('the events of authors are those that the list of events has of them, found together', async () => {
  await made(app, 'events', { title: 'Of an author' }, 'author');
  await made(app, 'events', { title: 'Draft of an author', status: 'draft' }, 'author');
  const authors = `{ events(first: 100) { nodes { author { databaseId events(first: 3) ${SHOWN} } } } }`;
  for (const as of ['anonymous', 'author'] as const) {
    const { result, reads } = await watch.during(() => app.graphql(authors, {}, { as }));
    const shown: Parent[] = result.body.data.events.nodes.map((node: { author: Parent }) => node.author);
    const one = new Map(shown.map((author) => [author.databaseId, author.events]));
    expect(new Set(one.keys())).toEqual(new Set([1, app.idOf('author')]));
    // The list, and the events of all authors together with what is counted of each.
    expect(reads.filter((read) => read === 'find events')).toHaveLength(2);
    const alone = `query ($author: ID!) { events(first: 3, where: { author: $author }) ${SHOWN} }`;
    for (const [author, events] of one)
      expect((await app.graphql(alone, { author }, { as })).body).toEqual({ data: { events } });
  }
});
