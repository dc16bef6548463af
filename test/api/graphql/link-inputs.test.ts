import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;
let hall: { id: number; slug: string };
let barn: { id: number };
let jazz: { id: number; slug: string };
let event: { id: number };

beforeAll(async () => {
  app = await buildApp();
  hall = await made(app, 'venues', { venue: 'Hall' });
  barn = await made(app, 'venues', { venue: 'Barn' });
  jazz = await made(app, 'categories', { name: 'Jazz' });
  event = await made(app, 'events');
});
afterAll(() => app.close());

const DONE = 'event { venues { databaseId name } categories { databaseId name } } userErrors { path code }';
const UPDATE = `mutation ($input: UpdateEventInput!) { it: updateEvent(input: $input) { ${DONE} } }`;
const TWICE = `mutation ($before: UpdateEventInput!, $input: UpdateEventInput!) {
  updateEvent(input: $before) { clientMutationId }
  it: updateEvent(input: $input) { ${DONE} }
}`;

/** What the event shows after this change of these links. */
async function changed(links: object, change: object) {
  const ref = { databaseId: event.id };
  const before = { ref, venues: { set: [] }, categories: { set: [] }, ...links };
  const { body } = await app.graphql(TWICE, { before, input: { ref, ...change } }, { as: 'administrator' });
  return body.data.it;
}

const namesOf = (records: { name: string }[]) => records.map(({ name }) => name);

describe('links to records', () => {
  sampled(4).each([
    ['connect', () => ({ connect: [{ slug: hall.slug }] }), ['Barn', 'Hall']],
    ['connect what is linked', () => ({ connect: [{ databaseId: barn.id }] }), ['Barn']],
    ['create', () => ({ create: [{ name: 'Fresh' }] }), ['Barn', 'Fresh']],
    ['upsert', () => ({ upsert: [{ name: 'hall' }] }), ['Barn', 'Hall']],
    ['disconnect', () => ({ disconnect: [{ databaseId: barn.id }] }), []],
    ['disconnect what is not linked', () => ({ disconnect: [{ slug: 'nowhere' }] }), ['Barn']],
    [
      'set',
      () => ({ set: [{ slug: hall.slug }, { create: { name: 'New' } }, { databaseId: barn.id }] }),
      ['Hall', 'New', 'Barn'],
    ],
    ['set none', () => ({ set: [] }), []],
    ['set and disconnect', () => ({ set: [{ databaseId: hall.id }], disconnect: [{ databaseId: hall.id }] }), []],
    ['nothing', () => ({}), ['Barn']],
  ] as const)('%s', async (_, venues, names) => {
    const { event, userErrors } = await changed({ venues: { set: [{ databaseId: barn.id }] } }, { venues: venues() });
    expect([namesOf(event.venues), userErrors]).toEqual([names, []]);
  });

  test('creating makes another one of the same name', async () => {
    const { event } = await changed({}, { venues: { create: [{ name: 'Hall' }] } });
    expect(event.venues[0].databaseId).not.toBe(hall.id);
  });

  test.each([
    [{ connect: [{ slug: 'nowhere' }] }, ['connect', '0']],
    [{ set: [{ slug: 'barn' }, { databaseId: 999_999 }] }, ['set', '1']],
    [{ connect: [{ url: '/tag/jazz/' }] }, ['connect', '0']],
  ])('%j names what is not there', async (venues, at) => {
    const { event, userErrors } = await changed({}, { venues });
    expect(event).toBeNull();
    expect(userErrors).toEqual([{ path: ['input', 'venues', ...at], code: 'UNKNOWN' }]);
  });

  test('of what the caller may not see nothing is taken away', async () => {
    const hidden = await made(app, 'venues', { venue: 'Hidden', status: 'draft' });
    const { id } = await made(app, 'events', { venue: [hidden.id, barn.id], author: app.idOf('author') });
    const venues = { disconnect: [{ databaseId: hidden.id }, { databaseId: barn.id }] };
    const { body } = await app.graphql(UPDATE, { input: { ref: { databaseId: id }, venues } }, { as: 'author' });
    expect(body.data.it.userErrors).toEqual([]);
    const shown = await app.rest('GET', `/events/${id}`, { as: 'administrator' });
    expect(shown.body.venue).toMatchObject({ id: hidden.id });
  });
});

describe('links to terms', () => {
  test.each([
    ['connect', () => ({ connect: [{ slug: jazz.slug }] }), ['Jazz', 'Swing']],
    ['create', () => ({ create: [{ name: 'Bebop', parent: jazz.id }] }), ['Bebop', 'Swing']],
    ['upsert', () => ({ upsert: [{ name: 'JAZZ' }, { name: 'Blues' }] }), ['Blues', 'Jazz', 'Swing']],
    ['disconnect', () => ({ disconnect: [{ slug: 'swing' }] }), []],
    ['set what is gone', () => ({ set: [{ databaseId: 999_999 }, { databaseId: jazz.id }] }), ['Jazz']],
    ['nothing', () => ({}), ['Swing']],
  ] as const)('%s', async (_, categories, names) => {
    const { event, userErrors } = await changed(
      { categories: { set: [{ upsert: { name: 'Swing' } }] } },
      { categories: categories() },
    );
    expect([namesOf(event.categories), userErrors]).toEqual([names, []]);
  });

  test.each([
    [{ connect: [{ databaseId: 999_999 }] }, ['connect', '0'], 'UNKNOWN'],
    [{ set: [{ slug: 'nowhere' }] }, ['set', '0'], 'UNKNOWN'],
    [{ create: [{ name: 'Jazz' }] }, ['create', '0'], 'TERM_EXISTS'],
    [{ create: [{ name: 'Below', parent: 999_999 }] }, ['create', '0', 'parent'], 'UNKNOWN'],
  ])('%j is refused', async (categories, at, code) => {
    const { event, userErrors } = await changed({}, { categories });
    expect([event, userErrors]).toEqual([null, [{ path: ['input', 'categories', ...at], code }]]);
  });

  test('new ones need the right to make them', async () => {
    const { id } = await made(app, 'events', { status: 'draft', author: app.idOf('contributor') });
    const input = { ref: { databaseId: id }, categories: { create: [{ name: 'Mine' }] } };
    const { body } = await app.graphql(UPDATE, { input }, { as: 'contributor' });
    expect(body.data.it.userErrors).toEqual([{ path: ['input', 'categories', 'create', '0'], code: 'UNKNOWN' }]);
  });
});
