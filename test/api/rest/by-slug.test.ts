import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, type Plural } from '../../support/making.ts';
import { invalid, outcomeOf } from '../../support/outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';

const POSTS = [
  { kind: 'events', single: 'event', name: 'title' },
  { kind: 'venues', single: 'venue', name: 'venue' },
  { kind: 'organizers', single: 'organizer', name: 'organizer' },
] as const satisfies { kind: Plural; single: string; name: string }[];

const TERMS = [
  { kind: 'categories', single: 'category', name: 'name' },
  { kind: 'tags', single: 'tag', name: 'name' },
] as const;

/** What is called so, and other ways to write its slug into an address. */
const WAYS: readonly [name: string, ways: readonly string[]][] = [
  [
    'Spring gala',
    ['spring-gala', 'spring%20gala', 'SPRING%20Gala', '%20spring%20%20gala%20', 'spring-gala!', 'spring--gala'],
  ],
  ['Café Zürich', ['cafe-zurich', 'café%20zürich', 'caf%C3%A9-z%C3%BCrich', 'Cafe%CC%81.Zurich']],
  [
    '한국 문화',
    [
      '한국-문화',
      '한국%20문화',
      '%ed%95%9c%ea%b5%ad-%eb%ac%b8%ed%99%94',
      '%25ed%2595%259c%25ea%25b5%25ad-%EB%AC%B8%ED%99%94',
    ],
  ],
  ['Party 🎉 № 5', ['party-🎉-№-5', 'party%20%F0%9F%8E%89%20%E2%84%96%205', 'party-%f0%9f%8e%89-%e2%84%96-5']],
  ['50€ night', ['50e-night', '50€%20night', '50%e2%82%ac-night']],
];

describe.each(POSTS)('the $kind by slug', ({ kind, single, name }) => {
  test.each(WAYS)('called %s are found, changed and removed by each of %j', async (called, ways) => {
    for (const way of ways) {
      const { id } = await made(app, kind, { [name]: called });
      const path = `/${kind}/by-slug/${way}`;
      expect((await app.rest('GET', path)).body.id).toBe(id);
      for (const method of ['PUT', 'PATCH', 'POST']) {
        const { status, body } = await app.rest(method, path, { as, json: { description: `${method} ${way}` } });
        expect([status, body.id]).toEqual([200, id]);
      }
      const query = `query ($slug: String) { ${single}(ref: { slug: $slug }) { id: databaseId } }`;
      const { body } = await app.graphql(query, { slug: decodeURIComponent(way) });
      expect(body.data[single]).toEqual({ id });
      expect((await app.rest('DELETE', path, { as })).body.id).toBe(id);
      expect(outcomeOf(await app.rest('GET', path))).toEqual(invalid('slug'));
    }
  });

  test.each(['!!!', '%20', '-', '%3Cb%3E', 'nothing%20like%20this', '%F0%9F', '%00', 'a%2500b'])(
    'is none for %s',
    async (way) => {
      for (const method of ['GET', 'DELETE', 'PATCH']) {
        const answer = await app.rest(method, `/${kind}/by-slug/${way}`, { as });
        expect(outcomeOf(answer)).toEqual(invalid('slug'));
      }
    },
  );

  test('in the trash is the one whose long slug is named, and not one that has its beginning', async () => {
    const long = 'y'.repeat(250);
    const first = await made(app, kind, { [name]: long });
    const { slug } = (await app.rest('DELETE', `/${kind}/${first.id}`, { as })).body;
    const second = await made(app, kind, { [name]: long });
    expect((await app.rest('DELETE', `/${kind}/by-slug/${slug}`, { as })).status).toBe(410);
    expect((await app.rest('GET', `/${kind}/by-slug/${long}`)).body.id).toBe(second.id);
  });
});

describe.each(TERMS)('the $kind by slug', ({ kind, single }) => {
  test.each(WAYS)('called %s are found by each of %j', async (called, ways) => {
    const { id } = await made(app, kind, { name: called });
    for (const way of ways) {
      expect((await app.rest('GET', `/${kind}?hide_empty=0&slug=${way}`)).body[kind]).toMatchObject([{ id }]);
      const query = `query ($slug: String) { ${single}(ref: { slug: $slug }) { id: databaseId } ${single}Page(where: { slug: $slug }) { total } }`;
      const { body } = await app.graphql(query, { slug: decodeURIComponent(way) });
      expect(body.data).toEqual({ [single]: { id }, [`${single}Page`]: { total: 1 } });
    }
  });
});
