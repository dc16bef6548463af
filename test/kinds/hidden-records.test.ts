import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, NAME, type Plural } from '../support/making.ts';
import { sampled } from '../support/sample.ts';

let app: TestApp;
const hidden: { kind: Plural; state: string; id: number; slug: string }[] = [];

const STATES = ['draft', 'pending', 'private', 'future', 'trash'] as const;
const POSTS = ['events', 'venues', 'organizers'] as const;
const STRANGERS = ['anonymous', 'subscriber', 'contributor', 'author'] as const;
/** Every kind in every state, each for one of the strangers: one rule decides for all (see the first test). */
const CASES = POSTS.flatMap((kind, at) =>
  STATES.map((state, turn) => ({ kind, state, as: STRANGERS[(at + turn) % 4]! })),
);

/** One public record of each kind, and one of the editor's in each other state, all with the word "lantern". */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  for (const kind of POSTS) {
    await made(app, kind, { [NAME[kind]]: 'Public lantern' }, 'editor');
    for (const state of STATES) {
      const fields = { [NAME[kind]]: `Secret ${state} lantern`, status: 'publish' };
      const { id } = await made(app, kind, fields, 'editor');
      const change = { status: state, ...(state === 'future' ? { date: '2026-12-24 10:00:00' } : {}) };
      const { body } = await app.rest('PUT', `/${kind}/${id}`, { as: 'editor', json: change });
      hidden.push({ kind, state, id, slug: body.slug });
    }
  }
});
afterAll(() => app.close());

const find = (kind: Plural, state: string) => hidden.find((each) => each.kind === kind && each.state === state)!;

test.each([
  ['author', 200],
  ['contributor', 200],
  ['anonymous', 400],
  ['subscriber', 400],
] as const)('asking for other states shows the %s nothing of others: %i', async (as, expected) => {
  for (const [at, states] of [...STATES, 'any', 'publish,draft,pending,private,trash'].entries()) {
    const { status, text } = await app.rest('GET', `/${POSTS[(at + as.length) % 3]}?status=${states}`, { as });
    expect([states, status]).toEqual([states, expected]);
    expect(text).not.toContain('Secret');
  }
});

test.each(CASES)('one of the $kind in state $state is 403 for the $as, by id and by slug', async (each) => {
  const { kind, state, as } = each;
  const { id, slug } = find(kind, state);
  for (const path of [`/${kind}/${id}`, ...(slug ? [`/${kind}/by-slug/${slug}`] : [])]) {
    const [got, head] = [await app.rest('GET', path, { as }), await app.rest('HEAD', path, { as })];
    expect([got.status, head.status]).toEqual([403, 403]);
    expect(got.text).not.toContain('Secret');
  }
});

const UNKNOWN = 999_999;

sampled(5).each(CASES)(
  'one of the $kind in state $state is to the $as at GraphQL what none is, whatever is asked of it',
  async ({ kind, state, as }) => {
    const { id, slug } = find(kind, state);
    const name = kind.slice(0, -1);
    const Name = name.charAt(0).toUpperCase() + name.slice(1);
    const reading = `query ($id: RecordRef!, $slug: RecordRef!) {
      byId: ${name}(ref: $id) { version } bySlug: ${name}(ref: $slug) { version } event(ref: $id) { version }
      page: ${name}Page { total items { slug } }
    }`;
    const writes = ['update', 'delete', 'restore'].flatMap((verb) =>
      ['id', 'slug'].map(
        (key) => `${verb}_${key}: ${verb}${Name}(input: { ref: $${key} }) { userErrors { code message } }`,
      ),
    );
    const writing = `mutation ($id: RecordRef!, $slug: RecordRef!) { ${writes.join(' ')} }`;
    for (const query of [reading, writing]) {
      const answer = async (databaseId: number, slug: string) => {
        const { text } = await app.graphql(query, { id: { databaseId }, slug: { slug } }, { as });
        const { data, errors } = JSON.parse(text.replaceAll(`ID ${databaseId}.`, 'this ID.'));
        return { text, answer: [data, new Set(errors)] };
      };
      const answered = await answer(id, slug);
      expect(answered.text).not.toContain('secret');
      expect(answered.answer).toEqual((await answer(UNKNOWN, 'nowhere')).answer);
    }
  },
);

test('the editor lists everything but the trash, which is asked for by name', async () => {
  for (const kind of POSTS) {
    expect((await app.rest('GET', `/${kind}`, { as: 'editor' })).body.total).toBe(5);
    expect((await app.rest('GET', `/${kind}?status=any&search=lantern`, { as: 'editor' })).body.total).toBe(5);
    expect((await app.rest('GET', `/${kind}?status=trash`, { as: 'editor' })).body.total).toBe(1);
  }
});

test('authors and contributors list their own hidden records beside what is public', async () => {
  for (const as of ['author', 'contributor'] as const) {
    const event = await made(app, 'events', { title: `Mine, ${as}`, status: 'draft' }, as);
    const { body } = await app.rest('GET', '/events', { as });
    expect(body.total).toBe(2);
    expect((await app.rest('GET', `/events/${event.id}`, { as })).status).toBe(200);
    await app.rest('DELETE', `/events/${event.id}`, { as });
    expect((await app.rest('GET', '/events', { as })).body.total).toBe(1);
  }
});

test('an event that is hidden from lists is in none, for nobody, and can be read singly', async () => {
  const venue = await made(app, 'venues', { venue: 'Only for hidden events' });
  const event = await made(app, 'events', { title: 'Hidden one', hide_from_listings: true, venue: venue.id });
  for (const as of ['anonymous', 'author', 'administrator'] as const) {
    expect((await app.rest('GET', '/events?search=hidden', { as })).body.total).toBe(0);
    expect((await app.rest('GET', `/events/${event.id}`, { as })).status).toBe(200);
    expect((await app.rest('GET', '/venues?has_events=1&search=hidden', { as })).body.total).toBe(0);
  }
});

test.each([
  ['venue', ['anonymous', 'author']],
  ['organizer', ['subscriber', 'contributor']],
] as const)('events are not found by a %s that %j may not see', async (name, strangers) => {
  const secret = await made(app, `${name}s`, { [name]: 'Back room', status: 'draft' }, 'editor');
  await made(app, 'events', { title: `Reception by ${name}`, [name]: secret.id }, 'editor');
  const query = `query ($where: EventWhere) {
    events(where: $where) { totalCount } eventPage(where: $where) { total }
  }`;
  const totals = async (filter: 'In' | 'NotIn', as: Caller): Promise<number[]> => {
    const where = { [`${name}s${filter}`]: [secret.id], search: name };
    const { events, eventPage } = (await app.graphql(query, { where }, { as })).body.data;
    return [events.totalCount, eventPage.total];
  };
  const found = async (as: Caller) => {
    const rest = await app.rest('GET', `/events?${name}=${secret.id}&search=${name}`, { as });
    return [...(await totals('In', as)), ...(await totals('NotIn', as)), rest.body.total];
  };
  for (const as of strangers) expect(await found(as)).toEqual([0, 0, 1, 1, 0]);
  expect(await found('editor')).toEqual([1, 1, 0, 0, 1]);
});
