import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;
let venue: { id: number };
let event: { id: number };

beforeAll(async () => {
  app = await buildApp();
  venue = await made(app, 'venues', { venue: 'Hall', city: 'Soria' });
  event = await made(app, 'events', { venue: venue.id });
});
afterAll(() => app.close());

const as = 'administrator';

describe('mutations of one request run one after the other', () => {
  test('an event links to the venue that was made before it', async () => {
    const query = `mutation ($event: RecordRef!) {
      a: createVenue(input: { name: "New Stage" }) { venue { id: databaseId } }
      b: updateEvent(input: { ref: $event, venues: { set: [{ upsert: { name: "New Stage" } }] } }) { event { venues { id: databaseId name } } }
    }`;
    const { body } = await app.graphql(query, { event: { databaseId: (await made(app, 'events')).id } }, { as });
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
    const variables = { event: { databaseId: event.id }, venue: { databaseId: venue.id } };
    const { body } = await app.graphql(query, variables, { as });
    expect(body.data).toEqual({
      before: { event: { venues: [{ name: 'Hall', city: 'Soria' }] } },
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

test.each([
  'venues: { set: [{}] }',
  'venues: { set: [{ id: 1, create: { name: "Both" } }] }',
  'organizers: { set: [{ id: null }] }',
  'organizers: { connect: [{ id: 1, slug: "both" }] }',
  'categories: { set: [{}] }',
  'tags: { set: [{ id: 1, upsert: { name: "Both" } }] }',
])('{ %s } is refused: each link takes exactly one of its members', async (patch) => {
  const query = `mutation { updateEvent(input: { ref: { databaseId: ${event.id} }, ${patch} }) { event { id } } }`;
  const { body } = await app.graphql(query, {}, { as });
  expect(body.errors).toEqual([expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })]);
});
