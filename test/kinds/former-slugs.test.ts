import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Slugged, withFormerSlugs } from '../../src/kinds/shared/former-slugs.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, NAME, ONE, type Plural, upTo } from '../support/making.ts';
import { empty } from '../support/stored.ts';

const SITE = 'http://127.0.0.1:4000';
const PATHS: Readonly<Record<Plural, string>> = { ...ONE, categories: 'events/category' };

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
beforeEach(() => empty(app));
afterAll(() => app.close());

test('ten slugs of before are kept, the last ones, and none that the record has now', () => {
  const former = (formerSlugs: string[] | undefined, now: object, before: object) =>
    withFormerSlugs({ formerSlugs, slug: now } as object as Slugged, { slug: before }).formerSlugs;
  const ten = upTo(10).map((number) => `s${number}`);
  expect(former(undefined, { en: 'a' }, { en: 'a' })).toBe(undefined);
  expect(former(['b'], { en: 'b' }, { en: 'a', ko: 'b' })).toEqual(['a']);
  expect(former(ten, { en: 'b' }, { en: 'a' })).toEqual(['a', ...ten.slice(0, 9)]);
  expect(former(ten, { en: 's3' }, { en: 'a' })).toEqual(['a', ...ten.filter((slug) => slug !== 's3')]);
});

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
    expect(await leads(at('second'))).toEqual([301, at('third')]);
    expect(await leads(at('first'))).toEqual([301, at('third')]);
    expect(await leads(`${at('first')}?ical=1`)).toEqual([301, at('third', '?ical=1')]);
    expect(await leads(at('first', 'ical/'))).toEqual([301, at('third', 'ical/')]);
    expect(await leads(`/ko${at('first')}?page=1`)).toEqual([301, `/ko${at('third')}?page=1`]);
    expect(await leads(at('third'))).toEqual([200, undefined]);
    // A slug by itself names no record that had it before.
    const it = ONE[plural];
    const query = `query ($url: String!) { byUrl: ${it}(ref: { url: $url }) { url } bySlug: ${it}(ref: { slug: "first" }) { url } }`;
    const { body } = await app.graphql(query, { url: SITE + at('first') });
    expect(body.data).toEqual({ byUrl: { url: SITE + at('third') }, bySlug: null });
    await change(plural, id, { slug: 'first' });
    expect(await leads(at('first'))).toEqual([200, undefined]);
    expect(await leads(at('second'))).toEqual([301, at('first')]);
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
});

test.each(['events', 'organizers', 'tags'] as const)(
  'the slug of a translation of %s that was taken away leads to the record',
  async (plural) => {
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
  },
);

describe('a hidden event', () => {
  const plural = 'events';
  const at = (slug: string): string => `/event/${slug}/`;

  test.each(['draft', 'trash'])('is at no slug of before: %s', async (status) => {
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

describe('the slugs of a record that was hidden', () => {
  const at = (slug: string): string => `/event/${slug}/`;
  const FUTURE = { status: 'publish', date: '2030-01-01 00:00:00' };

  test.each([
    { status: 'private' },
    { status: 'draft', slug: 'guessed' },
    { status: 'pending', slug: 'guessed' },
    FUTURE,
  ])('lead nowhere after publication: %j', async (hidden) => {
    const { id } = await made(app, 'events', { title: 'Guessed', ...hidden });
    await change('events', id, { slug: 'second' });
    await change('events', id, { status: 'publish', date: '2026-01-01 00:00:00' });
    expect([await leads(at('second')), await leads(at('guessed'))]).toEqual([
      [200, undefined],
      [404, undefined],
    ]);
  });

  test.each(['events', 'venues', 'organizers'] as const)('in another language lead nowhere: %s', async (plural) => {
    const Name = `${ONE[plural].charAt(0).toUpperCase()}${ONE[plural].slice(1)}`;
    const { id } = await made(app, plural, { [NAME[plural]]: 'First', status: 'private' });
    await change(plural, id, { [NAME[plural]]: 'Secreto' }, '/es');
    const mutation = `mutation { delete${Name}Translation(input: { ref: { databaseId: ${id} }, language: ES }) { userErrors { code } } }`;
    await app.graphql(mutation, {}, { as: 'administrator' });
    await change(plural, id, { status: 'publish' });
    expect(await leads(`/es/${PATHS[plural]}/secreto/`)).toEqual([404, undefined]);
  });

  test('lead on if it was public before that', async () => {
    const { id } = await made(app, 'events', { title: 'Known' });
    await change('events', id, { status: 'private' });
    await change('events', id, { slug: 'guessed' });
    await change('events', id, { slug: 'last' });
    await change('events', id, { status: 'publish' });
    expect([await leads(at('known')), await leads(at('guessed'))]).toEqual([
      [301, at('last')],
      [404, undefined],
    ]);
  });
});

test('a site that shows our pages is led to, and feeds stay here', async () => {
  const elsewhere = app.secondServer({ PUBLIC_URL: 'https://www.example.org/agenda' });
  const { id } = await made(app, 'events', { title: 'First' });
  await change('events', id, { slug: 'second' });
  const [page, feed] = [await elsewhere('/event/first/'), await elsewhere('/ko/event/first/?ical=1')];
  expect(page.headers.get('location')).toBe('https://www.example.org/agenda/event/second/');
  expect(feed.headers.get('location')).toBe(`${SITE}/ko/event/second/?ical=1`);
  expect((await elsewhere('/event/second/?ical=1')).status).toBe(200);
});
