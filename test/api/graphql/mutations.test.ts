import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { furnish, type World } from '../../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

const as = 'administrator';

describe('mutations of one request run one after the other', () => {
  test('an event links to the venue that was made before it', async () => {
    const query = `mutation ($event: RecordRef!) {
      a: createVenue(input: { name: "New Stage" }) { venue { id: databaseId } }
      b: updateEvent(input: { ref: $event, venues: { set: [{ upsert: { name: "New Stage" } }] } }) { event { venues { id: databaseId name } } }
    }`;
    const { body } = await app.graphql(query, { event: { databaseId: world.id('eve') } }, { as });
    expect(body.data.b.event.venues).toEqual([{ id: body.data.a.venue.id, name: 'New Stage' }]);
  });

  test('a later one sees what an earlier one changed in a record that both show', async () => {
    const query = `mutation ($event: RecordRef!, $venue: RecordRef!) {
      before: updateEvent(input: { ref: $event, featured: true }) { event { venues { name city } } }
      change: updateVenue(input: { ref: $venue, name: "Renamed", city: "Elsewhere" }) { venue { name } }
      after: updateEvent(input: { ref: $event, featured: false }) { event { venues { name city } } }
      gone: deleteVenue(input: { ref: $venue }) { venue { status } }
      last: updateEvent(input: { ref: $event, sticky: true }) { event { venues { name } } }
    }`;
    const variables = { event: { databaseId: world.id('winter') }, venue: { databaseId: world.id('seoul') } };
    const { body } = await app.graphql(query, variables, { as });
    expect(body.data).toEqual({
      before: { event: { venues: [{ name: '서울 홀', city: '서울' }] } },
      change: { venue: { name: 'Renamed' } },
      after: { event: { venues: [{ name: 'Renamed', city: 'Elsewhere' }] } },
      gone: { venue: { status: 'TRASH' } },
      last: { event: { venues: [] } },
    });
  });

  test('one that fails does not undo those before it, nor stop those after it', async () => {
    const query = `mutation {
      first: createTag(input: { name: "First" }) { tag { name } }
      wrong: createTag(input: { name: "First" }) { userErrors { code } }
      last: createTag(input: { name: "Last" }) { tag { name } }
    }`;
    const { body } = await app.graphql(query, {}, { as });
    expect(body.data).toEqual({
      first: { tag: { name: 'First' } },
      wrong: { userErrors: [{ code: 'TERM_EXISTS' }] },
      last: { tag: { name: 'Last' } },
    });
    const list = await app.graphql('{ tagPage(where: { search: "st" }) { items { name } } }');
    expect(list.body.data.tagPage.items).toEqual([{ name: 'First' }, { name: 'Last' }]);
  });
});

const KINDS = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'] as const;

describe.each(KINDS)('a reference to one %s', (type) => {
  const name = type.toLowerCase();
  const fields = [
    `query ($ref: RecordRef!) { it: ${name}(ref: $ref) { id: databaseId } }`,
    `mutation ($ref: RecordRef!) { it: update${type}(input: { ref: $ref }) { clientMutationId } }`,
    `mutation ($ref: RecordRef!) { it: delete${type}(input: { ref: $ref }) { clientMutationId } }`,
  ];

  test.each([{}, { id: null }, { databaseId: null, slug: null }, { databaseId: 1, slug: 'x' }])(
    'as %o is refused',
    async (ref) => {
      for (const query of fields) {
        const { body } = await app.graphql(query, { ref }, { as });
        expect(body.data).toBeUndefined();
        expect(body.errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
      }
    },
  );
});

test.each([
  ['category', 'jazz'],
  ['tag', 'kids'],
] as const)('a %s has no address by slug in REST, and one in GraphQL', async (name, label) => {
  const query = `query ($id: ID!) { it: ${name}(ref: { databaseId: $id }) { id: databaseId name slug } }`;
  const byId = await app.graphql(query, { id: world.id(label) });
  const { slug } = byId.body.data.it;
  const bySlug = await app.graphql(`{ it: ${name}(ref: { slug: "${slug}" }) { id: databaseId name slug } }`);
  expect(bySlug.body).toEqual(byId.body);
});

describe.each([
  ['venues', 'venues: { set: [{}] }'],
  ['venues', 'venues: { set: [{ id: 1, create: { name: "Both" } }] }'],
  ['organizers', 'organizers: { set: [{ id: null }] }'],
  ['organizers', 'organizers: { connect: [{ id: 1, slug: "both" }] }'],
  ['categories', 'categories: { set: [{}] }'],
  ['tags', 'tags: { set: [{ id: 1, upsert: { name: "Both" } }] }'],
])('links of %s', (_, patch) => {
  test(`{ ${patch} } is refused: each takes exactly one of its members`, async () => {
    const query = `mutation ($ref: RecordRef!) { updateEvent(input: { ref: $ref, ${patch} }) { event { id: databaseId } } }`;
    const { body } = await app.graphql(query, { ref: { databaseId: world.id('opening') } }, { as });
    expect(body.errors).toEqual([expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })]);
  });
});
