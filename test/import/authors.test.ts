import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { answerLists, sendJson, serveSite } from './site.ts';
import { importInto, sourceAt } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

/** The users there: what the site shows of them to those who may edit users, and to others. */
const USERS = [
  { id: 3, username: 'editor', slug: 'author', name: 'administrator' },
  { id: 4, username: 'nobody', slug: 'nobody', name: 'editor' },
];
const withoutUsername = ({ username: _, ...user }: (typeof USERS)[number]) => user;

/** A site with an event of each user, which shows its users to who may see them. */
const siteOf = (shows: 'all' | 'slugs' | 'nothing') =>
  serveSite(({ url: own }) => (asked, response) => {
    const { pathname, searchParams } = asked.url;
    const events = USERS.map(({ id }) => ({
      id: 500 + id,
      title: `By ${id}`,
      status: 'publish',
      author: String(id),
      uid: `${id}@${own}`,
      start_date: '2027-01-05 10:00:00',
      end_date: '2027-01-05 12:00:00',
      timezone: 'UTC',
    }));
    const lists = { events, venues: [], organizers: [], categories: [], tags: [] };
    const isShown = shows === 'all' || (shows === 'slugs' && searchParams.get('context') !== 'edit');
    if (pathname !== '/wp-json/wp/v2/users') answerLists(lists, asked, response, 50, ['/wp/v2/users']);
    else if (isShown) sendJson(response, shows === 'all' ? USERS : USERS.map(withoutUsername));
    else sendJson(response, { code: 'rest_forbidden_context' }, 403);
  });

/** Ids of users by name, as the program reads them. */
const users = () => new Map((['author', 'editor'] as const).map((name) => [name as string, app.idOf(name)]));

const authorsOf = async (site: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await app.store.find('events', { 'source.site': site }, { sort: [['_id', 1]] }))
      .map((each) => each as object as { source: { id: string }; author: number })
      .map(({ source, author }) => [source.id, author]),
  );

const take = async (url: string, authors: Map<string, number>, dryRun = false) =>
  importInto(app.store, { source: await sourceAt(url, { credentials: 'ana:secret' }), authors, dryRun });

test.each([
  ['log-in name', 'all', 'editor'],
  ['slug, where log-in names are hidden', 'slugs', 'author'],
  ['map alone, where users are hidden', 'nothing', 'administrator'],
] as const)('an author of a site is known by the %s, never by the display name', async (_, shows, name) => {
  const { url } = await siteOf(shows);
  await take(url, users());
  const expected = name === 'administrator' ? 1 : app.idOf(name);
  expect(await authorsOf(url)).toEqual({ 503: expected, 504: 1 });
});

test('a map counts on every run, and does not take back what was given to others since', async () => {
  const { url } = await siteOf('nothing');
  await take(url, users());
  const map = new Map([...users(), ['3', app.idOf('editor')], ['4', app.idOf('author')]]);
  expect((await take(url, map, true)).counts.event).toEqual({ updated: 2 });
  expect(await authorsOf(url)).toEqual({ 503: 1, 504: 1 });
  expect((await take(url, map)).counts.event).toEqual({ updated: 2 });
  const given = { 503: app.idOf('editor'), 504: app.idOf('author') };
  expect(await authorsOf(url)).toEqual(given);
  expect((await take(url, map)).counts.event).toEqual({ unchanged: 2 });
  await app.store.updateMany('events', { 'source.site': url }, { $set: { author: 1 } });
  expect((await take(url, map)).counts.event).toEqual({ unchanged: 2 });
  expect(await authorsOf(url)).toEqual({ 503: 1, 504: 1 });
});
