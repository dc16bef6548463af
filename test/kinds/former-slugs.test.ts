import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, PLURALS, type Plural } from '../support/making.ts';

const SITE = 'http://127.0.0.1:4000';
const PATHS: Readonly<Record<Plural, string>> = {
  ...{ events: 'event', venues: 'venue', organizers: 'organizer', categories: 'events/category', tags: 'tag' },
};
const NAME: Readonly<Record<Plural, string>> = {
  ...{ events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' },
};
/** How GraphQL reads one of them. */
const ONE: Readonly<Record<Plural, string>> = {
  ...{ events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' },
};

let app: TestApp;

beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());

const change = async (plural: Plural, id: number, json: object, language = '') => {
  const path = `${language}/wp-json/calendar/events/v1/${plural}/${id}`;
  const answer = await app.fetch(path, { method: 'PATCH', as: 'administrator', json });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body;
};

/** The status at a path, and where it leads. */
async function leads(path: string): Promise<[number, string | undefined]> {
  const { status, headers } = await app.fetch(path);
  return [status, headers.get('location')?.replace(SITE, '')];
}

/** Venues and organizers take no slug: theirs follows from their name. */
describe.each(['events', 'categories', 'tags'] as const)('of %s', (plural) => {
  const at = (slug: string, more = ''): string => `/${PATHS[plural]}/${slug}/${more}`;
  const named = (name: string) => made(app, plural, { [NAME[plural]]: name });

  test('the page, its feed and the url in GraphQL lead from each slug of before to that of now', async () => {
    const { id } = await named('First');
    for (const slug of ['second', 'third']) await change(plural, id, { slug });
    for (const slug of ['first', 'second']) {
      expect(await leads(at(slug))).toEqual([301, at('third')]);
      expect(await leads(`${at(slug)}?ical=1`)).toEqual([301, at('third', '?ical=1')]);
      expect(await leads(at(slug, 'ical/'))).toEqual([301, at('third', 'ical/')]);
      expect(await leads(`/ko${at(slug)}?page=1`)).toEqual([301, `/ko${at('third')}?page=1`]);
    }
    expect(await leads(at('third'))).toEqual([200, undefined]);
    const query = `query Read($url: String!) { ${ONE[plural]}(ref: { url: $url }) { url } }`;
    const { body } = await app.graphql(query, { url: SITE + at('first') });
    expect(body).toEqual({ data: { [ONE[plural]]: { url: SITE + at('third') } } });
  });

  test('a slug by itself names no record that had it before', async () => {
    const { id } = await named('First');
    await change(plural, id, { slug: 'second' });
    const { body } = await app.graphql(`{ ${ONE[plural]}(ref: { slug: "first" }) { url } }`);
    expect(body.data).toEqual({ [ONE[plural]]: null });
  });

  test('a slug that another record has now is its own', async () => {
    const { id } = await named('First');
    await change(plural, id, { slug: 'second' });
    const other = await named('Other');
    await change(plural, other.id, { slug: 'first' });
    expect(await leads(at('first'))).toEqual([200, undefined]);
    await change(plural, other.id, { slug: 'third' });
    // Of two that had it, the one that was made last.
    expect(await leads(at('first'))).toEqual([301, at('third')]);
  });

  test('ten of before are kept, the last ones', async () => {
    const { id } = await named('S0');
    for (let n = 1; n <= 11; n += 1) await change(plural, id, { slug: `s${n}` });
    expect(await leads(at('s0'))).toEqual([404, undefined]);
    expect(await leads(at('s1'))).toEqual([301, at('s11')]);
  });

  test('a slug that comes back is one of now', async () => {
    const { id } = await named('First');
    for (const slug of ['second', 'first']) await change(plural, id, { slug });
    expect(await leads(at('first'))).toEqual([200, undefined]);
    expect(await leads(at('second'))).toEqual([301, at('first')]);
  });
});

test.each(PLURALS)('the slug of a translation of %s that was taken away leads to the record', async (plural) => {
  const at = (slug: string): string => `/es/${PATHS[plural]}/${slug}/`;
  const Name = `${ONE[plural].charAt(0).toUpperCase()}${ONE[plural].slice(1)}`;
  const { id } = await made(app, plural, { [NAME[plural]]: 'First' });
  await change(plural, id, { [NAME[plural]]: 'Primero' }, '/es');
  expect(await leads(at('primero'))).toEqual([200, undefined]);
  await app.graphql(
    `mutation { delete${Name}Translation(input: { ref: { databaseId: ${id} }, language: ES }) { userErrors { code } } }`,
    {},
    { as: 'administrator' },
  );
  expect(await leads(at('primero'))).toEqual([301, at('first')]);
});

describe('a hidden event', () => {
  const plural = 'events';
  const at = (slug: string): string => `/event/${slug}/`;

  test.each(['draft', 'pending', 'private', 'trash'])('is at no slug of before: %s', async (status) => {
    const { id } = await made(app, plural, { [NAME[plural]]: 'First' });
    await change(plural, id, { slug: 'second' });
    await change(plural, id, { status });
    const textAt = async (slug: string) => (await app.fetch(at(slug))).text.replaceAll(`/${slug}/`, '');
    expect(await leads(at('first'))).toEqual([404, undefined]);
    expect(await textAt('first')).toBe(await textAt('nowhere'));
    const { body } = await app.graphql(`{ ${ONE[plural]}(ref: { url: "${at('first')}" }) { url } }`);
    expect(body.data).toEqual({ [ONE[plural]]: null });
  });

  test('does not stand in the way of what everybody sees', async () => {
    const { id } = await made(app, plural, { [NAME[plural]]: 'First' });
    await change(plural, id, { slug: 'second' });
    const hidden = await made(app, plural, { [NAME[plural]]: 'Other', status: 'draft', slug: 'first' });
    expect(await leads(at('first'))).toEqual([301, at('second')]);
    await change(plural, hidden.id, { status: 'publish' });
    expect(await leads(at('first'))).toEqual([200, undefined]);
    await app.rest('DELETE', `/${plural}/${hidden.id}`, { as: 'administrator' });
    expect(await leads(at('first'))).toEqual([301, at('second')]);
  });
});

test('a site that shows our pages is led to, and feeds stay here', async () => {
  const elsewhere = app.anew({ PUBLIC_URL: 'https://www.example.org/agenda' });
  const { id } = await made(app, 'events', { title: 'First' });
  await change('events', id, { slug: 'second' });
  const [page, feed] = [await elsewhere('/event/first/'), await elsewhere('/ko/event/first/?ical=1')];
  expect(page.headers.get('location')).toBe('https://www.example.org/agenda/event/second/');
  expect(feed.headers.get('location')).toBe(`${SITE}/ko/event/second/?ical=1`);
  expect((await elsewhere('/event/second/?ical=1')).status).toBe(200);
});
