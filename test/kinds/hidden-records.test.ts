import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, type Plural } from '../support/making.ts';

let app: TestApp;
const hidden: { kind: Plural; state: string; id: number; slug: string }[] = [];

const STATES = ['draft', 'pending', 'private', 'future', 'trash'] as const;
const POSTS = ['events', 'venues', 'organizers'] as const;
const NAMED = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;
const CASES = POSTS.flatMap((kind) => STATES.map((state) => ({ kind, state })));
const STRANGERS: Caller[] = ['anonymous', 'subscriber', 'contributor', 'author'];

/** One public record of each kind, and one of the editor's in each other state, all with the word "lantern". */
beforeAll(async () => {
  app = await buildApp();
  for (const kind of POSTS) {
    await made(app, kind, { [NAMED[kind]]: 'Public lantern' }, 'editor');
    for (const state of STATES) {
      const fields = { [NAMED[kind]]: `Secret ${state} lantern`, status: 'publish' };
      const { id } = await made(app, kind, fields, 'editor');
      const change = { status: state, ...(state === 'future' ? { date: '2026-12-24 10:00:00' } : {}) };
      const { body } = await app.rest('PUT', `/${kind}/${id}`, { as: 'editor', json: change });
      hidden.push({ kind, state, id, slug: body.slug });
    }
  }
});
afterAll(() => app.close());

const find = (kind: Plural, state: string) => hidden.find((each) => each.kind === kind && each.state === state)!;

test.each(STRANGERS)('lists show the %s only what is public, and count only that', async (as) => {
  for (const kind of POSTS) {
    for (const filter of ['', 'status=publish', 'search=lantern', 'per_page=1', 'search=secret%20OR%20lantern']) {
      const { body, text } = await app.rest('GET', `/${kind}?${filter}`, { as });
      expect(text).not.toContain('Secret');
      expect(body.total).toBe(Number(!filter.includes('secret')));
    }
    const searched = await app.rest('GET', `/${kind}?search=secret`, { as });
    expect(searched.body).toMatchObject({ [kind]: [], total: 0, total_pages: 0 });
  }
});

test.each(STRANGERS)('asking for hidden events by their ids shows the %s none of them', async (as) => {
  const ids = hidden.filter(({ kind }) => kind === 'events').map(({ id }) => id);
  const { body } = await app.rest('GET', `/events?include=${ids}`, { as });
  expect(body).toMatchObject({ events: [], total: 0 });
});

test.each(['author', 'contributor'] as const)('asking for other states shows the %s nothing of others', async (as) => {
  for (const kind of POSTS) {
    for (const status of [...STATES, 'any', 'draft,pending,private,trash']) {
      const { status: answered, text } = await app.rest('GET', `/${kind}?status=${status}`, { as });
      expect(answered).toBe(200);
      expect(text).not.toContain('Secret');
    }
  }
});

test.each(['anonymous', 'subscriber'] as const)('asking for other states is refused for the %s', async (as) => {
  for (const kind of POSTS) {
    for (const status of [...STATES, 'any', 'publish,draft']) {
      const { status: answered, body } = await app.rest('GET', `/${kind}?status=${status}`, { as });
      expect(answered).toBe(400);
      expect(body.code).toBe('rest_invalid_param');
    }
  }
});

test.each(CASES)(
  'one of the $kind in state $state answers 403 to strangers, by id and by slug',
  async ({ kind, state }) => {
    const { id, slug } = find(kind, state);
    for (const as of STRANGERS) {
      for (const path of [`/${kind}/${id}`, ...(slug ? [`/${kind}/by-slug/${slug}`] : [])]) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text } = await app.rest(method, path, { as });
          expect(status).toBe(403);
          expect(text).not.toContain('Secret');
        }
      }
    }
  },
);

test.each(CASES)('GraphQL says of one of the $kind in state $state no more than REST', async ({ kind, state }) => {
  const { id } = find(kind, state);
  const single = kind.slice(0, -1);
  const query = `{ one: ${single}(ref: { databaseId: ${id} }) { id: databaseId slug } page: ${single}Page { total items { id: databaseId slug } } }`;
  for (const as of STRANGERS) {
    const { body, text } = await app.graphql(query, {}, { as });
    expect(body.data).toMatchObject({ one: null, page: { total: 1 } });
    expect(text).not.toContain('secret');
  }
});

const UNKNOWN = 999_999;

test.each(CASES)(
  'one of the $kind in state $state is to strangers at GraphQL what none is, whatever is asked of it',
  async ({ kind, state }) => {
    const { id, slug } = find(kind, state);
    const name = kind.slice(0, -1);
    const Name = name.charAt(0).toUpperCase() + name.slice(1);
    const ofIt = (ref: string): string[] => [
      `{ ${name}(ref: { ${ref} }) { version } }`,
      ...['update', 'delete', 'restore'].map(
        (verb) => `mutation { ${verb}${Name}(input: { ref: { ${ref} } }) { userErrors { code message } } }`,
      ),
    ];
    const byId = (id: number): string[] => [
      ...ofIt(`databaseId: ${id}`),
      `{ event(ref: { databaseId: ${id} }) { version } }`,
    ];
    for (const as of STRANGERS) {
      const answer = async (query: string): Promise<string> => (await app.graphql(query, {}, { as })).text;
      for (const [at, query] of byId(id).entries()) {
        const unknown = await answer(byId(UNKNOWN)[at]!);
        expect((await answer(query)).replace(`ID ${id}.`, `ID ${UNKNOWN}.`)).toBe(unknown);
      }
      for (const [at, query] of ofIt(`slug: "${slug}"`).entries())
        expect(await answer(query)).toBe(await answer(ofIt('slug: "nowhere"')[at]!));
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
  for (const as of [...STRANGERS, 'administrator'] as Caller[]) {
    expect((await app.rest('GET', '/events?search=hidden', { as })).body.total).toBe(0);
    expect((await app.rest('GET', `/events/${event.id}`, { as })).status).toBe(200);
    expect((await app.rest('GET', '/venues?has_events=1&search=hidden', { as })).body.total).toBe(0);
  }
});

test.each(['venue', 'organizer'] as const)('events are not found by a %s that the caller may not see', async (name) => {
  const secret = await made(app, `${name}s`, { [name]: 'Back room', status: 'draft' }, 'editor');
  await made(app, 'events', { title: `Reception by ${name}`, [name]: secret.id }, 'editor');
  const found = async (as: Caller) => {
    const total = async (list: string, shown: string): Promise<number> =>
      (await app.graphql(`{ list: ${list} { total: ${shown} } }`, {}, { as })).body.data.list.total;
    const rest = await app.rest('GET', `/events?${name}=${secret.id}&search=${name}`, { as });
    return [
      await total(`events(where: { ${name}sIn: [${secret.id}], search: "${name}" })`, 'totalCount'),
      await total(`events(where: { ${name}sNotIn: [${secret.id}], search: "${name}" })`, 'totalCount'),
      await total(`eventPage(where: { ${name}sIn: [${secret.id}], search: "${name}" })`, 'total'),
      rest.body.total,
    ];
  };
  for (const as of STRANGERS) expect(await found(as)).toEqual([0, 1, 0, 0]);
  expect(await found('editor')).toEqual([1, 0, 1, 1]);
});
