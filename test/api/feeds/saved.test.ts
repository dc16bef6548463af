import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfDocument } from '../../../src/api/graphql/persisted.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { readCalendar } from '../../support/icalendar.ts';
import { made, putCopies } from '../../support/making.ts';
import { listing, titlesIn } from './support.ts';

const UNLISTED = 'query Unlisted { events { totalCount } }';

const env = listing(
  'query ByCity($city: String, $free: Boolean) { events(where: { city: $city, isFree: $free }) { nodes { title } } }',
  'query Tagged($tags: [ID!]!) { events(where: { tagsIn: $tags }) { edges { node { id } } } }',
  'query Where($where: EventWhere!, $orderBy: EventOrder) { list: events(where: $where, orderBy: $orderBy) { totalCount } }',
  'query Paged($first: Int, $after: String) { events(first: $first, after: $after) { pageInfo { endCursor } nodes { ...Title } } } fragment Title on Event { title }',
  'query Latest { events(orderBy: { field: START, direction: DESC }, last: 1) { nodes { title } } }',
  // These are no feeds.
  'query Two { events { totalCount } venues { totalCount } }',
  'query Page { eventPage { total } }',
  'query Venues { venues { totalCount } }',
  'query OfOne { event(ref: { databaseId: 1 }) { title } }',
  'query Viewer { events { nodes { viewerCan { update } } } }',
  'query Skipped($no: Boolean!) { events @skip(if: $no) { totalCount } }',
  'mutation Written { deleteTag(input: { ref: { databaseId: 9999 } }) { clientMutationId } }',
  '{ events { totalCount } }',
  'query Twice { events(where: { featured: true }) { totalCount } }',
  'query Twice { events(where: { featured: false }) { totalCount } }',
  'query Same { events { totalCount } }',
  'query Same { events { nodes { title } } }',
);

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env });
  const hall = await made(app, 'venues', { venue: 'Hall', city: 'Sevilla' });
  const other = await made(app, 'venues', { venue: 'Other', city: 'Cádiz' });
  await made(app, 'events', { title: 'Here', venue: hall.id, tags: ['Dance', 'Folk'], cost: 'free' });
  await made(app, 'events', { title: 'There', venue: other.id, tags: ['Folk'], start_date: '2026-11-30 10:00' });
  await app.rest('PATCH', '/events/by-slug/here?multilang_language=ko', {
    as: 'administrator',
    json: { title: '여기' },
  });
});
afterAll(() => app.close());

describe('a query', () => {
  test.each([
    ['/feeds/ByCity.ics?city=Sevilla', ['Here']],
    ['/feeds/ByCity.rss?city=C%C3%A1diz', ['There']],
    ['/feeds/ByCity.feed.json/', ['There', 'Here']],
    ['/feeds/ByCity.ics?free=true', ['Here']],
    ['/ko/feeds/ByCity.ics?city=Sevilla', ['여기']],
    ['/feeds/Tagged.ics?tags=dance', ['Here']],
    ['/feeds/Tagged.ics?tags=dance,folk', ['There', 'Here']],
    ['/feeds/Tagged.ics?tags=dance&tags=folk', ['There', 'Here']],
    [`/feeds/Where.ics?where=${encodeURIComponent('{"search":"there"}')}`, ['There']],
    ['/feeds/Where.ics?where={}&orderBy={%22field%22:%22TITLE%22,%22direction%22:%22DESC%22}', ['There', 'Here']],
    ['/feeds/Where.ics?where={}&orderBy={%22field%22:%22TITLE%22}', ['Here', 'There']],
    // Who writes the feed reads its parts: what else the root takes or selects does not count.
    ['/feeds/Paged.ics', ['There', 'Here']],
    ['/feeds/Latest.ics', ['Here', 'There']],
    ['/feeds/Same.ics', ['There', 'Here']],
  ])('%s has %j', async (path, titles) => {
    const answer = await app.fetch(path);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(titlesIn(answer)).toEqual(titles);
  });

  test('it has the name of its operation', async () => {
    expect(readCalendar((await app.fetch('/feeds/ByCity.ics')).text).name).toBe('ByCity – Event calendar');
    expect(readCalendar((await app.fetch('/ko/feeds/ByCity.ics')).text).name).toBe('ByCity – 행사 달력');
  });
});

test.each([
  ['/feeds/ByCity.ics?town=Sevilla', { town: 'There is no such parameter here.' }],
  ['/feeds/ByCity.ics?free=perhaps', { free: 'Must be true or false.' }],
  ['/feeds/ByCity.ics?city=a&city=b', { city: 'Must be sent once.' }],
  ['/feeds/Tagged.ics', { tags: 'Is required.' }],
  ['/feeds/Tagged.ics?tags=nothing', { 'tags.0': 'Names a record that is not there.' }],
  ['/feeds/Where.ics?where=1', { where: 'Must be an object.' }],
  ['/feeds/Where.ics?where={%22nothing%22:1}', { where: 'Has no such member: nothing.' }],
  ['/feeds/Paged.ics?first=1', { first: 'There is no such parameter here.' }],
])('%s is refused, and says why', async (path, params) => {
  for (const Accept of ['text/calendar', 'text/html']) {
    const { status, body } = await app.fetch(path, { headers: { Accept } });
    expect([status, body.params]).toEqual([400, params]);
    expect(body.message).toContain(`: ${Object.keys(params)[0]!.split('.')[0]}.`);
  }
});

test('an address of more than 255 characters is refused: Google takes no longer ones', async () => {
  const site = 'http://127.0.0.1:4000';
  const path = '/feeds/ByCity.ics?city=';
  const city = 'x'.repeat(255 - (site + path).length);
  expect((await app.fetch(path + city)).status).toBe(200);
  const { status, body } = await app.fetch(`${path}${city}x`);
  expect([status, body.message]).toEqual([400, expect.stringContaining('255')]);
});

test.each(['Two', 'Page', 'Venues', 'OfOne', 'Viewer', 'Skipped', 'Written', 'Twice', 'Title'])(
  '%s is no feed',
  async (name) => {
    expect((await app.fetch(`/feeds/${name}.ics`)).status).toBe(404);
  },
);

test('what a client sends with its hash is run, and is no feed', async () => {
  const persistedQuery = { version: 1, sha256Hash: hashOfDocument(UNLISTED) };
  const json = { query: UNLISTED, extensions: { persistedQuery } };
  expect((await app.fetch('/graphql', { method: 'POST', json })).status).toBe(200);
  expect((await app.fetch('/feeds/Unlisted.ics')).status).toBe(404);
});

test('it has all events of the list, part by part, each once', async () => {
  await putCopies(app, 250, (_, number) => ({ text: { en: { title: `Copy ${number}` } } }) as object);
  const titles = titlesIn(await app.fetch('/feeds/Latest.ics'));
  expect([titles.length, new Set(titles).size]).toEqual([252, 252]);
});
