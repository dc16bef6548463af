import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { invalid, outcomeOf } from '../../support/outcome.ts';

const as = 'administrator';

const POSTS = [
  { kind: 'events', single: 'event', name: 'title' },
  { kind: 'venues', single: 'venue', name: 'venue' },
  { kind: 'organizers', single: 'organizer', name: 'organizer' },
] as const;

const TERMS = [
  { kind: 'categories', single: 'category', name: 'name' },
  { kind: 'tags', single: 'tag', name: 'name' },
] as const;

/** What is called so, and other ways to write its slug into an address. All ways of all texts: `test/rules/slug.test.ts`. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'Spring gala': ['spring-gala', 'spring%20gala', 'SPRING%20Gala', '%20spring%20%20gala%20', 'spring-gala!'],
  'Café Zürich': ['cafe-zurich', 'café%20zürich', 'caf%C3%A9-z%C3%BCrich', 'Cafe%CC%81.Zurich'],
  '한국 문화': [
    '한국-문화',
    '한국%20문화',
    '%ed%95%9c%ea%b5%ad-%eb%ac%b8%ed%99%94',
    '%25ed%2595%259c%25ea%25b5%25ad-%EB%AC%B8%ED%99%94',
  ],
  'Party 🎉 № 5': ['party-🎉-№-5', 'party%20%F0%9F%8E%89%20%E2%84%96%205', 'party-%f0%9f%8e%89-%e2%84%96-5'],
  '50€ night': ['50e-night', '50€%20night', '50%e2%82%ac-night'],
};
const NAMES = Object.keys(WAYS);

let app: TestApp;
/** Ids by kind and name: each name has a post of one kind, and a term of one. */
const ids = new Map<string, number>();

const turn = (index: number) => [POSTS[index % POSTS.length]!, TERMS[index % TERMS.length]!] as const;

beforeAll(async () => {
  app = await buildApp();
  for (const [index, called] of NAMES.entries())
    for (const { kind, name } of turn(index))
      ids.set(`${kind} ${called}`, (await made(app, kind, { [name]: called })).id);
});
afterAll(() => app.close());

test.each(NAMES.map((called, index) => [called, ...turn(index)] as const))(
  'what is called %s is found by each way to write its slug, at both APIs',
  async (called, post, term) => {
    const [id, termId] = [ids.get(`${post.kind} ${called}`), ids.get(`${term.kind} ${called}`)];
    const query = `query ($slug: String) {
      post: ${post.single}(ref: { slug: $slug }) { id: databaseId }
      term: ${term.single}(ref: { slug: $slug }) { id: databaseId }
      page: ${term.single}Page(where: { slug: $slug }) { total }
    }`;
    for (const way of WAYS[called]!) {
      expect((await app.rest('GET', `/${post.kind}/by-slug/${way}`)).body.id, way).toBe(id);
      const terms = (await app.rest('GET', `/${term.kind}?hide_empty=0&slug=${way}`)).body;
      expect(terms[term.kind], way).toMatchObject([{ id: termId }]);
      const { data } = (await app.graphql(query, { slug: decodeURIComponent(way) })).body;
      expect(data, way).toEqual({ post: { id }, term: { id: termId }, page: { total: 1 } });
    }
  },
);

describe.each(POSTS)('of the $kind by slug', ({ kind, name }) => {
  test('one is changed and removed, and is none then', async () => {
    const { id } = await made(app, kind, { [name]: 'Été, № 7' });
    const path = `/${kind}/by-slug/%C3%89t%C3%A9%20%E2%84%96%207`;
    for (const method of ['PUT', 'PATCH', 'POST']) {
      const { status, body } = await app.rest(method, path, { as, json: { description: method } });
      expect([status, body.id, body.description]).toEqual([200, id, `<p>${method}</p>`]);
    }
    expect((await app.rest('DELETE', path, { as })).body.id).toBe(id);
    expect(outcomeOf(await app.rest('GET', path))).toEqual(invalid('slug'));
  });

  test('the one in the trash is that whose long slug is named, and not one that has its beginning', async () => {
    const long = 'y'.repeat(250);
    const first = await made(app, kind, { [name]: long });
    const { slug } = (await app.rest('DELETE', `/${kind}/${first.id}`, { as })).body;
    const second = await made(app, kind, { [name]: long });
    expect((await app.rest('DELETE', `/${kind}/by-slug/${slug}`, { as })).status).toBe(410);
    expect((await app.rest('GET', `/${kind}/by-slug/${long}`)).body.id).toBe(second.id);
  });
});

test.each([
  ['GET', '/events', '!!!'],
  ['DELETE', '/venues', '%20'],
  ['PATCH', '/organizers', '-'],
  ['GET', '/venues', '%3Cb%3E'],
  ['DELETE', '/organizers', 'nothing%20like%20this'],
  ['PATCH', '/events', '%F0%9F'],
  ['GET', '/organizers', '%00'],
  ['DELETE', '/events', 'a%2500b'],
])('%s %s/by-slug/%s is none', async (method, list, way) => {
  expect(outcomeOf(await app.rest(method, `${list}/by-slug/${way}`, { as }))).toEqual(invalid('slug'));
});
